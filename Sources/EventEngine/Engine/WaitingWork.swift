import EventStore

/// A command or an append on its way to the thread that writes.
enum Work: Sendable {
  case command(ParsedCommand)
  case append(UndecidedAppend)

  var isCommand: Bool { if case .command = self { true } else { false } }

  enum Outcome: Sendable {
    case command(CommandResult)
    case append(UndecidedAppend.Outcome)
    /// The caller was cancelled before the work was taken up.
    case cancelled
  }
}

/// Work and the caller that waits for its outcome.
struct Waiter: Sendable {
  let ticket: UInt64
  let work: Work
  let continuation: CheckedContinuation<Work.Outcome, Never>
}

/// The work that waits for a batch. One thread takes it, for as long as there is any.
struct WaitingWork {
  enum Addition {
    /// Nobody takes the work that waits; the caller starts the thread that does.
    case isFirst
    case waits
    /// The caller was cancelled before.
    case isCancelled
  }

  private var waiters: [Waiter] = []
  private var isTaken = false
  /// Callers that were cancelled before their work was added, or after it was taken.
  private var cancelled: Set<UInt64> = []

  mutating func add(_ waiter: Waiter) -> Addition {
    if cancelled.remove(waiter.ticket) != nil { return .isCancelled }
    waiters.append(waiter)
    defer { isTaken = true }
    return isTaken ? .waits : .isFirst
  }

  /// The work that is done next, commands first: callers that wait at the same time have no order.
  /// Nil where none waits, and then nobody takes any more.
  mutating func nextBatch() -> [Waiter]? {
    let batch = waiters.prefix(Limits.batchCommands)
    let sorted = batch.filter(\.work.isCommand) + batch.filter { !$0.work.isCommand }
    waiters.removeFirst(sorted.count)
    isTaken = !sorted.isEmpty
    return isTaken ? sorted : nil
  }

  mutating func putBack(_ rest: ArraySlice<Waiter>) { waiters.insert(contentsOf: rest, at: 0) }

  /// - Returns: the caller, where its work still waits.
  mutating func cancel(_ ticket: UInt64) -> CheckedContinuation<Work.Outcome, Never>? {
    guard let index = waiters.firstIndex(where: { $0.ticket == ticket }) else {
      cancelled.insert(ticket)
      return nil
    }
    return waiters.remove(at: index).continuation
  }

  /// Ends what `cancel` began, once the caller has its outcome.
  mutating func forget(_ ticket: UInt64) { cancelled.remove(ticket) }
}

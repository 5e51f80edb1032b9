import EventStore
import Synchronization

/// A command or an append that waits for the deciding thread.
enum Work: Sendable {
  case command(ParsedCommand)
  case append(DirectAppend)

  var isCommand: Bool { if case .command = self { true } else { false } }

  /// Whether it needs slow hashing.
  var isSlow: Bool {
    if case .command(let command) = self { command.isSlow } else { false }
  }

  enum Outcome: Sendable {
    case command(CommandResult)
    case append(DirectAppend.Outcome)
    /// The caller was cancelled before the work began.
    case cancelled
  }
}

/// A unit of work and the caller that waits for its outcome.
struct WaitingCaller: Sendable {
  let ticket: UInt64
  let work: Work
  let continuation: CheckedContinuation<CallerOutcome, Never>
}

/// The outcome that a caller is resumed with.
struct CallerOutcome: Sendable {
  let outcome: Work.Outcome
  /// The outcomes of the batch, if other callers in it may still wait; nil for a lone caller.
  var others: BatchOutcomes?
}

/// The outcomes of a batch. Its callers resume each other: a single thread that resumed them all
/// would wake another thread for each.
final class BatchOutcomes: Sendable {
  private let batch: [WaitingCaller]
  private let outcomes: [Work.Outcome]
  private let next = Atomic<Int>(0)

  /// - Parameter outcomes: the outcomes of a prefix of the batch.
  init(_ batch: [WaitingCaller], _ outcomes: [Work.Outcome]) {
    (self.batch, self.outcomes) = (batch, outcomes)
  }

  /// Resumes all callers: a lone one immediately, several in a task.
  func deliver() {
    if outcomes.count == 1 {
      batch[0].continuation.resume(returning: CallerOutcome(outcome: outcomes[0]))
    } else {
      Task { resume(atMost: outcomes.count) }
    }
  }

  /// Resumes at most `count` of the callers that still wait.
  func resume(atMost count: Int) {
    for _ in 0..<count {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < outcomes.count else { return }
      let result = CallerOutcome(outcome: outcomes[index], others: self)
      batch[index].continuation.resume(returning: result)
    }
  }
}

/// The queue of work for the next batches. One thread takes work from it until it is empty.
struct WaitingWork {
  enum Addition {
    /// No thread takes from the queue yet; the caller starts one.
    case isFirst
    case waits
    /// The thread was waiting for this work.
    case isAwaited
    /// The caller was already cancelled.
    case isCancelled
    /// The queue accepts no more work.
    case isClosed
  }

  private var waitingCallers: [WaitingCaller] = []
  private var isTaken = false
  private(set) var isClosed = false
  /// The tickets of callers that were cancelled before their work was added, or after it was taken.
  private var cancelled: Set<UInt64> = []

  /// The number of callers that the thread waits for; nil if it does not wait.
  private var awaited: Int?

  var count: Int { waitingCallers.count }

  mutating func add(_ caller: WaitingCaller) -> Addition {
    if cancelled.remove(caller.ticket) != nil { return .isCancelled }
    if isClosed { return .isClosed }
    waitingCallers.append(caller)
    if waitingCallers.count == awaited {
      awaited = nil
      return .isAwaited
    }
    defer { isTaken = true }
    return isTaken ? .waits : .isFirst
  }

  /// Begins to wait until `callers` callers have work; returns false if they already have.
  mutating func await(_ callers: Int) -> Bool {
    guard waitingCallers.count < callers, !isClosed else { return false }
    awaited = callers
    return true
  }

  /// Accepts no more work. What waits already is still carried out.
  mutating func close() { isClosed = true }

  /// Ends the wait; returns false if all the work has come.
  mutating func stopAwaiting() -> Bool {
    defer { awaited = nil }
    return awaited != nil
  }

  /// The next batch, with commands before appends. That is allowed, since callers that wait at the
  /// same time have no order. Nil if the queue is empty; the thread then stops.
  mutating func nextBatch() -> [WaitingCaller]? {
    let batch = waitingCallers.prefix(Limits.batchCommands)
    waitingCallers.removeFirst(batch.count)
    isTaken = !batch.isEmpty
    guard isTaken else { return nil }
    if batch.allSatisfy({ $0.work.isCommand == batch[0].work.isCommand }) { return Array(batch) }
    return batch.filter(\.work.isCommand) + batch.filter { !$0.work.isCommand }
  }

  /// Returns work to the front of the queue.
  ///
  /// - Returns: the callers that were cancelled meanwhile, whose work is dropped.
  mutating func putBack(_ rest: ArraySlice<WaitingCaller>) -> [WaitingCaller] {
    waitingCallers.insert(contentsOf: rest.filter { !cancelled.contains($0.ticket) }, at: 0)
    return rest.filter { cancelled.remove($0.ticket) != nil }
  }

  /// - Returns: the caller, if its work is still in the queue.
  mutating func cancel(_ ticket: UInt64) -> CheckedContinuation<CallerOutcome, Never>? {
    guard let index = waitingCallers.firstIndex(where: { $0.ticket == ticket }) else {
      cancelled.insert(ticket)
      return nil
    }
    return waitingCallers.remove(at: index).continuation
  }

  /// Removes the mark that `cancel` has set, once the caller has its outcome.
  mutating func forget(_ ticket: UInt64) { cancelled.remove(ticket) }
}

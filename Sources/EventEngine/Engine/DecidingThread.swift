import EventStore
import Synchronization

/// The side of an engine that decides and appends: a command handler used by one thread.
///
/// Work goes to the thread and back, and nowhere else in between: each change of threads costs some
/// microseconds.
final class DecidingThread: Sendable {
  private let path: String
  private let queue = BlockingQueue("engine.decide")
  private let handler = Mutex<CommandHandler?>(nil)
  private let waiting = Mutex(WaitingWork())
  private let tickets = Atomic<UInt64>(0)

  init(_ path: String) { self.path = path }

  /// Makes the journal where there is none and `settings` say so, and opens it.
  func open(
    _ directory: JournalDirectory, _ domains: [DomainCommands], _ settings: JournalSettings?,
    _ options: Engine.Options
  ) async -> Result<CommandParser, JournalError> {
    await queue.run {
      Result { () throws(JournalError) in
        if let settings { try directory.create(settings, at: options.clock()) }
        return try self.openHandler(directory, domains, options)
      }
    }
  }

  private func openHandler(
    _ directory: JournalDirectory, _ domains: [DomainCommands], _ options: Engine.Options
  ) throws(JournalError) -> CommandParser {
    try handler.withLock { (handler) throws(JournalError) -> CommandParser in
      let opened = CommandHandler(
        try JournalWriter.open(directory, wait: options.wait), domains, locale: options.locale,
        allowsFuture: options.allowsFuture, clock: options.clock)
      let parser = opened.forms
      handler = consume opened
      return parser
    }
  }

  /// Does the work together with what else waits. Returns when it is on stable storage.
  func perform(_ work: Work) async -> Work.Outcome {
    let ticket = tickets.add(1, ordering: .relaxed).newValue
    let outcome = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(ticket: ticket, work: work, continuation: continuation)
        switch waiting.withLock({ $0.add(waiter) }) {
        case .isFirst: queue.start { self.performAll() }
        case .waits: break
        case .isCancelled: continuation.resume(returning: .cancelled)
        }
      }
    } onCancel: {
      waiting.withLock { $0.cancel(ticket) }?.resume(returning: .cancelled)
    }
    if Task.isCancelled { waiting.withLock { $0.forget(ticket) } }
    return outcome
  }

  /// Writes batch after batch for as long as work is waiting.
  private func performAll() {
    while let batch = waiting.withLock({ $0.nextBatch() }) {
      let outcomes = outcomes(of: batch.map(\.work))
      // Where the batch grew too large, the rest goes first into the next.
      if outcomes.count < batch.count {
        waiting.withLock { $0.putBack(batch[outcomes.count...]) }
      }
      Self.answer(batch, outcomes)
      // No answer has to wait for the index.
      handler.withLock { $0?.extendIndex() }
    }
  }

  /// One task is woken from here, and it wakes the others while the next batch is written: waking
  /// them all would take about as long as writing for them.
  private static func answer(_ batch: [Waiter], _ outcomes: [Work.Outcome]) {
    if outcomes.count == 1 { return batch[0].continuation.resume(returning: outcomes[0]) }
    Task {
      for (waiter, outcome) in zip(batch, outcomes) {
        waiter.continuation.resume(returning: outcome)
      }
    }
  }

  func close() async { await queue.run { self.handler.withLock { $0 = nil } } }

  /// - Returns: the outcomes of the first of them, at least one; fewer than all where the batch
  ///   became too large.
  private func outcomes(of batch: [Work]) -> [Work.Outcome] {
    handler.withLock { handler -> [Work.Outcome] in
      var outcomes: [Work.Outcome] = []
      var rest = batch[...]
      while let isCommand = rest.first?.isCommand {
        let run = rest.prefix { $0.isCommand == isCommand }
        let done =
          isCommand
          ? handler?.perform(commands: run) : handler?.perform(appends: run)
        outcomes += done ?? run.map(closed)
        if outcomes.count < run.endIndex { break }
        rest = rest[run.endIndex...]
      }
      return outcomes
    }
  }

  private func closed(_ work: Work) -> Work.Outcome {
    let error = JournalError.storageFailed(doing: "using", path: path, .closedFile)
    switch work {
    case .command(let command): return .command(command.failed(error))
    case .append: return .append(.failure(error))
    }
  }
}

extension CommandHandler {
  fileprivate mutating func perform(commands: ArraySlice<Work>) -> [Work.Outcome] {
    var parsed: [ParsedCommand] = []
    for case .command(let command) in commands { parsed.append(command) }
    return carryOut(formed: parsed).map { .command($0) }
  }

  fileprivate mutating func perform(appends: ArraySlice<Work>) -> [Work.Outcome] {
    var undecided: [UndecidedAppend] = []
    for case .append(let append) in appends { undecided.append(append) }
    return append(undecided).map { .append($0) }
  }
}

extension ParsedCommand {
  /// The result of a command that was not tried since the journal fails.
  fileprivate func failed(_ error: JournalError) -> CommandResult {
    switch outcome {
    case .answered(let result): result
    case .asked(let asked):
      CommandResult(asked.request, .failure(error, in: asked.request.locale))
    }
  }
}

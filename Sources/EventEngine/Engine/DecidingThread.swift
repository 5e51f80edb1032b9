import EventStore
import Synchronization

/// The write side of an engine: a command handler used by one thread.
///
/// A caller hands its work directly to the thread, without an actor between them: each change of
/// threads costs some microseconds.
final class DecidingThread: Sendable {
  private let path: String
  private let queue = BlockingQueue("engine.decide")
  private let handler = Mutex<CommandHandler<JournalWriter>?>(nil)
  private let waiting = Mutex(WaitingWork())
  private let tickets = Atomic<UInt64>(0)
  /// The repairs of the writer, copied after each batch, since the handler is locked during one.
  private let noted = Mutex<[TornTail]>([])
  /// Receives one signal for each `WaitingWork.Addition.isAwaited`.
  private let awaitedWork = Signal()

  init(_ path: String) { self.path = path }

  /// Opens the journal, and creates it first if there is none and `settings` are given.
  func open(
    _ directory: JournalDirectory, _ domains: [DomainCommands], _ settings: JournalSettings?,
    _ options: Engine.Options
  ) async -> Result<(CommandParser, JournalPoint), JournalError> {
    await queue.run {
      Result { () throws(JournalError) in
        if let settings { try directory.create(settings, at: options.clock(), wait: options.wait) }
        return try self.openHandler(directory, domains, options)
      }
    }
  }

  private func openHandler(
    _ directory: JournalDirectory, _ domains: [DomainCommands], _ options: Engine.Options
  ) throws(JournalError) -> (CommandParser, JournalPoint) {
    try handler.withLock { (handler) throws(JournalError) -> (CommandParser, JournalPoint) in
      let opened = CommandHandler(
        try JournalWriter.open(directory, wait: options.wait), domains, locale: options.locale,
        allowsFuture: options.allowsFuture, clock: options.clock)
      let result = (opened.parser, opened.journal.reader.point)
      note(opened.journal.repaired)
      handler = consume opened
      return result
    }
  }

  /// The unfinished appends that the writer has truncated, and the losses that it has found.
  var repaired: [TornTail] { noted.withLock { $0 } }

  private func note(_ repaired: [TornTail]) {
    if !repaired.isEmpty { noted.withLock { $0 = repaired } }
  }

  /// Performs the work in a batch with other waiting work. Returns when it is on stable storage.
  func perform(_ work: Work) async -> Work.Outcome {
    let ticket = tickets.add(1, ordering: .relaxed).newValue
    let answer = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let caller = WaitingCaller(ticket: ticket, work: work, continuation: continuation)
        switch waiting.withLock({ $0.add(caller) }) {
        case .isFirst: queue.start { self.performAll() }
        case .waits: break
        case .isAwaited: awaitedWork.send()
        case .isCancelled: continuation.resume(returning: CallerOutcome(outcome: .cancelled))
        case .isClosed:
          let outcome = Self.outcome(of: work, failing: .closed(path: path))
          continuation.resume(returning: CallerOutcome(outcome: outcome))
        }
      }
    } onCancel: {
      waiting.withLock { $0.cancel(ticket) }?.resume(returning: CallerOutcome(outcome: .cancelled))
    }
    answer.others?.resume(atMost: 2)
    if Task.isCancelled { waiting.withLock { $0.forget(ticket) } }
    return answer.outcome
  }

  /// Writes batches as long as work is waiting. From the second batch on, the handler expects
  /// another one to follow.
  private func performAll() {
    var expectsMore = false
    var waitLimit = WaitLimit()
    while let batch = waiting.withLock({ $0.nextBatch() }) {
      let start = SystemClock.ticks()
      let outcomes = outcomes(of: batch.map(\.work), expectingMore: expectsMore)
      let duration = SystemClock.ticks() - start
      // If the batch became too large, the rest begins the next one.
      if outcomes.count < batch.count {
        let cancelled = waiting.withLock { $0.putBack(batch[outcomes.count...]) }
        for caller in cancelled {
          caller.continuation.resume(returning: CallerOutcome(outcome: .cancelled))
        }
      }
      let callers = outcomes.count + waiting.withLock { $0.count }
      BatchOutcomes(batch, outcomes).deliver()
      handler.withLock { $0?.finishAnswered() }
      awaitWork(of: callers, for: duration, &waitLimit)
      expectsMore = true
    }
    handler.withLock {
      $0?.expectMore(false)
      $0?.finishAnswered()
    }
  }

  /// Waits for a short time until `callers` callers have sent work. Callers that were just answered
  /// usually send more, and work that misses a batch has to wait until the whole batch is written.
  ///
  /// - Parameters:
  ///   - callers: the number of callers that were just answered or already wait.
  ///   - duration: the duration of the last batch, in nanoseconds.
  private func awaitWork(of callers: Int, for duration: UInt64, _ waitLimit: inout WaitLimit) {
    guard waiting.withLock({ $0.await(callers) }) else { return }
    var hasCome = awaitedWork.wait(atMost: waitLimit.time(after: duration))
    if !hasCome, !waiting.withLock({ $0.stopAwaiting() }) {
      // The awaited work has arrived since the timeout. This consumes its signal.
      awaitedWork.wait()
      hasCome = true
    }
    waitLimit.adapt(hasCome: hasCome)
  }

  /// - Throws: `.closed` once ``close()`` has been called.
  func requireOpen() throws(JournalError) {
    if waiting.withLock({ $0.isClosed }) { throw .closed(path: path) }
  }

  /// Closes the journal when the work that waits already is done.
  func close() async {
    waiting.withLock { $0.close() }
    await queue.run { self.handler.withLock { $0 = nil } }
  }

  /// - Returns: the outcomes of the first items, at least one. The others need another batch. After a
  ///   failure of the journal, the rest of the batch is not tried.
  private func outcomes(of batch: [Work], expectingMore: Bool) -> [Work.Outcome] {
    handler.withLock { handler -> [Work.Outcome] in
      var outcomes: [Work.Outcome] = []
      var rest = batch[...]
      // The lock must not be held while passwords are hashed.
      handler?.expectMore(expectingMore && !batch.contains(where: \.isSlow))
      while let isCommand = rest.first?.isCommand {
        let run = rest.prefix { $0.isCommand == isCommand }
        let done =
          isCommand
          ? handler?.perform(commands: run) : handler?.perform(appends: run)
        outcomes += done ?? run.map { Self.outcome(of: $0, failing: .closed(path: path)) }
        if outcomes.count < run.endIndex { break }
        rest = rest[run.endIndex...]
        if let failure = handler?.failure {
          outcomes += rest.map { Self.outcome(of: $0, failing: failure) }
          break
        }
      }
      if let repaired = handler?.journal.repaired { note(repaired) }
      return outcomes
    }
  }

  private static func outcome(of work: Work, failing error: JournalError) -> Work.Outcome {
    switch work {
    case .command(let command):
      return .command(command.result(.failure(error, in: command.locale)))
    case .append(let append): return .append(.failure(.failure(error, in: append.locale)))
    }
  }
}

/// The time that the thread waits for the callers of the next batch. It begins at a quarter of the
/// last batch's duration. Each wait in vain halves the fraction, down to a 64th, and a successful
/// wait resets it. The time is never more than 2.5 ms, since the thread may hold the lock of a
/// server's journal meanwhile.
private struct WaitLimit {
  private var divisor = Self.least
  private static let least: UInt64 = 4
  private static let most: UInt64 = 64

  func time(after duration: UInt64) -> UInt64 { min(duration, 10_000_000) / divisor }

  mutating func adapt(hasCome: Bool) {
    divisor = hasCome ? Self.least : min(divisor * 2, Self.most)
  }
}

extension CommandHandler<JournalWriter> {
  /// Sets whether other batches immediately follow the next one.
  fileprivate mutating func expectMore(_ isExpected: Bool) { journal.expectsMore = isExpected }

  fileprivate mutating func perform(appends: ArraySlice<Work>) -> [Work.Outcome] {
    var direct: [DirectAppend] = []
    for case .append(let append) in appends { direct.append(append) }
    return append(direct).map { .append($0) }
  }
}

extension CommandHandler where Journal: ~Copyable {
  fileprivate mutating func perform(commands: ArraySlice<Work>) -> [Work.Outcome] {
    var parsed: [ParsedCommand] = []
    for case .command(let command) in commands { parsed.append(command) }
    return execute(parsed: parsed).map { .command($0) }
  }
}

extension ParsedCommand {
  /// The result of a command that was not tried for this reason.
  func result(_ problem: CommandResult.Problem) -> CommandResult {
    switch outcome {
    case .finalResult(let result):
      CommandResult(id: result.id, command: result.command, outcome: .refused(problem))
    case .wellFormed(let prepared): CommandResult(prepared.request, problem)
    }
  }
}

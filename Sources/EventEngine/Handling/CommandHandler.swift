import EventStore

/// Executes commands: checks form, actor, idempotency and time, then decides and appends. The
/// events of all results that it returns are on stable storage.
///
/// A lone command folds only the facts that it depends on. A stream of commands uses states that
/// are cached between commands. The decisions are the same.
package struct CommandHandler<Journal: JournalBackend & ~Copyable>: ~Copyable {
  /// The journal. It is locked only during a batch.
  package internal(set) var journal: Journal
  let commandDomains: [DomainCommands]
  let domains: [any CommandDomain]
  /// The parser for the commands of these domains.
  package let parser: CommandParser
  let clock: @Sendable () -> Timestamp
  /// Whether a command or an appended event may be dated more than a day ahead of the clock.
  let allowsFuture: Bool
  /// The number of commands after which states are cached.
  var cachesStatesAfter: Int
  /// The number of events since the last snapshot after which a lone tick stores a new one.
  let tickSnapshotInterval: Int

  var cachedStates: DeciderStateCache?
  /// The ids of recorded events; loaded by the first append whose events have ids of their own.
  var eventIDs: EventIDs?
  /// The state folded for a tick of the current batch, if states are not cached.
  var due: TickState?
  /// The failure of the journal that ended the last call of `execute` or `append`; nil if none did.
  /// A failure that concerns only one command is none of the journal.
  package internal(set) var failure: JournalError?
  var executedCount = 0
  /// The number of results so far in the current batch. `flushed` is the number of those whose
  /// events are already on stable storage.
  var decided = 0
  var flushed = 0
  var encoder = PayloadEncoder()

  /// - Parameters:
  ///   - locale: the language of texts if a command names none.
  ///   - cachesStatesAfter: the number of commands that are decided by folding their boundary
  ///     before all states are folded and cached; 0 for a stream of commands.
  ///   - tickSnapshotInterval: the number of events since the last snapshot after which a lone tick
  ///     stores a new one.
  ///   - allowsFuture: whether a command or an appended event may be dated more than a day ahead of
  ///     `clock`.
  ///   - random: the source of new ids, secrets and random numbers.
  package init(
    _ journal: consuming Journal, _ domains: [DomainCommands], locale: Language = .ru,
    cachesStatesAfter: Int = 4, tickSnapshotInterval: Int = 8192, allowsFuture: Bool = false,
    random: EngineRandom = .system,
    clock: @escaping @Sendable () -> Timestamp = SystemClock.now
  ) {
    parser = CommandParser(
      domains, journal.key, passwordIterations: journal.manifest.passwordIterations, locale: locale,
      random: random)
    self.journal = journal
    commandDomains = domains
    self.domains = domains.map { $0.open() }
    self.clock = clock
    self.allowsFuture = allowsFuture
    self.cachesStatesAfter = cachesStatesAfter
    self.tickSnapshotInterval = tickSnapshotInterval
  }

  /// Executes commands in order, in batches with one write and one sync each. A command that needs
  /// slow hashing has a batch of its own. Without cached states, events are written before the next
  /// command is decided.
  ///
  /// - Returns: a result for each. If the journal fails, all commands fail whose events are not on
  ///   stable storage, and later ones are not tried.
  package mutating func execute(_ inputs: [CommandInput]) -> [CommandResult] {
    execute(parsed: inputs.map(parser.read))
  }

  /// Executes commands that ``parser`` has parsed.
  package mutating func execute(parsed commands: [ParsedCommand]) -> [CommandResult] {
    var results: [CommandResult] = []
    results.reserveCapacity(commands.count)
    var waiting: [PendingCommand] = []
    failure = nil
    for command in commands {
      switch command.outcome {
      case .finalResult(let result):
        // Decides the waiting commands first: results keep the order of the commands.
        decide(&waiting, &results)
        results.append(result)
      case .wellFormed(let prepared) where command.isSlow:
        decide(&waiting, &results)
        results.append(decideSlowly(PendingCommand(prepared, domains)))
      case .wellFormed(let prepared): waiting.append(PendingCommand(prepared, domains))
      }
    }
    decide(&waiting, &results)
    return results
  }
}

extension CommandHandler<JournalWriter> {
  /// Indexes everything that was recorded; see ``JournalWriter/completeIndex(_:)``.
  package mutating func completeIndex(_ progress: (_ done: Int, _ all: Int) -> Void) {
    journal.completeIndex(progress)
  }

  /// Does the work that no caller waits for; see ``JournalWriter/finishAnswered()``.
  package mutating func finishAnswered() { journal.finishAnswered() }

  /// Erases personal data. Cached states are discarded.
  package mutating func erase(_ erasure: Erasure) throws(JournalError) -> ErasureOutcome {
    cachedStates = nil
    return try journal.erase(erasure, at: clock())
  }
}

/// A well-formed command that has not been decided yet.
struct PendingCommand {
  let prepared: PreparedCommand
  /// Nil for `system.tick`.
  let decision: (any Decision)?
  var fingerprint: SaltedFingerprint?

  init(_ prepared: PreparedCommand, _ domains: [any CommandDomain]) {
    self.prepared = prepared
    decision = prepared.decidable?.decision(in: domains[prepared.command.domain])
    fingerprint = prepared.fingerprint
  }

  var request: CommandRequest { prepared.request }
}

extension CommandResult {
  /// The result for input without a command name.
  package init(_ problem: Problem) { self.init(outcome: .refused(problem)) }

  /// The result of a command that was not examined, with its name and its id if they can be read.
  package init(_ problem: Problem, to json: JSONValue) {
    self.init(
      id: CommandRequest.idAndLocale(in: json).id, command: CommandRequest.name(in: json),
      outcome: .refused(problem))
  }

  /// The result of a command that was not accepted.
  init(_ request: CommandRequest, _ problem: Problem) {
    self.init(id: request.id, command: request.command, outcome: .refused(problem))
  }

  /// The result of a command at a time that it cannot have.
  init(_ request: CommandRequest, _ refusal: ImpossibleTime) {
    self.init(
      request, .init(.refusal, code: refusal.code, message: refusal.text[request.locale]))
  }
}

/// A command to execute: JSON, or a syntax error.
package struct CommandInput: Sendable {
  package let json: Result<JSONValue, JSONSyntaxError>
  /// The number of its line, for the message about a malformed command.
  package let line: Int?

  /// A line of a file or a pipe; without a number, any JSON text.
  package init(line bytes: some Sequence<UInt8>, number: Int?) {
    json = Result { () throws(JSONSyntaxError) in try JSONValue(json: bytes) }
    line = number
  }

  /// A line of a file or a pipe that is already parsed.
  package init(_ json: Result<JSONValue, JSONSyntaxError>, line: Int?) {
    self.json = json
    self.line = line
  }

  /// Wraps a command that is already JSON.
  package init(_ json: JSONValue) { self.init(.success(json), line: nil) }
}

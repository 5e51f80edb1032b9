import EventStore

/// Carries out commands: form, actor, repeated id, time, rules, append. What it returns is on
/// stable storage.
///
/// A lone command folds just the facts that it depends on. Whoever sends many gets states that are
/// kept between commands; both decide alike.
public struct CommandHandler: ~Copyable {
  public internal(set) var writer: JournalWriter
  let commandDomains: [DomainCommands]
  let domains: [any CommandDomain]
  /// Reads commands for this engine.
  public let forms: CommandParser
  let clock: @Sendable () -> Timestamp
  /// Whether a command may say that it happened more than a day ahead of the clock.
  let allowsFuture: Bool
  /// The commands after which states are kept from one to the next.
  let cachesStatesAfter: Int
  /// The events behind what was kept for a lone tick after which it is kept anew.
  let keepsDueAfter: Int

  var kept: DeciderStateCache?
  /// What a tick of the present batch has folded, where states are not kept.
  var due: TickState?
  var carriedOut = 0
  /// How many results of the present batch are there, and how many of them are on stable storage
  /// before the batch ends.
  var decided = 0
  var flushed = 0
  var encoder = PayloadEncoder()

  /// - Parameters:
  ///   - locale: of texts, where a command names none.
  ///   - cachesStatesAfter: how many commands are decided by folding their boundary before all that
  ///     is known is kept; 0 for a stream of commands.
  ///   - keepsDueAfter: how many events a lone tick goes through before it keeps beside the journal
  ///     what it has folded.
  ///   - allowsFuture: whether a command may say that it happens more than a day ahead of `clock`.
  ///   - random: where what the commands leave to the engine comes from.
  public init(
    _ writer: consuming JournalWriter, _ domains: [DomainCommands], locale: Locale = .ru,
    cachesStatesAfter: Int = 4, keepsDueAfter: Int = 8192, allowsFuture: Bool = false,
    random: EngineRandom = .system,
    clock: @escaping @Sendable () -> Timestamp = SystemClock.now
  ) {
    forms = CommandParser(domains, for: writer, locale: locale, random: random)
    self.writer = writer
    commandDomains = domains
    self.domains = domains.map { $0.open() }
    self.clock = clock
    self.allowsFuture = allowsFuture
    self.cachesStatesAfter = cachesStatesAfter
    self.keepsDueAfter = keepsDueAfter
  }

  /// One command to carry out.
  public struct Input: Sendable {
    let json: Result<JSONValue, JSONSyntaxError>
    /// The number of its line, for the message about a malformed one.
    let line: Int?

    /// A line of a file or a pipe.
    public init(line bytes: some Sequence<UInt8>, number: Int) {
      json = Result { () throws(JSONSyntaxError) in
        try JSONParser.parse(
          Array(bytes), limits: JSONLimits(depth: Limits.nesting, bytes: Limits.commandBytes))
      }
      line = number
    }

    /// What a line of a file or a pipe was read as.
    public init(_ json: Result<JSONValue, JSONSyntaxError>, line: Int?) {
      self.json = json
      self.line = line
    }

    public init(_ json: JSONValue) { self.init(.success(json), line: nil) }
  }

  /// Carries out commands in order, with one write and one sync for all of them where none of them
  /// waits for slow hashing.
  ///
  /// - Returns: a result for each. When the journal fails, those that were decided together share
  ///   the failure, and those behind them are not tried.
  public mutating func carryOut(_ inputs: [Input]) -> [CommandResult] {
    carryOut(formed: inputs.map(forms.read))
  }

  /// The same for commands that this engine's ``forms`` have read.
  public mutating func carryOut(formed commands: [ParsedCommand]) -> [CommandResult] {
    var results: [CommandResult] = []
    results.reserveCapacity(commands.count)
    var waiting: [PendingCommand] = []
    var failure: JournalError?
    for command in commands {
      switch command.outcome {
      case .answered(let result):
        // Whoever waits was sent before: results keep the order of the commands.
        decide(&waiting, &results, &failure)
        results.append(result)
      case .asked(let asked) where asked.command.isSlow:
        decide(&waiting, &results, &failure)
        results.append(decideSlowly(PendingCommand(asked, domains), &failure))
      case .asked(let asked): waiting.append(PendingCommand(asked, domains))
      }
    }
    decide(&waiting, &results, &failure)
    return results
  }

  /// Lends the writer without the lock, for what can be looked up before a batch.
  public mutating func prepare(
    _ body: (inout JournalWriter) throws(JournalError) -> Void
  ) throws(JournalError) { try body(&writer) }

  /// Runs `body` with the journal locked and caught up, for appends that no command makes; what it
  /// appended is then written and synced. See ``JournalWriter/batch(_:)``.
  public mutating func batch<Outcome>(
    _ body: (inout JournalWriter) throws(JournalError) -> Outcome
  ) throws(JournalError) -> Outcome {
    do throws(JournalError) { return try writer.batch(body) } catch {
      kept = nil
      throw error
    }
  }
}

extension CommandHandler {
  /// Erases personal data; states kept between commands are folded anew before they are used again.
  /// See ``JournalWriter/erase(_:at:)``.
  public mutating func erase(_ erasure: Erasure) throws(JournalError) -> ErasureOutcome {
    kept = nil
    return try writer.erase(erasure, at: clock())
  }
}

/// A command whose form is right, on its way to a decision.
struct PendingCommand {
  let asked: PreparedCommand
  /// Nil for `system.tick`.
  let decision: (any Decision)?
  var fingerprint: SaltedFingerprint?

  init(_ asked: PreparedCommand, _ domains: [any CommandDomain]) {
    self.asked = asked
    decision = asked.decidable?.decision(in: domains[asked.command.domain])
    fingerprint = asked.fingerprint
  }

  var request: CommandRequest { asked.request }
}

extension CommandResult {
  /// The answer to a command that was not accepted.
  init(_ request: CommandRequest, _ problem: Problem) {
    self.init(id: request.id, command: request.command, outcome: .refused(problem))
  }
}

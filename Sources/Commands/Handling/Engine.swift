import Domain
import EventStore

/// Carries out commands: form, actor, repeated id, time, rules, append. What it returns is on
/// stable storage.
///
/// A lone command folds just the facts that it depends on. Whoever sends many gets states that are
/// kept between commands; both decide alike.
public struct Engine: ~Copyable {
  public internal(set) var writer: JournalWriter
  let commandDomains: [DomainCommands]
  let domains: [any CommandDomain]
  let commands: [String: CommandInfo]
  let clock: @Sendable () -> Timestamp
  let locale: Locale
  /// The commands after which states are kept from one to the next.
  let keepsStatesAfter: Int
  /// The events behind what was kept for a lone tick after which it is kept anew.
  let keepsDueAfter: Int

  var kept: KeptStates?
  /// What a tick of the present batch has folded, where states are not kept.
  var due: DueStates?
  var carriedOut = 0
  /// How many results of the present batch are there, and how many of them are on stable storage
  /// before the batch ends.
  var decided = 0
  var flushed = 0
  var encoder = PayloadEncoder()
  let random: EngineRandom

  /// - Parameters:
  ///   - locale: of texts, where a command names none.
  ///   - keepsStatesAfter: how many commands are decided by folding their boundary before all that
  ///     is known is kept; 0 for a stream of commands.
  ///   - keepsDueAfter: how many events a lone tick goes through before it keeps beside the journal
  ///     what it has folded.
  ///   - random: where what the commands leave to the engine comes from.
  public init(
    _ writer: consuming JournalWriter, _ domains: [DomainCommands], locale: Locale = .ru,
    keepsStatesAfter: Int = 4, keepsDueAfter: Int = 8192, random: EngineRandom = .system,
    clock: @escaping @Sendable () -> Timestamp = SystemClock.now
  ) {
    self.writer = writer
    commandDomains = domains
    self.domains = domains.map { $0.open() }
    self.locale = locale
    self.random = random
    self.clock = clock
    self.keepsStatesAfter = keepsStatesAfter
    self.keepsDueAfter = keepsDueAfter
    var commands: [String: CommandInfo] = [:]
    for domain in domains { for info in domain.commands { commands[info.name] = info } }
    commands[Tick.info.name] = Tick.info
    self.commands = commands
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
    var results: [CommandResult] = []
    var waiting: [Candidate] = []
    var failure: JournalError?
    for input in inputs {
      switch read(input) {
      case .failure(let answered):
        // Whoever waits was sent before: results keep the order of the commands.
        results += decide(waiting, &failure)
        waiting = []
        results.append(answered.result)
      case .success(let candidate):
        if candidate.info.isSlow {
          results += decide(waiting, &failure)
          waiting = []
          results.append(decideSlowly(candidate, &failure))
        } else {
          waiting.append(candidate)
        }
      }
    }
    return results + decide(waiting, &failure)
  }

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

extension Engine {
  /// Erases personal data; states kept between commands are folded anew before they are used again.
  /// See ``JournalWriter/erase(_:at:)``.
  public mutating func erase(_ erasure: Erasure) throws(JournalError) -> ErasureOutcome {
    kept = nil
    return try writer.erase(erasure, at: clock())
  }
}

// MARK: - Form

/// A command whose form is right, on its way to a decision.
struct Candidate {
  let request: CommandRequest
  let info: CommandInfo
  /// Nil for `system.tick`.
  let decision: (any Decision)?
  /// Of its content, where that takes slow hashing and was made before the lock was taken.
  var fingerprint: SaltedFingerprint?
}

struct SaltedFingerprint {
  let digest: KeyedDigest
  let salt: [UInt8]
}

/// A command that needed no decision.
struct Answered: Error {
  let result: CommandResult
}

extension Engine {
  mutating func read(_ input: Input) -> Result<Candidate, Answered> {
    let json: JSONValue
    switch input.json {
    case .success(let value): json = value
    case .failure(let error): return .failure(malformed("\(error)", input))
    }
    guard let name = CommandRequest.name(in: json) else {
      return .failure(malformed(EngineTexts.noObject[locale], input))
    }
    guard let info = commands[name] else {
      let text = EngineTexts.unknownCommand(
        name, nearest: Spelling.nearest(to: name, in: Array(commands.keys)))
      return .failure(malformed(text: text[locale], input))
    }
    let address = CommandRequest.address(in: json)
    let locale = address.locale ?? locale
    func problem(_ kind: CommandResult.Problem.Kind, _ code: String, _ text: Bilingual)
      -> Result<Candidate, Answered>
    {
      .failure(
        Answered(
          result: CommandResult(
            id: address.id, command: name,
            outcome: .refused(.init(kind, code: code, message: text[locale])))))
    }
    do throws(FormError) {
      let (request, form) = try CommandRequest.read(
        json, actor: info.actor, fields: info.fields, locale: self.locale)
      let needsKey = info.needsKey || request.id != nil || info.isSlow
      if needsKey, case .failure(let error) = writer.key {
        return .failure(Answered(result: failed(request, error)))
      }
      let decision = try decision(info, form, request)
      if let actor = request.actor, !info.actor.allows(actor) {
        return problem(.refusal, "actorNotAllowed", EngineTexts.actorNotAllowed(info.actor))
      }
      return .success(Candidate(request: request, info: info, decision: decision))
    } catch {
      return problem(.malformed, error.code, error.message)
    }
  }

  private mutating func decision(
    _ info: CommandInfo, _ form: Form, _ request: CommandRequest
  ) throws(FormError) -> (any Decision)? {
    let key = writer.key
    let drawn = random.source(for: request)
    let form = CommandForm(
      form, actor: request.actor,
      keyed: { purpose, text in
        guard case .success(let key) = key else {
          preconditionFailure("\(info.name) does not say that it needs the journal's key.")
        }
        return key.digest(purpose, text)
      },
      fresh: { drawn.freshID() }, random: { drawn.next64() })
    for domain in domains {
      if let decision = try domain.read(info.name, form) { return decision }
    }
    return nil
  }

  private func malformed(_ reason: String, _ input: Input) -> Answered {
    malformed(text: EngineTexts.malformed(reason)[locale], input)
  }

  private func malformed(text: String, _ input: Input) -> Answered {
    Answered(
      result: CommandResult(
        outcome: .refused(
          .init(.malformed, code: "malformedCommand", message: text, line: input.line))))
  }

  func failed(_ request: CommandRequest, _ error: JournalError) -> CommandResult {
    CommandResult(
      id: request.id, command: request.command,
      outcome: .refused(.failure(error, in: request.locale)))
  }

  func refused(_ request: CommandRequest, _ code: String, _ text: Bilingual) -> CommandResult {
    CommandResult(
      id: request.id, command: request.command,
      outcome: .refused(.init(.refusal, code: code, message: text[request.locale])))
  }
}

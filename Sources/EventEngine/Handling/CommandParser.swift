import EventStore

/// Parses commands as far as possible without a state: their form, their actor and the fingerprint
/// of their content.
///
/// Parsing is independent of recorded events, so that a separate thread may parse commands while
/// earlier ones are decided.
package struct CommandParser: Sendable {
  let commands: [String: RegisteredCommand]
  let key: Result<JournalKey, JournalError>
  private let passwordIterations: Int
  private let locale: Language
  private let random: EngineRandom

  init(
    _ domains: [DomainCommands], _ key: Result<JournalKey, JournalError>, passwordIterations: Int,
    locale: Language, random: EngineRandom
  ) {
    var commands: [String: RegisteredCommand] = [:]
    for (index, domain) in domains.enumerated() {
      for reader in domain.readers {
        commands[reader.info.name] = RegisteredCommand(reader.info, reader, decidedBy: index)
      }
    }
    commands[Tick.info.name] = RegisteredCommand(Tick.info)
    self.commands = commands
    self.key = key
    self.passwordIterations = passwordIterations
    self.locale = locale
    self.random = random
  }

  /// Parses a command. If it is malformed, its actor may not send it or the key that it needs is
  /// missing, the `ParsedCommand` has its final result.
  package func read(_ input: CommandInput) -> ParsedCommand {
    let outcome = outcome(of: input)
    let language: Language =
      switch outcome {
      case .wellFormed(let prepared): prepared.request.locale
      case .finalResult: requestedLocale(of: input) ?? locale
      }
    return ParsedCommand(outcome: outcome, line: input.line, locale: language)
  }

  /// The language that a malformed command asks for.
  private func requestedLocale(of input: CommandInput) -> Language? {
    guard case .success(let json) = input.json, CommandRequest.name(in: json) != nil else {
      return nil
    }
    return CommandRequest.idAndLocale(in: json).locale
  }

  private func outcome(of input: CommandInput) -> ParsedCommand.Outcome {
    let json: JSONValue
    switch input.json {
    case .success(let value): json = value
    case .failure(let error): return malformed(EngineTexts.malformed(error.text), input)
    }
    guard let name = CommandRequest.name(in: json) else {
      return malformed(EngineTexts.malformed(EngineTexts.noObject), input)
    }
    guard let command = commands[name] else {
      let nearest = Spelling.nearest(to: name, in: Array(commands.keys))
      return malformed(EngineTexts.unknownCommand(name, nearest: nearest), input)
    }
    func problem(
      _ kind: CommandResult.Problem.Kind, _ code: String, _ text: Bilingual
    ) -> ParsedCommand.Outcome {
      let address = CommandRequest.idAndLocale(in: json)
      return .finalResult(
        CommandResult(
          id: address.id, command: name,
          outcome: .refused(
            .init(kind, code: code, message: text[address.locale ?? locale]))))
    }
    do throws(FormError) {
      let (request, form) = try CommandRequest.read(
        json, named: name, for: command, locale: locale)
      let needsKey = command.info.needsKey || request.id != nil || command.isSlow
      if needsKey, case .failure(let error) = key {
        return .finalResult(CommandResult(request, .failure(error, in: request.locale)))
      }
      let decidable = try command.reader?.read(commandForm(form, command, request))
      if let actor = request.actor, !command.info.actor.allows(actor) {
        return problem(
          .refusal, "actorNotAllowed", EngineTexts.actorNotAllowed(command.info.actor))
      }
      return .wellFormed(
        PreparedCommand(
          request, command, decidable,
          request.id != nil && !command.isSlow ? fingerprint(of: request, command) : nil))
    } catch {
      return problem(.malformed, error.code, error.message + command.info.advice(on: error))
    }
  }

  private func commandForm(
    _ form: Form, _ command: RegisteredCommand, _ request: CommandRequest
  ) -> CommandForm {
    let drawn = random.source(for: request)
    return CommandForm(
      form, actor: request.actor,
      keyed: { [key] purpose, text in
        guard command.info.needsKey, case .success(let key) = key else {
          preconditionFailure("\(command.info.name) uses the journal's key without needsKey.")
        }
        return key.digest(purpose, text)
      },
      fresh: { drawn.freshID() }, random: { drawn.next64() })
  }

  private func malformed(_ text: Bilingual, _ input: CommandInput) -> ParsedCommand.Outcome {
    .finalResult(
      CommandResult(
        outcome: .refused(
          .init(
            .malformed, code: "malformedCommand",
            message: text[requestedLocale(of: input) ?? locale], line: input.line))))
  }
}

// MARK: - Fingerprints

extension CommandParser {
  func fingerprint(
    of request: CommandRequest, _ command: RegisteredCommand
  ) -> SaltedFingerprint {
    let salt = random.salt()
    return SaltedFingerprint(digest: fingerprint(of: request, command, salt: salt), salt: salt)
  }

  func fingerprint(
    of request: CommandRequest, _ command: RegisteredCommand, salt: [UInt8]
  ) -> KeyedDigest {
    passwordHashing.fingerprint(of: request.data, secrets: command.secrets, salt: salt)
  }

  /// - Precondition: the journal's key is known. The parser answers a command that needs the
  ///   missing key with a failure.
  var passwordHashing: PasswordHashing {
    guard case .success(let key) = key else {
      preconditionFailure("A command that needs the key was read without it.")
    }
    return PasswordHashing(key: key, iterations: passwordIterations, random: random)
  }
}

struct SaltedFingerprint: Sendable {
  let digest: KeyedDigest
  let salt: [UInt8]
}

// MARK: - Parsed commands

/// A parsed command, ready to be executed.
package struct ParsedCommand: Sendable {
  enum Outcome: Sendable {
    case wellFormed(PreparedCommand)
    /// The final result of a command that needs no decision; see ``CommandParser/read(_:)``.
    indirect case finalResult(CommandResult)
  }

  let outcome: Outcome
  /// The number of the input line with the command; nil if it was not read from a line.
  package let line: Int?
  /// The language of its result's texts.
  package let locale: Language

  /// The time that the command states; nil if it states none or needs no decision.
  package var at: Timestamp? {
    if case .wellFormed(let prepared) = outcome { prepared.request.at } else { nil }
  }

  /// Whether it needs slow hashing.
  var isSlow: Bool {
    if case .wellFormed(let prepared) = outcome { prepared.command.isSlow } else { false }
  }
}

/// A command with a valid form. A class, since references to it are passed through many calls.
final class PreparedCommand: Sendable {
  let request: CommandRequest
  let command: RegisteredCommand
  /// Nil for `system.tick`.
  let decidable: (any DecidableCommand)?
  /// The fingerprint of its content; nil without an id, for a command issued as a value, or if
  /// computing it takes slow hashing.
  let fingerprint: SaltedFingerprint?
  /// Whether its content is compared with that of an earlier command with the same id.
  let comparesContent: Bool

  init(
    _ request: CommandRequest, _ command: RegisteredCommand, _ decidable: (any DecidableCommand)?,
    _ fingerprint: SaltedFingerprint?, comparesContent: Bool = true
  ) {
    self.comparesContent = comparesContent
    self.request = request
    self.command = command
    self.decidable = decidable
    self.fingerprint = fingerprint
  }
}

/// The registration of a command under its name.
final class RegisteredCommand: Sendable {
  let info: CommandInfo
  /// Nil for `system.tick`.
  let reader: FormReader?
  /// The index of the domain that decides it.
  let domain: Int
  /// Whether reading or deciding it needs slow hashing.
  let isSlow: Bool
  let secrets: [String]

  init(_ info: CommandInfo, _ reader: FormReader? = nil, decidedBy domain: Int = 0) {
    self.info = info
    self.reader = reader
    self.domain = domain
    secrets = info.fields.filter { $0.kind == .secret }.map(\.name)
    isSlow = !secrets.isEmpty
  }
}

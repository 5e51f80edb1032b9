import EventStore

/// Reads commands as far as they can be understood by themselves: their form, who sends them, and
/// the fingerprint of what they say.
///
/// Nothing of it depends on what is recorded, so that a thread of its own may do it while the
/// commands in front are decided.
public struct CommandParser: Sendable {
  private let commands: [String: RegisteredCommand]
  private let key: Result<JournalKey, JournalError>
  private let passwordIterations: Int
  private let locale: Locale
  private let random: EngineRandom

  init(
    _ domains: [DomainCommands], for writer: borrowing JournalWriter, locale: Locale,
    random: EngineRandom
  ) {
    var commands: [String: RegisteredCommand] = [:]
    for (index, domain) in domains.enumerated() {
      for reader in domain.readers {
        commands[reader.info.name] = RegisteredCommand(reader.info, reader, decidedBy: index)
      }
    }
    commands[Tick.info.name] = RegisteredCommand(Tick.info)
    self.commands = commands
    key = writer.key
    passwordIterations = writer.manifest.passwordIterations
    self.locale = locale
    self.random = random
  }

  public func read(_ input: CommandHandler.Input) -> ParsedCommand {
    ParsedCommand(outcome: outcome(of: input), line: input.line)
  }

  private func outcome(of input: CommandHandler.Input) -> ParsedCommand.Outcome {
    let json: JSONValue
    switch input.json {
    case .success(let value): json = value
    case .failure(let error): return malformed(EngineTexts.malformed("\(error)"), input)
    }
    guard let name = CommandRequest.name(in: json) else {
      return malformed(EngineTexts.malformed(EngineTexts.noObject[locale]), input)
    }
    guard let command = commands[name] else {
      let nearest = Spelling.nearest(to: name, in: Array(commands.keys))
      return malformed(EngineTexts.unknownCommand(name, nearest: nearest), input)
    }
    func problem(
      _ kind: CommandResult.Problem.Kind, _ code: String, _ text: Bilingual
    ) -> ParsedCommand.Outcome {
      let address = CommandRequest.address(in: json)
      return .answered(
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
        return .answered(CommandResult(request, .failure(error, in: request.locale)))
      }
      let decidable = try command.reader?.read(filled(form, command, request))
      if let actor = request.actor, !command.info.actor.allows(actor) {
        return problem(
          .refusal, "actorNotAllowed", EngineTexts.actorNotAllowed(command.info.actor))
      }
      return .asked(
        PreparedCommand(
          request, command, decidable,
          request.id != nil && !command.isSlow ? fingerprint(of: request, command) : nil))
    } catch {
      return problem(.malformed, error.code, error.message)
    }
  }

  private func filled(
    _ form: Form, _ command: RegisteredCommand, _ request: CommandRequest
  ) -> CommandForm {
    let drawn = random.source(for: request)
    return CommandForm(
      form, actor: request.actor,
      keyed: { [key] purpose, text in
        guard case .success(let key) = key else {
          preconditionFailure("\(command.info.name) does not say that it needs the journal's key.")
        }
        return key.digest(purpose, text)
      },
      fresh: { drawn.freshID() }, random: { drawn.next64() })
  }

  private func malformed(_ text: Bilingual, _ input: CommandHandler.Input) -> ParsedCommand.Outcome
  {
    .answered(
      CommandResult(
        outcome: .refused(
          .init(
            .malformed, code: "malformedCommand", message: text[locale], line: input.line))))
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
    Fingerprinting(passwords: passwordHashing).fingerprint(
      of: request.data, secrets: command.secrets, salt: salt)
  }

  /// Only for commands that were read with the journal's key.
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

// MARK: - What is read

/// A command as its form was read, ready to be carried out.
public struct ParsedCommand: Sendable {
  enum Outcome: Sendable {
    case asked(PreparedCommand)
    /// It needs no decision: something is wrong with it.
    indirect case answered(CommandResult)
  }

  let outcome: Outcome
  /// The number of its line, where it came as one.
  public let line: Int?

  /// When it says that it happened, where its form is right.
  public var at: Timestamp? {
    if case .asked(let asked) = outcome { asked.request.at } else { nil }
  }
}

/// What a command with the right form asks for. An object, since it goes through many hands.
final class PreparedCommand: Sendable {
  let request: CommandRequest
  let command: RegisteredCommand
  /// Nil for `system.tick`.
  let decidable: (any DecidableCommand)?
  /// Of its content; nil without an id, and where that takes slow hashing.
  let fingerprint: SaltedFingerprint?

  init(
    _ request: CommandRequest, _ command: RegisteredCommand, _ decidable: (any DecidableCommand)?,
    _ fingerprint: SaltedFingerprint?
  ) {
    self.request = request
    self.command = command
    self.decidable = decidable
    self.fingerprint = fingerprint
  }
}

/// A command as an engine knows it by its name.
final class RegisteredCommand: Sendable {
  let info: CommandInfo
  /// Nil for `system.tick`.
  let reader: (any FormReader)?
  /// Which of the engine's domains decides it.
  let domain: Int
  /// Whether reading or deciding it takes slow hashing.
  let isSlow: Bool
  let secrets: [String]

  init(_ info: CommandInfo, _ reader: (any FormReader)? = nil, decidedBy domain: Int = 0) {
    self.info = info
    self.reader = reader
    self.domain = domain
    secrets = info.fields.filter { $0.kind == .secret }.map(\.name)
    isSlow = !secrets.isEmpty
  }
}

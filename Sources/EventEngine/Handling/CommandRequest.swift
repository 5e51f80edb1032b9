import EventStore

/// The envelope of a command: the members around its `data`, before the data are parsed.
package struct CommandRequest: Sendable {
  /// The full name of the command.
  package let command: String
  /// The idempotency key; nil: the command is not deduplicated.
  package let id: CommandID?
  /// The actor; nil if the command was sent without one.
  package let actor: ActorID?
  /// The time that the command states; nil: the engine's clock.
  package let at: Timestamp?
  /// The correlation id, which is recorded with the events.
  package let correlation: CommandID?
  /// The event that caused the command, if a program in the same process names one.
  var because: Position?
  /// The language of the texts in the result.
  package let locale: Language
  /// The fields of the command.
  package let data: JSONObject

  private static let actorField = Field<ActorID>.id("actor")
  private static let idField = Field<CommandID>.id("id")
  private static let correlationField = Field<CommandID>.id("correlation")
  private static let atField = Field<Timestamp>.instant("at")
  private static let localeField = Field<Language>.word("locale")
  private static let dataField = Field<JSONObject>(
    "data", .text, takes: Bilingual(ru: "объект JSON", en: "a JSON object")
  ) { json in
    if case .object(let members) = json { .value(members) } else { .invalid }
  }

  /// The command name in a JSON value; nil if it has none.
  static func name(in json: JSONValue) -> String? {
    guard case .object(let members) = json else { return nil }
    return members["command"]?.text
  }

  /// The id and the locale, if they can be read, for the result of a malformed command.
  static func idAndLocale(in json: JSONValue) -> (id: CommandID?, locale: Language?) {
    guard case .object(let members) = json else { return (nil, nil) }
    var address: (id: CommandID?, locale: Language?) = (nil, nil)
    if case .string(let id) = members["id"], CommandID.isValid(id) {
      address.id = .init(rawValue: id)
    }
    address.locale = members["locale"]?.text.flatMap(Language.init(rawValue:))
    return address
  }

  /// Reads the members around `data`. Checks in the specification's order: unknown members, missing
  /// ones (both including those in `data`), malformed ones.
  ///
  /// - Returns: the request and its form, ready to be parsed as a command.
  static func read(
    _ json: JSONValue, named name: String, for command: RegisteredCommand,
    locale defaultLocale: Language
  ) throws(FormError) -> (request: CommandRequest, form: Form) {
    guard case .object(let object) = json else {
      preconditionFailure("The command is not an object.")
    }
    // The caller has checked that `command` is present.
    let envelope = try Form(known: object, fields: envelopeFields)
    let data = try data(of: envelope, for: command)
    let form = try Form(known: data, fields: command.info.fields)
    try requireActor(in: envelope, for: command)
    try form.checkMissing(command.info.fields, edits: command.info.edits)
    let request = CommandRequest(
      command: name, id: try envelope.optional(idField),
      actor: try envelope.optional(actorField), at: try at(in: envelope),
      correlation: try envelope.optional(correlationField),
      locale: try envelope.optional(localeField) ?? defaultLocale, data: data)
    return (request, form)
  }

  /// The time. If it is malformed, the message says why.
  private static func at(in envelope: Form) throws(FormError) -> Timestamp? {
    do throws(FormError) { return try envelope.optional(atField) } catch {
      guard case .invalidField(let name, let takes) = error,
        case .string(let text)? = envelope.value(name)
      else { throw error }
      do throws(TimestampError) { _ = try Timestamp.parse(rfc3339: text) } catch let reason {
        throw .invalidField(
          name,
          takes: Bilingual(
            ru: "\(takes.ru), например 2026-05-08T12:00:00Z (\(reason.text.ru))",
            en: "\(takes.en), such as 2026-05-08T12:00:00Z (\(reason))"))
      }
      throw error
    }
  }

  /// The `data`. A missing actor is reported before data that are no object.
  private static func data(
    of envelope: Form, for command: RegisteredCommand
  ) throws(FormError) -> JSONObject {
    do throws(FormError) { return try envelope.optional(dataField) ?? JSONObject([]) } catch {
      try requireActor(in: envelope, for: command)
      throw error
    }
  }

  private static func requireActor(
    in envelope: Form, for command: RegisteredCommand
  ) throws(FormError) {
    guard command.info.actor != .anyone && !envelope.has(actorField) else { return }
    let rule = command.info.actor
    throw .missingField(
      actorField.name,
      takes: rule == .person
        ? actorField.takes : Bilingual(ru: rule.rawValue, en: rule.rawValue))
  }

  private static let envelopeFields = [
    Field<String>.text("command").required, idField.optional, actorField.optional,
    atField.optional, correlationField.optional, localeField.optional, dataField.optional,
  ]
}

extension Cause {
  /// The cause of the events that the command records.
  init(_ request: CommandRequest) {
    self.init(
      command: request.command, id: request.id?.rawValue, actor: request.actor?.rawValue,
      correlation: request.correlation?.rawValue, because: request.because)
  }
}

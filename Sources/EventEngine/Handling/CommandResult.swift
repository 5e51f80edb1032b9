import EventStore

/// The result of a command.
public struct CommandResult: Sendable {
  /// The command's id, if it has one.
  public var id: CommandID?
  /// The command's name, if it could be read.
  public var command: String?
  /// The events that the command appended, including those that record a refusal.
  public var events: [RecordedEvent] = []
  /// Whether the command was accepted.
  public var outcome: Outcome
  /// Whether the command is a retry of one that was already carried out under the same id.
  public var isDuplicate = false

  /// The number of values, at the end of the list, that a retry does not get.
  package var oneTimeValueCount = 0

  /// The events in full, if the command was only rehearsed.
  public var rehearsed: [RehearsedEvent]?

  /// The position and the type of an appended event.
  public struct RecordedEvent: Hashable, Sendable {
    /// The position of the event.
    public let position: Position
    /// The type of the event.
    public let type: EventType

    package init(position: Position, type: EventType) {
      self.position = position
      self.type = type
    }
  }

  /// The values of an accepted command, or the reason why it was not accepted.
  public enum Outcome: Sendable {
    /// Accepted, with the values of the decider's answer.
    case accepted([CommandValue])
    /// Not accepted. Some refusals are recorded as events; `events` lists them. After a failure
    /// with the code `outcomeUnknown`, the events of the command may have been recorded, too.
    case refused(Problem)
  }

  /// The codes of the refusals that any command may have, in the order in which they are checked.
  package static let commonRefusals =
    [
      "malformedCommand", "unknownField", "missingField", FormError.invalidCode, "actorNotAllowed",
      "commandIdReused",
    ] + ImpossibleTime.codes

  /// The reason why a command was not accepted.
  public struct Problem: Error, Hashable, Sendable {
    /// The kinds of problems.
    public enum Kind: Sendable {
      /// The form is invalid, independent of the state.
      case malformed
      /// The domain, or a rule for all commands, refuses the command in this state.
      case refusal
      /// The journal failed, or the caller was cancelled.
      case failure
    }

    /// The kind of problem.
    public let kind: Kind
    /// A stable ASCII code, never translated.
    public let code: String
    /// The reason for people, in the language of the command.
    public let message: String
    /// The values of the refusal beside its text.
    public var value: [CommandValue] = []
    /// The number of the malformed line.
    package var line: Int?
    /// The journal's error, if the journal failed.
    public var cause: JournalError?
    /// The decider's own refusal, if the domain refused. `==` ignores it: its code and its text are
    /// those of the problem.
    public private(set) var refusal: (any Refused)?

    package init(
      _ kind: Kind, code: String, message: String, line: Int? = nil, cause: JournalError? = nil
    ) {
      self.kind = kind
      self.code = code
      self.message = message
      self.line = line
      self.cause = cause
    }

    /// A refusal by the domain. A refusal with the code `invalidField` counts as malformed, even if
    /// the value is wrong only in the current state, such as a schedule for an event that has none.
    package init(_ refusal: some Refused, in locale: Language) {
      self.init(
        refusal.code == FormError.invalidCode ? .malformed : .refusal, code: refusal.code,
        message: refusal.message(in: locale))
      self.refusal = refusal
    }

    public static func == (left: Problem, right: Problem) -> Bool {
      left.kind == right.kind && left.code == right.code && left.message == right.message
        && left.value == right.value && left.line == right.line && left.cause == right.cause
    }

    public func hash(into hasher: inout Hasher) {
      hasher.combine(kind)
      hasher.combine(code)
      hasher.combine(message)
    }

    /// A failure of the journal.
    ///
    /// - Parameter isQuestion: whether the request that fails would have recorded nothing.
    package static func failure(
      _ error: JournalError, in locale: Language, isQuestion: Bool = false
    ) -> Problem {
      let (code, text) = EngineTexts.failure(error, isQuestion: isQuestion)
      return Problem(.failure, code: code, message: text[locale], cause: error)
    }
  }

  /// The problem; nil if the command was accepted.
  public var problem: Problem? {
    if case .refused(let problem) = outcome { problem } else { nil }
  }

  /// The result as one JSON object, without a line feed.
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    if let id { json.string("id", id.rawValue) }
    if let command { json.string("command", command) }
    json.bool("ok", problem == nil)
    if let problem { write(problem, to: &json) }
    if command != nil { writeEvents(to: &json) }
    if isDuplicate { json.bool("duplicate", true) }
    let value =
      switch outcome {
      case .accepted(let value): value
      case .refused(let problem): problem.value
      }
    if !value.isEmpty {
      // The command is recorded. Of two values with one name, the last one counts.
      json.value("value", .object(value.reduce(into: JSONObject()) { $0[$1.name] = $1.value }))
    }
    json.endObject()
  }

  private func write(_ problem: Problem, to json: inout JSONWriter) {
    json.beginObject("error")
    json.string("code", problem.code)
    json.string("message", problem.message)
    if let line = problem.line { json.int("line", line) }
    let reserved = ["code", "message", "line"]
    for member in problem.refusal?.members ?? [] where !reserved.contains(member.name) {
      json.key(member.name)
      json.value(member.value)
    }
    json.endObject()
  }

  private func writeEvents(to json: inout JSONWriter) {
    json.beginArray("events")
    if let rehearsed {
      for event in rehearsed { event.write(to: &json) }
      return json.endArray()
    }
    for event in events {
      json.beginObject()
      json.int("position", event.position.rawValue)
      json.string("type", event.type.rawValue)
      json.endObject()
    }
    json.endArray()
  }
}

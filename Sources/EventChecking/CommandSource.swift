import EventEngine

/// A source of realistic commands for a domain: their actors, values and frequencies. It follows
/// the recorded events and prefers commands that will be accepted, so that stories make progress;
/// an occasional invalid one leads to the refusals.
public protocol CommandSource<Event> {
  /// The events that the source follows.
  associatedtype Event: EventStore.Event

  /// Creates a source that has seen no event.
  init()

  /// Applies a recorded event.
  mutating func apply(_ event: Recorded<Event>)

  /// The relative frequency of a command; 1 by default.
  func weight(of command: String, at now: Timestamp) -> Int

  /// The actor for a command that requires a person.
  func person(for command: String, _ choices: inout Choices) -> String

  /// A value for a field of the command; nil if the source does not know the field.
  ///
  /// A text of eight bytes or more that becomes personal data must not be a value of a public field,
  /// too: the laws of erasures would take it for a copy.
  func value(of field: String, in draft: Draft, _ choices: inout Choices) -> JSONValue?

  /// A time for the command that is later than `draft.now`, for a case that stories rarely reach by
  /// chance. Nil, the default, stands for `draft.now`. The story continues from the returned time.
  func time(of draft: Draft, _ choices: inout Choices) -> Timestamp?
}

extension CommandSource {
  public func weight(of command: String, at now: Timestamp) -> Int { 1 }
  public func time(of draft: Draft, _ choices: inout Choices) -> Timestamp? { nil }
}

/// A command under construction: its fields are filled in the order of its shape.
public struct Draft {
  /// The full name of the command.
  public let command: String
  /// The actor; nil for none.
  public let actor: String?
  /// The time of the command.
  public let now: Moment
  /// The fields that are filled so far.
  package internal(set) var data = JSONObject()

  /// The text of an earlier field; nil if it has none.
  public func text(_ field: String) -> String? {
    if case .string(let text) = data[field] { text } else { nil }
  }

  /// The local day `offset` days from now.
  public func day(_ offset: Int) -> JSONValue {
    .string(now.zone.day(of: now.time.advanced(bySeconds: Int64(offset) * 86_400)).description)
  }
}

extension JSONValue {
  /// A whole number as JSON.
  public static func whole(_ number: Int) -> JSONValue { .number(JSONNumber(number)) }

  /// A JSON array of texts.
  public static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

extension Choices {
  /// One of the texts as JSON.
  public mutating func text(_ texts: [String]) -> JSONValue { .string(pick(texts)) }

  /// In most cases one of the likely texts, if there are any; otherwise one of the others.
  public mutating func text(likely: [String], else others: [String]) -> JSONValue {
    let isLikely = below(8) < 7
    return .string(isLikely ? pickAny(likely) ?? pick(others) : pick(others))
  }
}

import EventEngine

/// What a domain knows about the commands that people might send to it: who sends them, with which
/// values, how often. It sees what has happened and leans towards what will be accepted, so that
/// stories go somewhere; what it gets wrong now and then brings the refusals.
public protocol CommandSource<Event> {
  associatedtype Event: EventStore.Event

  init()

  /// Takes in what has happened.
  mutating func learn(_ event: Recorded<Event>)

  /// How often a command is sent, compared with the others; 1 unless there is a reason.
  func weight(of command: String, at now: Timestamp) -> Int

  /// Who sends a command that takes a person.
  func person(for command: String, _ choices: inout Choices) -> String

  /// A value for a field of the command; nil for a field that nobody has told the source of.
  func value(of field: String, in draft: Draft, _ choices: inout Choices) -> JSONValue?
}

extension CommandSource {
  public func weight(of command: String, at now: Timestamp) -> Int { 1 }
}

/// A command that is being put together: its fields are filled in the order of its shape.
public struct Draft {
  public let command: String
  public let actor: String?
  public let now: Moment
  public internal(set) var data = JSONObject()

  /// The text that was chosen for a field in front.
  public func text(_ field: String) -> String? {
    if case .string(let text) = data[field] { text } else { nil }
  }

  /// The local day so many days from now.
  public func day(_ offset: Int) -> JSONValue {
    .string(now.zone.day(of: now.time.advanced(bySeconds: Int64(offset) * 86_400)).description)
  }
}

extension JSONValue {
  /// A whole number.
  public static func whole(_ number: Int) -> JSONValue {
    do throws(JSONSyntaxError) { return try JSONParser.parse(Array(String(number).utf8)) } catch {
      preconditionFailure("a whole number is JSON: \(error)")
    }
  }

  public static func texts(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}

extension Choices {
  /// One of the texts as JSON.
  public mutating func text(_ texts: [String]) -> JSONValue { .string(pick(texts)) }

  /// Mostly one of the likely texts, where there are any, else one of the others.
  public mutating func text(likely: [String], else others: [String]) -> JSONValue {
    let isLikely = below(8) < 7
    return .string(isLikely ? pickAny(likely) ?? pick(others) : pick(others))
  }
}

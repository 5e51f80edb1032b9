import EventEngine

/// The invariants of a domain, with a state of their own, independent of deciders and read models.
public protocol DomainLaws<Event> {
  /// The events that the laws are about.
  associatedtype Event: EventStore.Event

  /// Creates the laws before the first event.
  init()

  /// Checks the next recorded event and returns descriptions of the violations.
  mutating func check(_ event: Recorded<Event>) -> [String]

  /// Checks what is due right after a `system.tick`, which may have recorded nothing, and returns
  /// descriptions of the violations.
  mutating func check(afterTickAt now: Moment) -> [String]

  /// Further queries, beside those that an event touches according to the read models.
  func questions() -> [Question]

  /// Checks the current answers and returns descriptions of the violations.
  func check(_ answers: Answers) -> [String]
}

extension DomainLaws {
  public mutating func check(afterTickAt now: Moment) -> [String] { [] }
  public func questions() -> [Question] { [] }
  public func check(_ answers: Answers) -> [String] { [] }
}

/// A query of a read model.
public struct Question: Hashable, Sendable {
  /// The name of the read model.
  package let model: String
  /// The parameters of the query.
  package let parameters: JSONObject

  /// Creates a query of a read model.
  public init(_ model: String, _ parameters: JSONObject = [:]) {
    self.model = model
    self.parameters = parameters
  }
}

/// The answers of the read models at one position.
public struct Answers {
  /// The time of the queries.
  public let now: Moment
  let states: [CheckedFold]

  /// The answer of a read model; nil if there is none.
  public func of(_ model: String, _ parameters: JSONObject = [:]) -> JSONObject? {
    guard let state = states.first(where: { $0.name == model }) else { return nil }
    let context = QueryContext(at: now, isAudit: true)
    do {
      let bytes = try state.answer(to: parameters, context)
      if case .object(let answer) = try JSONParser.parse(bytes) { return answer }
      return nil
    } catch { return nil }
  }
}

extension JSONObject {
  /// The whole number with this key; nil if there is none.
  public func whole(_ key: String) -> Int? {
    if case .number(let number) = self[key] { number.exactInteger.map(Int.init) } else { nil }
  }

  /// The text with this key; nil if there is none.
  public func text(_ key: String) -> String? {
    if case .string(let text) = self[key] { text } else { nil }
  }

  /// The boolean with this key; nil if there is none.
  public func flag(_ key: String) -> Bool? {
    if case .bool(let flag) = self[key] { flag } else { nil }
  }

  /// The objects in the array with this key; empty if there is none.
  public func list(_ key: String) -> [JSONObject] {
    guard case .array(let items) = self[key] else { return [] }
    return items.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }

  /// The texts in the array with this key; empty if there is none.
  public func texts(_ key: String) -> [String] {
    guard case .array(let items) = self[key] else { return [] }
    return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}

import EventEngine

/// What must always be true in a domain, kept in a way of its own, apart from deciders and read
/// models.
public protocol DomainLaws<Event> {
  associatedtype Event: EventStore.Event

  init()

  /// Takes in what has happened.
  ///
  /// - Returns: what may not have happened.
  mutating func enter(_ event: Recorded<Event>) -> [String]

  /// Questions beside those that the read models themselves name as touched by an event.
  func questions() -> [Question]

  /// What is wrong with the answers that are given now.
  func look(at answers: Answers) -> [String]
}

extension DomainLaws {
  public func questions() -> [Question] { [] }
  public func look(at answers: Answers) -> [String] { [] }
}

/// What a read model is asked.
public struct Question: Hashable, Sendable {
  public let model: String
  public let parameters: JSONObject

  public init(_ model: String, _ parameters: JSONObject = [:]) {
    self.model = model
    self.parameters = parameters
  }
}

/// What the read models say at some moment.
public struct Answers {
  public let now: Moment
  let states: [CheckedFold]

  /// The answer of a read model; nil when there is none.
  public func of(_ model: String, _ parameters: JSONObject = [:]) -> JSONObject? {
    guard let state = states.first(where: { $0.name == model }) else { return nil }
    let asking = QueryContext(at: now, isAudit: true)
    do {
      let bytes = try state.answer(to: parameters, asking)
      if case .object(let answer) = try JSONParser.parse(bytes) { return answer }
      return nil
    } catch { return nil }
  }
}

extension JSONObject {
  public func whole(_ key: String) -> Int? {
    if case .number(let number) = self[key] { number.exactInteger.map(Int.init) } else { nil }
  }

  public func text(_ key: String) -> String? {
    if case .string(let text) = self[key] { text } else { nil }
  }

  public func flag(_ key: String) -> Bool? {
    if case .bool(let flag) = self[key] { flag } else { nil }
  }

  public func list(_ key: String) -> [JSONObject] {
    guard case .array(let items) = self[key] else { return [] }
    return items.compactMap { if case .object(let object) = $0 { object } else { nil } }
  }

  public func texts(_ key: String) -> [String] {
    guard case .array(let items) = self[key] else { return [] }
    return items.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}

import Domain
import Synchronization
import TestSupport
import Testing

/// The laws of read models that `History` checks: a broken one is reported by its own name.
@Suite struct HistoryLawTests {
  @Test func `a projection whose folds differ is reported as not deterministic`() throws {
    let issues = try issues(of: Restless.self)
    #expect(issues.count == 1)
    #expect(issues.first?.contains("two folds of the same events give different answers") == true)
    #expect(issues.first?.contains("sort it into a list") == true)
  }

  @Test func `a projection that omits facts is reported`() throws {
    let issues = try issues(of: Forgetful.self)
    #expect(issues.count == 1)
    #expect(issues.first?.contains("facts(for:) omits") == true)
  }

  @Test func `a projection that lacks a type in factTypes is reported`() throws {
    let issues = try issues(of: Untyped.self)
    #expect(issues.count == 1)
    let text =
      "Untyped.apply uses a type that is missing from its factTypes: "
      + "habits.onboardingFinished"
    #expect(issues.first?.contains(text) == true, "\(issues)")
  }

  @Test func `a summary with another answer is reported`() throws {
    let issues = try issues(of: Onboardings.self)
    #expect(issues.count == 1)
    #expect(issues.first?.contains("the summary gives another answer") == true, "\(issues)")
  }

  @Test func `an event that loses a member when it is recorded is reported`() throws {
    let issues = Mutex<[String]>([])
    withKnownIssue {
      let history = History<LossyEvent>(.dimmed(Dimmed(lamp: "a", percent: 7)))
      #expect(history.events.map(\.event) == [.dimmed(Dimmed(lamp: "a", percent: 100))])
    } matching: { issue in
      issues.withLock { $0.append("\(issue)") }
      return true
    }
    #expect(issues.withLock(\.count) == 1)
    #expect(
      issues.withLock { $0.first?.contains("an event changes when it is encoded") } == true)
  }

  /// The issues that a query records.
  private func issues<P: Projection<HabitsEvent>>(
    of projection: P.Type
  ) throws -> [String] where P.Parameters == NoParameters {
    let issues = Mutex<[String]>([])
    try withKnownIssue {
      _ = try History<HabitsEvent>(.onboarded()).ask(projection)
    } matching: { issue in
      issues.withLock { $0.append("\(issue)") }
      return true
    }
    return issues.withLock { $0 }
  }
}

/// A state that depends on the number of events folded before, in all states.
private struct Restless: Projection, StoredState {
  struct Answer: Encodable { let number: Int }

  static let shape = QueryShape<NoParameters>(
    "habits.restless", Bilingual(ru: "Номер свёртки", en: "The number of the fold"))

  private static let folds = Atomic<Int>(0)
  private var number = 0

  mutating func apply(_ event: Recorded<HabitsEvent>) {
    number = Self.folds.add(1, ordering: .relaxed).newValue
  }

  func answer(to _: NoParameters, _ context: QueryContext) -> Answer { Answer(number: number) }
}

/// A projection that counts events but names none of them as its facts.
private struct Forgetful: Projection, StoredState {
  struct Answer: Encodable { let count: Int }

  static let shape = QueryShape<NoParameters>(
    "habits.forgetful", Bilingual(ru: "Число событий", en: "The number of events"))

  private var count = 0

  func facts(for parameters: NoParameters) -> Query { .nothing }

  mutating func apply(_ event: Recorded<HabitsEvent>) { count += 1 }

  func answer(to _: NoParameters, _ context: QueryContext) -> Answer { Answer(count: count) }
}

/// A projection that counts events of a type that its state does not list.
private struct Untyped: Projection, StoredState {
  struct Answer: Encodable { let count: Int }

  static let shape = QueryShape<NoParameters>(
    "habits.untyped", Bilingual(ru: "Число событий", en: "The number of events"))
  static let factTypes = [TrackerDeleted.type]

  private var count = 0

  mutating func apply(_ event: Recorded<HabitsEvent>) { count += 1 }

  func answer(to _: NoParameters, _ context: QueryContext) -> Answer { Answer(count: count) }
}

/// A projection whose summary counts nothing.
private struct Onboardings: Projection, StoredState {
  struct Answer: Encodable { let count: Int }
  struct Summary: Projection, StoredState {
    static let shape = QueryShape<NoParameters>(
      "habits.summary", Bilingual(ru: "Число событий", en: "The number of events"))
    mutating func apply(_ event: Recorded<HabitsEvent>) {}
    func answer(to _: NoParameters, _ context: QueryContext) -> Onboardings.Answer {
      Onboardings.Answer(count: 0)
    }
  }

  static let shape = QueryShape<NoParameters>(
    "habits.onboardings", Bilingual(ru: "Число событий", en: "The number of events"))
  static func isAnsweredBySummary(_: NoParameters) -> Bool { true }

  private var count = 0

  mutating func apply(_ event: Recorded<HabitsEvent>) { count += 1 }

  func answer(to _: NoParameters, _ context: QueryContext) -> Answer { Answer(count: count) }
}

private enum LossyEvent: EventStore.Event {
  case dimmed(Dimmed)

  static let catalog = EventCatalog<LossyEvent>().current(dimmed)

  var payload: any EventPayload {
    switch self {
    case .dimmed(let payload): payload
    }
  }
}

/// A payload that forgets a member.
private struct Dimmed: EventPayload {
  private enum CodingKeys: CodingKey { case lamp }

  static let type: EventType = "lamp.dimmed"
  let lamp: String
  var percent = 100
  var tags: [EventStore.Tag] { [EventStore.Tag("lamp", lamp)] }
}

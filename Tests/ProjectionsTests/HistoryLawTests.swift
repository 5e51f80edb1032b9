import Domain
import Synchronization
import TestSupport
import Testing

/// The laws of read models that `History` checks: a broken one is reported by its own name.
@Suite struct HistoryLawTests {
  @Test func `a projection whose folds differ is reported as not deterministic`() throws {
    try expectIssue("two folds of the same events give different answers") {
      _ = try history.ask(Restless.self)
    }
  }

  @Test func `a projection that omits facts is reported`() throws {
    try expectIssue("facts(for:) omits") { _ = try history.ask(Forgetful.self) }
  }

  @Test func `a projection that lacks a type in factTypes is reported`() throws {
    try expectIssue(
      "Untyped.apply uses a type that is missing from its factTypes: habits.onboardingFinished"
    ) {
      _ = try history.ask(Untyped.self)
    }
  }

  @Test func `a summary with another answer is reported`() throws {
    try expectIssue("the summary gives another answer") { _ = try history.ask(Onboardings.self) }
  }

  @Test func `a state that a snapshot loses is reported`() throws {
    try expectIssue("a state restored from a snapshot gives another answer") {
      _ = try history.ask(Unstored.self)
    }
    expectIssue("(complete → Unstored(count: 1))") { history.checkSnapshots(Unstored.self) }
  }

  @Test func `a member that the shape does not list is reported`() throws {
    try expectIssue("the shape does not list these members") { _ = try history.ask(Unlisted.self) }
  }

  @Test func `a list of plain values that the shape does not declare is reported`() throws {
    try expectIssue("the shape does not say that these lists have plain values") {
      _ = try history.ask(UnlistedValues.self)
    }
  }

  @Test func `an event that loses a member when it is recorded is reported`() throws {
    expectIssue("an event changes when it is encoded") {
      let history = History<LossyEvent>(.dimmed(Dimmed(lamp: "a", percent: 7)))
      #expect(history.events.map(\.event) == [.dimmed(Dimmed(lamp: "a", percent: 100))])
    }
  }

  private let history = History<HabitsEvent>(.onboarded())
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

/// A projection whose snapshots omit what was counted.
private struct Unstored: Projection, StoredState {
  private enum CodingKeys: CodingKey {}
  struct Answer: Encodable { let count: Int }

  static let shape = QueryShape<NoParameters>(
    "habits.unstored", Bilingual(ru: "Число событий", en: "The number of events"))

  private var count = 0

  mutating func apply(_ event: Recorded<HabitsEvent>) { count += 1 }

  func answer(to _: NoParameters, _ context: QueryContext) -> Answer { Answer(count: count) }
}

/// An answer with a member that the shape lists and one that it does not.
private struct Unlisted: Projection, StoredState {
  struct Answer: Encodable { var count = 1, days = 2 }

  static let shape = QueryShape<NoParameters>(
    "habits.unlisted", Bilingual(ru: "Число дней", en: "The number of days"), shows: ["count"])

  mutating func apply(_ event: Recorded<HabitsEvent>) {}
  func answer(to _: NoParameters, _ context: QueryContext) -> Answer { Answer() }
}

/// An answer with a list of numbers, which the shape does not say.
private struct UnlistedValues: Projection, StoredState {
  struct Answer: Encodable { var counts = [1, 2] }

  static let shape = QueryShape<NoParameters>(
    "habits.values", Bilingual(ru: "Числа", en: "Numbers"), shows: ["counts"])

  mutating func apply(_ event: Recorded<HabitsEvent>) {}
  func answer(to _: NoParameters, _ context: QueryContext) -> Answer { Answer() }
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

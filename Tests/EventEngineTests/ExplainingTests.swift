import EventEngine
import TestSupport
import Testing

/// Queries about the history, to an engine in the caller's own process.
@Suite struct ExplainingTests {
  private func story(_ kind: EngineKind) async throws -> Engine {
    let engine = try await kind.make().engine
    try await engine.issue(Seats.self, .take("a", guest: "eva"), by: "eva", correlation: "visit")
    try await engine.issue(Seats.self, .take("b", guest: "kim"), by: "kim")
    try await engine.issue(Seats.self, .free("a"), by: "eva", correlation: "visit", because: 1)
    try await engine.issue(Seats.self, .take("c", guest: "kim"), by: "kim", correlation: "visit")
    return engine
  }

  @Test(arguments: EngineKind.allCases)
  func `an engine explains an answer`(_ kind: EngineKind) async throws {
    let engine = try await story(kind)
    let history = try await engine.why("seats.taken", field: "seats")
    #expect(history.steps.map(\.event.position) == [1, 2, 3, 4])
    #expect(history.steps[2].changes.map(\.field) == ["seats"])
    #expect(history.answer?.value(at: "seats.count") == .number(JSONNumber(2)))
    let full = try #require(AnswerCondition("seats.count >= 2"))
    let intervals = try await engine.when("seats.taken", where: full)
    #expect(intervals.map(\.from) == [2, 4])
    #expect(intervals.map(\.to) == [2, nil])
    #expect(intervals[0].ended?.position == 3)
    let differences = try await engine.diff("seats.taken", from: 1, to: .position(3))
    #expect(differences.map(\.positions) == [[2, 3]])
    #expect(try await engine.diff("seats.taken", from: 4).isEmpty)
    let without = try await engine.why("seats.taken", without: [3])
    #expect(without.answer?.value(at: "seats.count") == .number(JSONNumber(3)))
    #expect(try await engine.audit(3).map(\.key) == [AnswerKey("seats.taken", [:])])
    #expect(try await engine.audit(99).isEmpty)
    await #expect(throws: QueryRefusal.self) { try await engine.why("seats.unknown") }
  }

  @Test(arguments: EngineKind.allCases)
  func `a trace has the consequences of an event, and its whole correlation`(_ kind: EngineKind)
    async throws
  {
    let engine = try await story(kind)
    let tree = try await engine.trace(.event(1))
    #expect(tree.map(\.event.position) == [1, 3, 4])
    #expect(tree.map(\.depth) == [0, 1, 0])
    #expect(try await engine.trace(.correlation("visit")).map(\.event.position) == [1, 3, 4])
    #expect(try await engine.trace(.event(2)).map(\.event.position) == [2])
    #expect(try await engine.trace(.command("none")).isEmpty)
  }

  @Test(arguments: EngineKind.allCases)
  func `a rehearsal records nothing`(_ kind: EngineKind) async throws {
    let engine = try await story(kind)
    let data: JSONObject = ["seat": "a", "guest": "ann"]
    let take = JSONValue.object(["command": "seats.take", "data": .object(data)])
    let now = try await engine.rehearse(take)
    #expect(now.rehearsed?.map(\.position) == [5])
    #expect(now.rehearsed?.first?.event.tags == [Tag("seat", "a")])
    #expect(try await engine.rehearse(take, asOf: .position(2)).problem?.code == "alreadyTaken")
    #expect(try await engine.rehearse(take, asOf: .position(0)).rehearsed?.map(\.position) == [1])
    let text = #"{"command":"seats.take","data":{"seat":"a","guest":"ann"}}"#
    #expect(try JSONValue(json: text.utf8) == take)
    #expect(try await engine.rehearse(json: text.utf8).events == now.events)
    let past = try await engine.rehearse(json: text.utf8, asOf: .position(2))
    #expect(past.problem?.code == "alreadyTaken")
    let malformed = try await engine.rehearse(json: "{".utf8)
    #expect(malformed.problem?.code == "malformedCommand")
    #expect(try await engine.head() == 4)
    let real = await engine.issue(take)
    #expect(real.events == now.events)
  }

  @Test func `a field that no answer had is refused, listed or not`() async throws {
    let unlisted = DomainDefinition(
      "seats", of: SeatEvent.self, deciders: [Seats.self],
      projections: [TakenSeats.self, UnlistedSeats.self])
    let engine = try await Engine.inMemory(domains: [unlisted])
    try await engine.issue(Seats.self, .take("a", guest: "eva"), by: "eva")
    for model in ["seats.taken", "seats.unlisted"] {
      #expect(try await engine.why(model, field: "seats").steps.count == 1)
      #expect(try await engine.when(model, where: condition("seats.count > 0")).count == 1)
      await #expect(throws: unknown("field", of: model)) {
        try await engine.why(model, field: "seat[a]")
      }
      await #expect(throws: unknown("where", of: model)) {
        try await engine.when(model, where: condition("seat.count > 0"))
      }
    }
  }

  private func condition(_ text: String) throws -> AnswerCondition {
    try #require(AnswerCondition(text))
  }

  private func unknown(_ parameter: String, of model: String) -> QueryRefusal {
    let takes = Bilingual(ru: "поле ответа \(model): seats", en: "a field of \(model): seats")
    return .form(.invalidField(parameter, takes: takes))
  }
}

/// The taken seats, without a list of the answer's members.
private struct UnlistedSeats: Projection {
  static let shape = QueryShape<NoParameters>(
    "seats.unlisted", Bilingual(ru: "Занятые места", en: "The seats that are taken"))

  let state: TakenSeats

  init(_ state: TakenSeats) { self.state = state }

  func answer(to parameters: NoParameters, _ context: QueryContext) -> TakenSeats.Answer {
    state.answer(to: parameters, context)
  }
}

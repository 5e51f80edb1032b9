import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Anna has a habit and an irregular event, and a category she has deleted.
private let given = Given<Trackers>(
  .added("c1", "Здоровье"), .added("c2", "Дом"), .added("c3", "Сад"), .deletedCategory("c3"),
  .habit("t1"), .irregular("t2"), .added("c1", "Дом", of: "boris"), .habit("t3", of: "boris"))

@Suite struct `Editing a tracker` {
  private func edit(
    _ data: JSONObject, by actor: String = "anna", in given: Given<Trackers> = given,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<Trackers> {
    given.when("habits.editTracker", by: actor, data, sourceLocation: sourceLocation)
  }

  @Test func `records only the given fields`() {
    edit(["tracker": "t1", "title": " Сон "]).then(.edited("t1", title: "Сон")).answering()
    edit(["tracker": "t1", "category": "c2"]).then(.edited("t1", in: "c2"))
    edit(["tracker": "t1", "schedule": ["sun", "mon"]]).then(.edited("t1", on: [.mon, .sun]))
    edit(["tracker": "t1", "emoji": "👨‍👩‍👧‍👦"]).then(.edited("t1", emoji: "👨‍👩‍👧‍👦"))
    edit(["tracker": "t2", "color": "#abcdef"]).then(.edited("t2", color: "#abcdef"))
    edit([
      "tracker": "t1", "title": "Сон", "category": "c2", "schedule": ["sat"], "emoji": "💤",
      "color": "#000000",
    ]).then(
      .edited("t1", title: "Сон", in: "c2", on: [.sat], emoji: "💤", color: "#000000"))
  }

  @Test func `is recorded even if it changes nothing`() {
    edit(["tracker": "t1", "title": "Зарядка", "category": "c1"])
      .then(.edited("t1", title: "Зарядка", in: "c1"))
  }

  @Test func `requires at least one field`() {
    let fields = "title, category, schedule, emoji, color"
    edit(["tracker": "t1"]).thenInvalid(.missingField(fields))
    edit(["tracker": "t1", "title": .null]).thenInvalid(.missingField(fields))
    edit(["title": "Сон"]).thenInvalid(.missingField("tracker"))
    edit(["tracker": "t1", "pinned": .bool(true)]).thenInvalid(.unknownField("pinned"))
  }

  @Test func `can't clear a field`() {
    edit(["tracker": "t1", "title": " "]).thenInvalid(.invalidField("title"))
    edit(["tracker": "t1", "category": ""]).thenInvalid(.invalidField("category"))
    edit(["tracker": "t1", "schedule": []]).thenInvalid(.invalidField("schedule"))
    edit(["tracker": "t1", "emoji": ""]).thenInvalid(.invalidField("emoji"))
    edit(["tracker": "t1", "color": "", "title": "Сон"]).thenInvalid(.invalidField("color"))
  }

  @Test func `refuses a title that is too long before other errors`() {
    let long = JSONValue.string(String(repeating: "👨‍👩‍👧‍👦", count: 39))
    edit(["tracker": "t1", "title": long]).thenRefused(.titleTooLong)
    edit(["tracker": "t9", "title": long, "category": "c9"]).thenRefused(.titleTooLong)
    let longest = String(repeating: "👨‍👩‍👧‍👦", count: 38)
    edit(["tracker": "t1", "title": .string(longest)])
      .then(.edited("t1", title: TrackerTitle(rawValue: longest)))
  }

  @Test func `requires a tracker and a category of the same user`() {
    edit(["tracker": "t9", "title": "Сон"]).thenRefused(.noSuchTracker)
    edit(["tracker": "t3", "title": "Сон"]).thenRefused(.noSuchTracker)
    edit(["tracker": "t1", "title": "Сон"], in: given.and(.deleted("t1")))
      .thenRefused(.noSuchTracker)
    edit(["tracker": "t1", "category": "c3"]).thenRefused(.noSuchCategory)
    edit(["tracker": "t3", "category": "c2"], by: "boris").thenRefused(.noSuchCategory)
  }

  @Test func `refuses a schedule for an irregular event`() {
    edit(["tracker": "t2", "schedule": ["mon"]]).thenRefused(.scheduleOfIrregularEvent)
    edit(["tracker": "t2", "schedule": ["mon"], "category": "c9"]).thenRefused(.noSuchCategory)
    edit(["tracker": "t2", "schedule": .null, "title": "Письмо"])
      .then(.edited("t2", title: "Письмо"))
  }
}

@Suite struct `Deleting a tracker` {
  @Test func `is recorded and names the subject to erase`() {
    let outcome = given.when("habits.deleteTracker", by: "anna", ["tracker": "t1"])
      .then(.deleted("t1")).answering()
    #expect(outcome.decision == .events([.deleted("t1")]))
    #expect(HabitsEvent.deleted("t1").dueForErasure.map(\.rawValue) == ["tracker:anna/t1"])
    outcome.thereafter.when("habits.deleteTracker", by: "anna", ["tracker": "t1"])
      .thenRefused(.noSuchTracker)
  }

  @Test func `requires a tracker of the same user`() {
    given.when("habits.deleteTracker", by: "anna", ["tracker": "t3"]).thenRefused(.noSuchTracker)
    given.when("habits.deleteTracker", by: "anna", ["tracker": "t9"]).thenRefused(.noSuchTracker)
    given.when("habits.deleteTracker", by: "anna").thenInvalid(.missingField("tracker"))
  }
}

import Commands
import Domain
import EventEngine
import TestSupport
import Testing

private let given = Given<Trackers>(
  .added("c1", "Здоровье"), .added("c2", "Дом"), .deletedCategory("c2"),
  .added("c3", "Сад", of: "boris"))

private let form: JSONObject = [
  "tracker": "t1", "title": "Зарядка", "category": "c1", "schedule": ["mon", "fri"],
  "emoji": "🤸", "color": "#33CFD9",
]

private func habit(
  _ field: String? = nil, _ value: JSONValue? = nil, in given: Given<Trackers> = given,
  by actor: String = "anna", sourceLocation: SourceLocation = #_sourceLocation
) -> Outcome<Trackers> {
  var data = form
  if let field { data[field] = value }
  return given.when("habits.createHabit", by: actor, data, sourceLocation: sourceLocation)
}

private func irregular(
  _ field: String? = nil, _ value: JSONValue? = nil, in given: Given<Trackers> = given,
  sourceLocation: SourceLocation = #_sourceLocation
) -> Outcome<Trackers> {
  var data = form
  data["schedule"] = nil
  if let field { data[field] = value }
  return given.when(
    "habits.createIrregularEvent", by: "anna", data, sourceLocation: sourceLocation)
}

@Suite struct `Creating a tracker` {
  @Test func `records a habit with its schedule, an irregular event without`() {
    habit().then(.habit("t1", on: [.mon, .fri])).answering(CommandValue("tracker", "t1"))
    irregular().then(.irregular("t1", title: "Зарядка", emoji: "🤸", color: "#33CFD9"))
      .answering(CommandValue("tracker", "t1"))
  }

  @Test func `generates a missing id`() {
    habit("tracker", nil).then(.habit("fresh-id", on: [.mon, .fri]))
      .answering(CommandValue("tracker", "fresh-id"))
    irregular("tracker", .null)
      .then(.irregular("fresh-id", title: "Зарядка", emoji: "🤸", color: "#33CFD9"))
      .answering(CommandValue("tracker", "fresh-id"))
  }

  @Test func `trims the title and nothing else`() {
    habit("title", "  Пить  воду\n").then(.habit("t1", on: [.mon, .fri], title: "Пить  воду"))
    habit("emoji", " 🤸").thenInvalid(.invalidField("emoji"))
    habit("color", "#33CFD9 ").thenInvalid(.invalidField("color"))
    habit("color", "#33cFd9").then(.habit("t1", on: [.mon, .fri], color: "#33cFd9"))
  }

  @Test(arguments: ["ы", "👨‍👩‍👧‍👦", "e\u{301}", "🇬🇧", "й"])
  func `counts user-perceived characters in the title`(character: String) {
    let longest = String(repeating: character, count: 38)
    habit("title", .string(" \(longest) "))
      .then(.habit("t1", on: [.mon, .fri], title: TrackerTitle(rawValue: longest)))
    habit("title", .string(longest + character)).thenRefused(.titleTooLong)
    irregular("title", .string(longest + character)).thenRefused(.titleTooLong)
  }

  @Test func `ignores duplicate days`() {
    habit("schedule", ["sun", "wed", "sun", "mon"]).then(.habit("t1", on: [.mon, .wed, .sun]))
  }

  @Test(
    arguments: [
      [], ["monday"], ["Mon"], ["mon", .null], ["mon", ""], "mon", .object([:]), .bool(true),
    ] as [JSONValue])
  func `requires a list of the seven days`(schedule: JSONValue) {
    habit("schedule", schedule).thenInvalid(.invalidField("schedule"))
  }

  @Test(arguments: ["😀", "🏋🏽‍♀️", "👨‍👩‍👧‍👦", "🇬🇧", "e\u{301}", "Ж"])
  func `accepts any single character as emoji`(emoji: String) {
    habit("emoji", .string(emoji))
      .then(.habit("t1", on: [.mon, .fri], emoji: TrackerEmoji(rawValue: emoji)))
  }

  @Test func `requires all fields except the id, and no schedule for an irregular event`() {
    for field in ["title", "category", "schedule", "emoji", "color"] {
      habit(field, nil).thenInvalid(.missingField(field))
      habit(field, .null).thenInvalid(.missingField(field))
      habit(field, "").thenInvalid(.invalidField(field))
    }
    for field in ["title", "category", "emoji", "color"] {
      irregular(field, nil).thenInvalid(.missingField(field))
    }
    irregular("schedule", ["mon"]).thenInvalid(.unknownField("schedule"))
    irregular("schedule", .null).thenInvalid(.unknownField("schedule"))
    habit("pinned", .bool(true)).thenInvalid(.unknownField("pinned"))
  }

  @Test func `requires an existing category of the same user`() {
    for category: JSONValue in ["c2", "c3", "c4"] {
      habit("category", category).thenRefused(.noSuchCategory)
      irregular("category", category).thenRefused(.noSuchCategory)
    }
    habit("category", "c3", by: "boris")
      .then(.habit("t1", of: "boris", in: "c3", on: [.mon, .fri]))
  }

  @Test func `refuses an id that exists or existed`() {
    let taken = HabitsRefusal.alreadyExists(field: "tracker", id: "t1")
    habit(in: given.and(.habit("t1"))).thenRefused(taken)
    habit(in: given.and(.irregular("t1"), .deleted("t1"))).thenRefused(taken)
    irregular(in: given.and(.habit("t1"))).thenRefused(taken)
    irregular(in: given.and(.habit("t1"), .deleted("t1"))).thenRefused(taken)
    habit(in: given.and(.habit("t1", of: "boris", in: "c3"))).then(.habit("t1", on: [.mon, .fri]))
  }

  @Test func `checks the title first, then the category, then the id`() {
    let conflicting = given.and(.habit("t1"), .deletedCategory("c1"))
    let long = JSONValue.string(String(repeating: "ы", count: 39))
    habit("title", long, in: conflicting).thenRefused(.titleTooLong)
    habit(in: conflicting).thenRefused(.noSuchCategory)
    habit("schedule", [], in: conflicting).thenInvalid(.invalidField("schedule"))
  }
}

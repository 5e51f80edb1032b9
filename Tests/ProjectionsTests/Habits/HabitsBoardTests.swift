import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The board` {
  private let start = HabitsStory(.added("c1", "Здоровье"), .added("c2", "Дом"))

  private func show(
    _ story: HabitsStory, _ parameters: JSONObject = [:], at now: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    var members: JSONObject = ["user": "anna"]
    for member in parameters.members { members[member.key] = member.value }
    return story.show(HabitsBoard.self, members, at: now, sourceLocation: sourceLocation)
  }

  @Test func `has a placeholder when nothing is planned`() {
    #expect(show(start) == board(button: false, placeholder: "nothingPlanned"))
    let mondays = start.then(.habit("t1", on: [.mon]))
    #expect(show(mondays) == board(button: false, placeholder: "nothingPlanned"))
    #expect(
      show(mondays, ["filter": "completed", "search": "сон"])
        == board(filter: "completed", button: false, placeholder: "nothingPlanned"))
  }

  @Test func `shows the day's trackers under their categories, in the order of creation`() {
    let story = start.then(
      .habit("t3", in: "c2", on: [.fri]), .irregular("t2"), .habit("t1"),
      .habit("t4", on: [.mon, .sat]), .habit("t5", of: "boris"))
    let friday = habitCard("t3", schedule: #"["fri"]"#, scheduleText: "Пт")
    #expect(
      show(story)
        == board(
          section("Здоровье", "c1", irregularCard("t2"), habitCard("t1")),
          section("Дом", "c2", friday)))
    let weekend = habitCard("t4", schedule: #"["mon","sat"]"#, scheduleText: "Пн, Сб")
    #expect(
      show(story, ["date": "2026-05-09"])
        == board(
          on: "2026-05-09", section("Здоровье", "c1", irregularCard("t2"), habitCard("t1"), weekend)
        ))
  }

  @Test func `shows the pinned trackers first, and no such section without them`() {
    let story = start.then(
      .habit("t1"), .irregular("t2"), .habit("t3", in: "c2"), .pinned("t3"), .pinned("t1"))
    let pinned = section(
      "Закрепленные", nil, habitCard("t1", pinned: true), habitCard("t3", pinned: true))
    #expect(show(story) == board(pinned, section("Здоровье", "c1", irregularCard("t2"))))
    #expect(
      show(story.then(.unpinned("t1"), .unpinned("t3")))
        == board(
          section("Здоровье", "c1", habitCard("t1"), irregularCard("t2")),
          section("Дом", "c2", habitCard("t3"))))
    #expect(
      show(start.then(.habit("t1", on: [.mon]), .pinned("t1"), .irregular("t2")))
        == board(section("Здоровье", "c1", irregularCard("t2"))),
      "a pinned habit of another day")
  }

  @Test func `marks completions of the day and counts all days`() {
    let story = start.then(
      .habit("t1"), .irregular("t2"), .done("t1", on: "2026-05-08"), .done("t1", on: "2026-05-01"),
      .done("t2", on: "2026-05-07"))
    #expect(
      show(story)
        == board(
          section(
            "Здоровье", "c1", habitCard("t1", done: true, daysDone: 2),
            irregularCard("t2", daysDone: 1))))
    #expect(
      show(story.then(.undone("t1", on: "2026-05-08")), ["date": "2026-05-07"])
        == board(
          on: "2026-05-07",
          section(
            "Здоровье", "c1", habitCard("t1", daysDone: 1),
            irregularCard("t2", done: true, daysDone: 1))))
  }

  @Test func `plans a day by the schedule in force on it, and shows the current one`() {
    let story = start.then(.habit("t1", on: [.thu, .fri]))
      .then(at: "2026-05-11T09:00:00Z", .edited("t1", on: [.mon]))
    let card = habitCard("t1", schedule: #"["mon"]"#, scheduleText: "Пн")
    for day in ["2026-05-07", "2026-05-08", "2026-05-11", "2026-05-18"] {
      #expect(
        show(story, ["date": .string(day)]) == board(on: day, section("Здоровье", "c1", card)))
    }
    for day in ["2026-05-04", "2026-05-14"] {
      #expect(
        show(story, ["date": .string(day)])
          == board(on: day, button: false, placeholder: "nothingPlanned"))
    }
  }

  @Test func `shows edited trackers and renamed categories, but no deleted ones`() {
    let story = start.then(
      .habit("t1"), .irregular("t2"), .habit("t3", in: "c2"),
      .edited("t1", title: "Сон", in: "c2", emoji: "💤", color: "#000000"), .renamed("c2", "Дача"))
    let edited = habitCard("t1", "Сон", emoji: "💤", color: "#000000")
    #expect(
      show(story)
        == board(
          section("Здоровье", "c1", irregularCard("t2")),
          section("Дача", "c2", edited, habitCard("t3"))))
    #expect(
      show(story.then(.deleted("t2"), .deleted("t3"), .deletedCategory("c1")))
        == board(section("Дача", "c2", edited)))
  }

  @Test func `shows «удалено» for erased texts, which a search does not match`() {
    let story = start.then(.habit("t1"), .habit("t2", title: "Сон")).erasing("tracker:anna/t1")
    let gone =
      ##"{"tracker":"t1","kind":"habit","title":"удалено","emoji":null,"color":"#33CFD9","##
    #expect(show(story).contains(gone))
    #expect(story.show(HabitsBoard.self, in: .en).contains(#""title":"erased","emoji":null"#))
    #expect(show(story, ["search": "удалено"]) == board(placeholder: "nothingFound"))
    let all = story.erasing("user:anna")
    #expect(show(all).contains(#"{"title":"удалено","category":"c1","#))
    #expect(!show(all).contains("Сон") && !show(all).contains("Здоровье"))
    #expect(
      show(all.then(.edited("t1", title: "Бег", emoji: "🏃"), .renamed("c1", "Спорт")))
        .contains(
          #"{"title":"Спорт","category":"c1","trackers":[{"tracker":"t1","kind":"habit","#
            + #""title":"Бег","emoji":"🏃""#))
  }

  @Test func `is available in English`() {
    let story = start.then(.habit("t1", on: [.mon, .fri]), .irregular("t2"), .pinned("t2"))
    let habit = habitCard("t1", schedule: #"["mon","fri"]"#, scheduleText: "Mon, Fri")
    #expect(
      story.show(HabitsBoard.self, in: .en) == """
        {"date":"2026-05-08","filter":"all","filterButton":true,"placeholder":null,\
        "sections":[\(section("Pinned", nil, irregularCard("t2", pinned: true))),\
        \(section("Здоровье", "c1", habit))],\
        "filters":[{"filter":"all","title":"All trackers"},\
        {"filter":"today","title":"Trackers for today"},\
        {"filter":"completed","title":"Completed"},\
        {"filter":"uncompleted","title":"Not completed"}]}
        """)
    #expect(
      start.then(.habit("t1")).show(HabitsBoard.self, in: .en)
        .contains(#""scheduleText":"Every day""#))
  }

  @Test func `changes at local midnight`() {
    let story = start.then(.habit("t1", on: [.sat]))
    #expect(
      show(story, at: "2026-05-08T20:59:59.999Z")
        == board(button: false, placeholder: "nothingPlanned"))
    let saturday = section(
      "Здоровье", "c1", habitCard("t1", schedule: #"["sat"]"#, scheduleText: "Сб"))
    #expect(show(story, at: "2026-05-08T21:00:00Z") == board(on: "2026-05-09", saturday))
    #expect(
      show(story, ["now": "2026-05-09T01:00:00+03:00"]) == board(on: "2026-05-09", saturday),
      "now is a parameter, too")
  }

  @Test func `requires a known user`() {
    let story = HabitsStory(.onboarded(), .chose(.completed, by: "boris"))
    #expect(show(story) == board(button: false, placeholder: "nothingPlanned"))
    #expect(
      story.show(HabitsBoard.self, ["user": "boris"])
        == board(filter: "completed", button: false, placeholder: "nothingPlanned"))
    #expect(story.show(HabitsBoard.self, ["user": "vera"]) == "notFound: Пользователя vera нет")
    #expect(
      story.show(HabitsBoard.self, ["user": "vera"], in: .en)
        == "notFound: There is no user vera")
  }

  @Test func `refuses malformed parameters`() {
    #expect(start.show(HabitsBoard.self, [:]) == "missingField: user")
    #expect(show(start, ["date": "2026-02-30"]) == "invalidField: date")
    #expect(show(start, ["filter": "done"]) == "invalidField: filter")
    #expect(show(start, ["search": .bool(true)]) == "invalidField: search")
    #expect(show(start, ["now": "2026-05-08"]) == "invalidField: now")
    #expect(show(start, ["day": "2026-05-08"]) == "unknownField: day")
  }
}

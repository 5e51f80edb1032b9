import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// On Friday, 2026-05-08, one of two trackers is completed.
@Suite struct `The board's filter` {
  private let story = HabitsStory(
    .added("c1", "Здоровье"), .habit("t1"), .habit("t2"), .done("t1", on: "2026-05-08"))
  private let done = habitCard("t1", done: true, daysDone: 1)
  private let open = habitCard("t2")

  private func show(
    _ story: HabitsStory, _ parameters: JSONObject = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    var members: JSONObject = ["user": "anna"]
    for member in parameters.members { members[member.key] = member.value }
    return story.show(HabitsBoard.self, members, sourceLocation: sourceLocation)
  }

  private func shown(
    _ date: String = "2026-05-08", as filter: String, _ cards: String...
  ) -> String {
    let cards = cards.joined(separator: ",")
    return board(on: date, filter: filter, section("Здоровье", "c1", cards))
  }

  @Test func `selects completed or uncompleted trackers`() {
    #expect(show(story, ["filter": "all"]) == shown(as: "all", done, open))
    #expect(show(story, ["filter": "completed"]) == shown(as: "completed", done))
    #expect(show(story, ["filter": "uncompleted"]) == shown(as: "uncompleted", open))
    #expect(
      show(story, ["filter": "completed", "date": "2026-05-07"])
        == board(on: "2026-05-07", filter: "completed", placeholder: "nothingFound"))
  }

  @Test func `is remembered for each user`() {
    let chosen = story.then(.chose(.all), .chose(.uncompleted), .chose(.today, by: "boris"))
    #expect(show(chosen) == shown(as: "uncompleted", open))
    #expect(show(chosen, ["filter": "completed"]) == shown(as: "completed", done))
    let yesterday = habitCard("t1", daysDone: 1)
    #expect(
      show(chosen, ["date": "2026-05-07"])
        == shown("2026-05-07", as: "uncompleted", yesterday, open))
  }

  @Test func `of today moves to today from any date`() {
    let today = shown(as: "today", done, open)
    #expect(show(story, ["filter": "today"]) == today)
    #expect(show(story, ["filter": "today", "date": "2026-05-01"]) == today)
  }

  @Test func `of today, when remembered, permits another day`() {
    let chosen = story.then(.chose(.today))
    #expect(show(chosen) == shown(as: "today", done, open))
    let before = habitCard("t1", daysDone: 1)
    #expect(
      show(chosen, ["date": "2026-05-07"]) == shown("2026-05-07", as: "all", before, open))
    #expect(show(chosen, ["date": "2026-05-08"]) == shown(as: "all", done, open))
    #expect(
      show(chosen, ["filter": "today", "date": "2026-05-07"]) == shown(as: "today", done, open))
  }

  @Test func `hides its button only on a day without trackers`() {
    let mondays = HabitsStory(
      .added("c1", "Здоровье"), .habit("t1", on: [.mon]), .chose(.completed))
    #expect(
      show(mondays)
        == board(filter: "completed", button: false, placeholder: "nothingPlanned"))
    #expect(
      show(mondays, ["date": "2026-05-11"])
        == board(on: "2026-05-11", filter: "completed", placeholder: "nothingFound"))
  }
}

@Suite struct `Searching the board` {
  private let story = HabitsStory(
    .added("c1", "Здоровье"), .habit("t1", title: "Пить ВОДУ"), .habit("t2", title: "Ёлка 👨‍👩‍👧‍👦"),
    .habit("t3", title: "Cafe\u{301} crème"), .habit("t4", title: "Йога 🏋🏽‍♀️"),
    .habit("t5", title: "Flags 🇬🇧🇫🇷 σας ε"))

  private func found(_ search: String, sourceLocation: SourceLocation = #_sourceLocation) -> String
  {
    let answer = story.show(
      HabitsBoard.self, ["user": "anna", "search": .string(search)], sourceLocation: sourceLocation)
    return (1...5).map { "t\($0)" }.filter { answer.contains("\"\($0)\"") }.joined(separator: " ")
  }

  @Test func `matches any part of a title in any case`() {
    #expect(found("вод") == "t1")
    #expect(found("ПИТЬ") == "t1")
    #expect(found("ить в") == "t1")
    #expect(found("О") == "t1 t4")
    #expect(found("ёл") == "t2")
    #expect(found("ел") == "", "ё is е where names are sorted, not where they are searched")
    for search in ["ΣΑΣ", "σας", "ΑΣ Ε", "ς", "Σ", "σ"] {
      #expect(found(search) == "t5", "σ and ς are one letter")
    }
    #expect(found("здоровье") == "", "titles of categories are not searched")
  }

  @Test func `trims the search; an empty one matches everything`() {
    #expect(found(" воду\n") == "t1")
    #expect(found(" \u{A0} ") == "t1 t2 t3 t4 t5")
    #expect(found("") == "t1 t2 t3 t4 t5")
  }

  @Test func `matches whole characters, however they are composed`() {
    #expect(found("café") == "t3", "composed, where the title is not")
    #expect(found("CRE\u{300}ME") == "t3")
    #expect(found("cafe") == "", "é is not e")
    #expect(found("и\u{306}ога") == "t4")
    #expect(found("ога") == "t4")
    #expect(found("👨‍👩‍👧‍👦") == "t2")
    #expect(found("👩") == "", "part of a family")
    #expect(found("🏋") == "", "without the skin colour it is another character")
    #expect(found("🇬🇧") == "t5")
    #expect(found("🇧🇫") == "", "halves of two flags")
  }

  @Test func `applies the filter, too`() {
    let answer = story.then(.done("t1", on: "2026-05-08"))
      .show(HabitsBoard.self, ["user": "anna", "search": "о", "filter": "uncompleted"])
    #expect(answer.contains("t4") && !answer.contains("t1"))
    #expect(
      story.show(HabitsBoard.self, ["user": "anna", "search": "сон"])
        == board(placeholder: "nothingFound"))
  }
}

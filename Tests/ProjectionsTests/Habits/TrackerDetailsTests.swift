import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// Today is Friday, 2026-05-08. A habit is planned on Mondays, Wednesdays and Fridays.
@Suite struct `A tracker` {
  private let story = HabitsStory(
    .added("c1", "Здоровье"), .habit("t1", on: [.mon, .wed, .fri]), .irregular("t2"),
    .habit("t1", of: "boris"))

  private func show(
    _ story: HabitsStory, _ tracker: String = "t1", at now: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> String {
    story.show(
      TrackerDetails.self, ["user": "anna", "tracker": .string(tracker)], at: now,
      sourceLocation: sourceLocation)
  }

  private func done(_ days: String..., tracker: TrackerID = "t1") -> HabitsStory {
    story.then(days.map { HabitsEvent.done(tracker, on: "2026-\($0)") })
  }

  private func card(
    done: Bool = false, days: [String] = [], current: Int = 0, longest: Int = 0
  ) -> String {
    habitCard(
      "t1", schedule: #"["mon","wed","fri"]"#, scheduleText: "Пн, Ср, Пт", done: done,
      daysDone: days.count,
      and: details(days: days.map { "2026-\($0)" }, current: current, longest: longest))
  }

  @Test func `has a card, a category and days`() {
    #expect(show(story) == card())
    #expect(show(story, "t2") == irregularCard("t2", and: details()))
    let changed = story.then(
      .added("c2", "Дом"), .edited("t2", title: "Письмо", in: "c2"), .pinned("t2"))
    #expect(
      show(changed, "t2")
        == irregularCard("t2", "Письмо", pinned: true, and: details(category: "c2")))
  }

  @Test func `has its completed days in ascending order`() {
    let days = ["05-04", "05-06", "05-08"]
    #expect(
      show(done("05-06", "05-04", "05-08"))
        == card(done: true, days: days, current: 3, longest: 3))
    #expect(
      show(done("05-06", "05-04", "05-08").then(.undone("t1", on: "2026-05-06")))
        == card(done: true, days: ["05-04", "05-08"], current: 1, longest: 1))
  }

  @Test func `has a streak that today breaks only tomorrow`() {
    let days = ["05-04", "05-06"]
    let story = done("05-04", "05-06")
    #expect(show(story) == card(days: days, current: 2, longest: 2), "not completed yet today")
    #expect(
      show(story, at: "2026-05-08T20:59:59.999Z") == card(days: days, current: 2, longest: 2))
    #expect(
      show(story, at: "2026-05-08T21:00:00Z") == card(days: days, current: 0, longest: 2),
      "Friday has passed")
  }

  @Test func `has a streak that days off do not break`() {
    let days = ["05-06", "05-08"]
    #expect(
      show(done("05-06", "05-08"), at: "2026-05-10T09:00:00Z")
        == card(days: days, current: 2, longest: 2), "Sunday")
    #expect(
      show(done("05-06", "05-08"), at: "2026-05-11T09:00:00Z")
        == card(days: days, current: 2, longest: 2), "Monday")
    #expect(
      show(done("05-06", "05-08"), at: "2026-05-12T09:00:00Z")
        == card(days: days, longest: 2), "Tuesday")
  }

  @Test func `ends a longest streak with a missed planned day`() {
    #expect(
      show(done("04-27", "04-29", "05-01", "05-06", "05-08"))
        == card(
          done: true, days: ["04-27", "04-29", "05-01", "05-06", "05-08"], current: 2, longest: 3))
  }

  @Test func `counts consecutive calendar days for an irregular event`() {
    let days = ["2026-05-04", "2026-05-05", "2026-05-07"]
    let story = done("05-04", "05-05", "05-07", tracker: "t2")
    #expect(
      show(story, "t2")
        == irregularCard("t2", daysDone: 3, and: details(days: days, current: 1, longest: 2)))
    #expect(
      show(story, "t2", at: "2026-05-09T09:00:00Z")
        == irregularCard("t2", daysDone: 3, and: details(days: days, longest: 2)))
  }

  @Test func `applies the schedule in force on each day`() {
    let days = ["05-04", "05-06", "05-08", "05-12"].map { "2026-\($0)" }
    let story = done("05-04", "05-06", "05-08").then(.edited("t1", on: [.tue, .thu]))
      .then(at: "2026-05-12T09:00:00Z", .done("t1", on: "2026-05-12"))
    let details = details(days: days, current: 3, longest: 3)
    #expect(
      show(story)
        == habitCard(
          "t1", schedule: #"["tue","thu"]"#, scheduleText: "Вт, Чт", done: true, daysDone: 4,
          and: details), "the 8th counts as a day done, in no run")
  }

  @Test func `is shown as of now, which is a parameter`() {
    let story = done("05-06", "05-08")
    let asked = story.show(
      TrackerDetails.self, ["user": "anna", "tracker": "t1", "now": "2026-05-07T09:00:00Z"])
    #expect(
      asked == card(days: ["05-06", "05-08"], current: 1, longest: 2),
      "on the 7th only the 6th counts")
  }

  @Test func `shows «удалено» for erased texts`() {
    let erased = story.erasing("tracker:anna/t2")
    #expect(show(erased, "t2").contains(#""title":"удалено","emoji":null,"color":"#))
    #expect(
      erased.show(TrackerDetails.self, ["user": "anna", "tracker": "t2"], in: .en)
        .contains(#""title":"erased","emoji":null,"color":"#))
    #expect(show(erased) == show(story))
  }

  @Test func `must be an existing tracker of the user`() {
    #expect(show(story, "t3") == "notFound: Трекера t3 у пользователя anna нет")
    #expect(
      show(story.then(.done("t1", on: "2026-05-08"), .deleted("t1")))
        == "notFound: Трекера t1 у пользователя anna нет")
    #expect(
      story.show(TrackerDetails.self, ["user": "boris", "tracker": "t2"], in: .en)
        == "notFound: The user boris has no tracker t2")
    #expect(story.show(TrackerDetails.self) == "missingField: tracker")
    #expect(story.show(TrackerDetails.self, ["tracker": "t1"]) == "missingField: user")
  }
}

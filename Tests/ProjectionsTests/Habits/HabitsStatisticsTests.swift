import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// Today is Friday, 2026-05-08.
@Suite struct `The statistics` {
  private let story = HabitsStory(.added("c1", "Здоровье"))

  private func show(
    _ story: HabitsStory, sourceLocation: SourceLocation = #_sourceLocation
  ) -> String { story.show(HabitsStatistics.self, sourceLocation: sourceLocation) }

  private func done(_ tracker: TrackerID, _ days: String...) -> [HabitsEvent] {
    days.map { HabitsEvent.done(tracker, on: "2026-05-\($0)") }
  }

  @Test func `are empty before the first completion`() {
    #expect(show(story) == statistics())
    #expect(show(story.then(.habit("t1"), .irregular("t2"))) == statistics())
    let undone = story.then(.habit("t1"), .done("t1", on: "2026-05-08"))
      .then(.undone("t1", on: "2026-05-08"))
    #expect(show(undone) == statistics())
    #expect(
      story.show(HabitsStatistics.self, in: .en) == """
        {"empty":true,"bestPeriod":0,"perfectDays":0,"completed":0,"average":0,\
        "titles":{"bestPeriod":"Best period","perfectDays":"Perfect days",\
        "completed":"Trackers completed","average":"Average"}}
        """)
  }

  @Test func `show indicators without data as 0 once others have data`() {
    #expect(
      show(story.then(.irregular("t1"), .done("t1", on: "2026-05-08")))
        == statistics(best: 1, completed: 1, average: "1"))
  }

  @Test func `show the longest run of any tracker as the best period`() {
    let story = story.then(.habit("t1", on: [.mon, .wed, .fri]), .irregular("t2"))
      .then(done("t1", "04", "06", "08"))
    #expect(show(story) == statistics(best: 3, perfect: 3, completed: 3, average: "1"))
    let longer = story.then(done("t2", "01", "02", "03", "04", "06"))
    #expect(show(longer).contains(#""bestPeriod":4,"#))
    #expect(show(longer.then(.deleted("t2"))).contains(#""bestPeriod":3,"#))
  }

  @Test func `count days on which all planned habits were completed as perfect`() {
    let story = HabitsStory(
      at: "2026-05-04T09:00:00Z", .added("c1", "Здоровье"), .habit("t1"),
      .habit("t2", on: [.mon, .wed]), .irregular("t3"))
    let week = story.then(
      at: "2026-05-08T09:00:00Z",
      done("t1", "04", "05", "06") + done("t2", "04") + done("t3", "07"))
    // Both on Monday, the planned one on Tuesday; on Wednesday one is missing.
    #expect(show(week) == statistics(best: 3, perfect: 2, completed: 5, average: "1.25"))
    #expect(
      show(week.then(.done("t2", on: "2026-05-06")))
        == statistics(best: 3, perfect: 3, completed: 6, average: "1.5"))
    #expect(
      show(week.then(.deleted("t2")))
        == statistics(best: 3, perfect: 3, completed: 4, average: "1"),
      "without the habit Wednesday is perfect")
    #expect(
      show(week.then(.deleted("t1")))
        == statistics(best: 1, perfect: 1, completed: 2, average: "1"))
  }

  @Test func `include a habit from its local day of creation on`() {
    let old = HabitsStory(at: "2026-05-04T09:00:00Z", .added("c1", "Дом"), .habit("t1"))
      .then(at: "2026-05-07T20:59:59Z", done("t1", "05", "06", "07"))
    #expect(show(old) == statistics(best: 3, perfect: 3, completed: 3, average: "1"))
    #expect(
      show(old.then(.habit("t2"))) == statistics(best: 3, perfect: 2, completed: 3, average: "1"),
      "created on the 7th and not completed on that day")
    let younger = old.then(at: "2026-05-07T21:00:00Z", .habit("t2"))
    #expect(show(younger) == statistics(best: 3, perfect: 3, completed: 3, average: "1"))
    #expect(
      show(younger.then(done("t2", "06", "03")))
        == statistics(best: 3, perfect: 4, completed: 5, average: "1.25"),
      "an earlier day counts once the habit is completed on it")
  }

  @Test func `exclude a completion that an edit made unplanned from runs and perfect days`() {
    let story = story.then(.habit("t1", on: [.wed, .thu, .fri]))
      .then(done("t1", "06", "07", "08"))
    #expect(show(story) == statistics(best: 3, perfect: 3, completed: 3, average: "1"))
    #expect(
      show(story.then(.edited("t1", on: [.wed])))
        == statistics(best: 2, perfect: 2, completed: 3, average: "1"))
  }

  @Test func `round the average half up to two decimals`() {
    func average(_ completions: Int, _ days: Int) -> String {
      var facts: [HabitsEvent] = []
      for number in 0..<completions {
        let id = TrackerID(rawValue: "t\(number / days)")
        if number % days == 0 { facts.append(.irregular(id)) }
        let date = day("2026-05-08").advanced(by: -(number % days))
        facts.append(.done(id, on: date.description))
      }
      let answer = show(story.then(facts))
      return answer.firstMatch(of: /"average":([^,]*),/).map { String($0.1) } ?? answer
    }
    #expect(average(3, 3) == "1")
    #expect(average(4, 3) == "1.33")
    #expect(average(5, 3) == "1.67")
    #expect(average(5, 2) == "2.5")
    #expect(average(9, 8) == "1.13", "1.125")
    #expect(average(201, 200) == "1.01", "1.005, which no binary number is")
    #expect(average(203, 200) == "1.02", "1.015")
    #expect(average(401, 400) == "1", "1.0025")
  }

  @Test func `are separate for each user`() {
    let both = story.then(
      .habit("t1"), .added("c1", "Дом", of: "boris"), .habit("t1", of: "boris"),
      .done("t1", of: "boris", on: "2026-05-08"))
    #expect(show(both) == statistics())
    #expect(
      both.show(HabitsStatistics.self, ["user": "boris"])
        == statistics(best: 1, perfect: 1, completed: 1, average: "1"))
    #expect(both.show(HabitsStatistics.self, ["user": "vera"]) == "notFound: Пользователя vera нет")
    #expect(
      both.show(HabitsStatistics.self, ["user": "vera"], in: .en)
        == "notFound: There is no user vera")
    #expect(both.show(HabitsStatistics.self, [:]) == "missingField: user")
    #expect(
      both.show(HabitsStatistics.self, ["user": "anna", "now": "2026-05-08T00:00:00Z"])
        == "unknownField: now")
  }

  @Test func `survive an erasure of the texts`() {
    let story = story.then(.habit("t1"), .done("t1", on: "2026-05-08"))
    #expect(show(story.erasing("user:anna")) == show(story))
  }
}

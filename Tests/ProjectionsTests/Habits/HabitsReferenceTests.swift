import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `Streaks and statistics on random histories` {
  @Test(arguments: 1...16 as ClosedRange<UInt64>)
  func `equal those of a literal implementation of the specification`(seed: UInt64) {
    var history = RandomHistory(seed: seed)
    for _ in 0..<Int(seed) * 8 { history.step() }
    let reference = history.reference
    #expect(
      history.story.show(HabitsStatistics.self)
        == statistics(
          best: reference.bestPeriod, perfect: reference.perfectDays,
          completed: reference.completed, average: reference.average))
    for (id, tracker) in reference.trackers {
      for today in [history.today, history.today.advanced(by: -3)] {
        let shown = history.story.show(
          TrackerDetails.self,
          [
            "user": "anna", "tracker": .string(id.rawValue),
            "now": .string("\(today)T12:00:00+03:00"),
          ])
        #expect(
          shown.hasSuffix(
            details(
              days: tracker.done.sorted().map(\.description),
              current: reference.currentRun(of: tracker, on: today),
              longest: reference.longestRun(of: tracker)) + "}"),
          "\(id) on \(today)")
      }
    }
  }

  @Test func `cover all difficult cases`() {
    var best = 0, perfect = 0, fractions = 0
    for seed in 1...16 as ClosedRange<UInt64> {
      var history = RandomHistory(seed: seed)
      for _ in 0..<Int(seed) * 8 { history.step() }
      best = max(best, history.reference.bestPeriod)
      perfect = max(perfect, history.reference.perfectDays)
      if history.reference.average.contains(".") { fractions += 1 }
    }
    #expect(best > 5 && perfect > 5 && fractions > 8)
  }
}

/// Anna's random actions during some weeks: she creates, edits and deletes trackers, marks planned
/// days and unmarks some of them.
private struct RandomHistory {
  private(set) var story = HabitsStory(at: "2026-05-04T09:00:00Z", .added("c1", "Здоровье"))
  private(set) var reference = HabitsReference()
  private(set) var today = day("2026-05-04")
  private var random: SeededRandom
  private var born = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func step() {
    let ids = reference.trackers.keys.sorted { $0.rawValue < $1.rawValue }
    switch pick(Array(0...19)) {
    case 0, 1:
      born += 1
      let id = TrackerID(rawValue: "t\(born)")
      record(pick([true, true, false]) ? .habit(id, on: anySchedule()) : .irregular(id))
    case 2 where !ids.isEmpty:
      let id = pick(ids)
      let isHabit = reference.trackers[id]?.isHabit ?? false
      record(isHabit ? .edited(id, on: anySchedule()) : .edited(id, color: "#000000"))
    case 3 where ids.count > 3: record(.deleted(pick(ids)))
    case 4...6: today = today.advanced(by: pick([1, 1, 1, 2]))
    case 7 where !ids.isEmpty: unmark(pick(ids))
    default:
      guard !ids.isEmpty else { return }
      mark(pick(ids), on: today.advanced(by: -pick([0, 0, 0, 0, 1, 1, 2, 3, 5, 9])))
    }
  }

  private mutating func mark(_ id: TrackerID, on date: CalendarDay) {
    guard let tracker = reference.trackers[id], tracker.isPlanned(on: date),
      !tracker.done.contains(date)
    else { return }
    record(.done(id, on: date.description))
  }

  private mutating func unmark(_ id: TrackerID) {
    guard let date = reference.trackers[id]?.done.min() else { return }
    record(.undone(id, on: date.description))
  }

  private mutating func record(_ fact: HabitsEvent) {
    // Between 00:30 and 23:30 in Moscow, so that the local day sometimes differs from that of UTC.
    let hour = pick(["T00:30:00+03:00", "T12:00:00+03:00", "T23:30:00+03:00"])
    let last = story.events.last.map(\.time) ?? .earliest
    let time = max(last, instant("\(today)\(hour)"))
    story = story.then(at: time.rfc3339, fact)
    if let event = story.events.last { reference.apply(event) }
  }

  private mutating func anySchedule() -> WeekSchedule {
    let days = Weekday.allCases.filter { _ in pick([true, true, false]) }
    return WeekSchedule(days) ?? .daily
  }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: choices.indices, using: &random)]
  }
}

import Domain
import EventEngine

/// What some trackers add up to, day by day.
///
/// The days are gone through once, in order, beside the days on which the number of planned habits
/// changes: that costs completions and edits, sorted, and no look at every habit for every day.
struct DayTally {
  /// Days on which at least one tracker was done.
  private(set) var active = 0
  /// Days on which at least one habit was planned and all planned ones were done. A habit takes
  /// part from the day of its creation on, and earlier on days on which it was done.
  private(set) var perfect = 0

  init(of trackers: some Sequence<TrackerDays>) {
    var completions: [Completion] = []
    var turns: [Turn] = []
    for tracker in trackers {
      completions += tracker.completed.days.map { Completion($0, of: tracker) }
      turns += Self.turns(of: tracker)
    }
    completions.sort { $0.day < $1.day }
    turns.sort { $0.day < $1.day }
    count(completions, turns)
  }

  private mutating func count(_ completions: [Completion], _ turns: [Turn]) {
    var planned: [Weekday: Int] = [:]
    var turns = turns[...]
    var rest = completions[...]
    while let day = rest.first?.day {
      while let turn = turns.first, turn.day <= day {
        for weekday in turn.schedule.days { planned[weekday, default: 0] += turn.change }
        turns.removeFirst()
      }
      var done = 0
      var early = 0
      while let completion = rest.first, completion.day == day {
        if completion.isPlannedHabit { done += 1 }
        if completion.isPlannedHabit && completion.isEarly { early += 1 }
        rest.removeFirst()
      }
      active += 1
      if done > 0, done == planned[day.weekday, default: 0] + early { perfect += 1 }
    }
  }

  private struct Completion {
    let day: CalendarDay
    let isPlannedHabit: Bool
    /// Before the day of creation.
    let isEarly: Bool

    init(_ day: CalendarDay, of tracker: TrackerDays) {
      self.day = day
      isPlannedHabit = tracker.schedules?.isPlanned(on: day) ?? false
      isEarly = day < tracker.created
    }
  }

  /// From `day` on, so many more habits are planned on the days of `schedule`.
  private struct Turn {
    let day: CalendarDay
    let schedule: WeekSchedule
    let change: Int
  }

  private static func turns(of tracker: TrackerDays) -> [Turn] {
    guard let changes = tracker.schedules?.changes else { return [] }
    var turns: [Turn] = []
    for (index, change) in changes.enumerated() {
      let next = index + 1 < changes.count ? changes[index + 1].from : nil
      let start = max(change.from, tracker.created)
      if let next, next <= start { continue }
      turns.append(Turn(day: start, schedule: change.schedule, change: 1))
      if let next { turns.append(Turn(day: next, schedule: change.schedule, change: -1)) }
    }
    return turns
  }
}

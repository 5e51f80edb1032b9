import Domain
import EventEngine

/// The numbers of active and of perfect days of several trackers.
///
/// One pass over the completed days in order, merged with the days on which the number of planned
/// habits changes. The cost is that of sorting completions and edits; it does not depend on the
/// number of habits times the number of days.
struct DayTally {
  /// The number of days on which at least one tracker was completed.
  private(set) var active = 0
  /// The number of days with at least one planned habit on which all planned habits were completed.
  /// A habit counts from the day of its creation on, and earlier only on days on which it was
  /// completed.
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
    /// True if the day is before the day of creation.
    let isEarly: Bool

    init(_ day: CalendarDay, of tracker: TrackerDays) {
      self.day = day
      isPlannedHabit = tracker.schedules?.isPlanned(on: day) ?? false
      isEarly = day < tracker.created
    }
  }

  /// A change of the number of habits that are planned on the weekdays of `schedule`, from `day`
  /// on.
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

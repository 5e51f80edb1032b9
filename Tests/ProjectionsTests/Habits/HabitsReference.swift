import Domain
import EventEngine

/// A literal implementation of the specification of runs and statistics, day by day: slow, and
/// independent of the read models except for the events.
struct HabitsReference {
  struct Tracker {
    let created: CalendarDay
    /// The schedules in the order of the commands; none for an irregular event.
    var schedules: [(day: CalendarDay, schedule: WeekSchedule)]
    var done: Set<CalendarDay> = []

    var isHabit: Bool { !schedules.isEmpty }

    /// "The schedule in force on a day is the one set by the last creating or editing command
    /// whose local day is not after it; before the local day of creation, the first schedule."
    func isPlanned(on day: CalendarDay) -> Bool {
      guard let first = schedules.first else { return true }
      let last = schedules.last { $0.day <= day } ?? first
      return last.schedule.contains(day.weekday)
    }
  }

  private(set) var trackers: [TrackerID: Tracker] = [:]

  mutating func apply(_ event: Recorded<HabitsEvent>) {
    switch event.event {
    case .habitCreated(let fact):
      trackers[fact.tracker] = Tracker(
        created: event.day, schedules: [(event.day, fact.schedule)])
    case .irregularEventCreated(let fact):
      trackers[fact.tracker] = Tracker(created: event.day, schedules: [])
    case .trackerEdited(let fact):
      guard let schedule = fact.schedule else { return }
      trackers[fact.tracker]?.schedules.append((event.day, schedule))
    case .trackerDeleted(let fact): trackers[fact.tracker] = nil
    case .trackerMarkedDone(let fact): trackers[fact.tracker]?.done.insert(fact.date)
    case .trackerUnmarkedDone(let fact): trackers[fact.tracker]?.done.remove(fact.date)
    case .onboardingFinished, .categoryAdded, .categoryRenamed, .categoryDeleted, .trackerPinned,
      .trackerUnpinned, .filterChosen:
      return
    }
  }

  /// The relevant days, with a month on either side.
  private var days: [CalendarDay] {
    let known = trackers.values.flatMap { Array($0.done) + [$0.created] + $0.schedules.map(\.day) }
    guard let first = known.min(), let last = known.max() else { return [] }
    return Array(first.advanced(by: -31)...last.advanced(by: 31))
  }

  func longestRun(of tracker: Tracker) -> Int {
    let planned = days.filter(tracker.isPlanned).map { tracker.done.contains($0) }
    return planned.split(separator: false).map(\.count).max() ?? 0
  }

  func currentRun(of tracker: Tracker, on today: CalendarDay) -> Int {
    var planned = Array(today.advanced(by: -99)...today).filter(tracker.isPlanned)
    if planned.last == today, !tracker.done.contains(today) { planned.removeLast() }
    return planned.reversed().prefix { tracker.done.contains($0) }.count
  }

  var completed: Int { trackers.values.reduce(0) { $0 + $1.done.count } }

  var bestPeriod: Int { trackers.values.map(longestRun).max() ?? 0 }

  var perfectDays: Int {
    days.filter { day in
      let habits = trackers.values.filter { habit in
        habit.isHabit && habit.isPlanned(on: day)
          && (habit.created <= day || habit.done.contains(day))
      }
      return !habits.isEmpty && habits.allSatisfy { $0.done.contains(day) }
    }.count
  }

  /// The average as JSON.
  var average: String {
    let active = days.filter { day in trackers.values.contains { $0.done.contains(day) } }.count
    guard active > 0 else { return "0" }
    let (cents, rest) = (completed * 100).quotientAndRemainder(dividingBy: active)
    let rounded = rest * 2 >= active ? cents + 1 : cents
    let (whole, tenths, hundredths) = (rounded / 100, rounded / 10 % 10, rounded % 10)
    if hundredths != 0 { return "\(whole).\(tenths)\(hundredths)" }
    return tenths == 0 ? "\(whole)" : "\(whole).\(tenths)"
  }
}

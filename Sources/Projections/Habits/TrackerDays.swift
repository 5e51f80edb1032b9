import Domain
import EventEngine

/// When one tracker is planned and when it was done: what runs and statistics are counted from.
struct TrackerDays: Codable, Equatable, Sendable {
  /// The local day on which it was created.
  let created: CalendarDay
  /// Nil for an irregular event, which belongs to every day.
  private(set) var schedules: ScheduleHistory?
  var completed = CompletedDays()

  init(created: CalendarDay, schedule: WeekSchedule?) {
    self.created = created
    schedules = schedule.map { ScheduleHistory($0, from: created) }
  }

  mutating func change(to schedule: WeekSchedule, from day: CalendarDay) {
    schedules?.change(to: schedule, from: day)
  }

  var kind: TrackerKind { schedules == nil ? .irregularEvent : .habit }

  func isPlanned(on day: CalendarDay) -> Bool { schedules?.isPlanned(on: day) ?? true }

  /// Runs are rows of planned days that are all done; their length is the number of those days.
  ///
  /// Linear: a habit has a planned day in any seven days on which its schedule stays the same.
  var longestRun: Int {
    var longest = 0
    var run = 0
    var previous: CalendarDay?
    for day in completed.days where isPlanned(on: day) {
      run = previous.map { isUnbroken(after: $0, until: day) } == true ? run + 1 : 1
      longest = max(longest, run)
      previous = day
    }
    return longest
  }

  /// Whether nothing is planned between two days.
  private func isUnbroken(after first: CalendarDay, until last: CalendarDay) -> Bool {
    var day = first.advanced(by: 1)
    while day < last {
      if isPlanned(on: day) { return false }
      day = day.advanced(by: 1)
    }
    return true
  }

  /// The run that ends on the last planned day not after `today`. Today counts once it is done and
  /// breaks nothing before.
  func currentRun(on today: CalendarDay) -> Int {
    var run = 0
    var day = today
    while true {
      if isPlanned(on: day) {
        if completed.contains(day) { run += 1 } else if day != today { return run }
      }
      if day == .earliest { return run }
      day = day.advanced(by: -1)
    }
  }
}

extension TrackerDays: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    try members.write("created", created)
    try members.write("schedules", schedules)
    try members.write("completed", completed.days)
  }
}

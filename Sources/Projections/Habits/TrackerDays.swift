import Domain
import EventEngine

/// The planned and the completed days of one tracker, from which runs and statistics are computed.
struct TrackerDays: Codable, Equatable, Sendable {
  /// The local day on which the tracker was created.
  let created: CalendarDay
  /// Nil for an irregular event, which is planned on every day.
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

  /// The length of the longest run: a series of consecutive planned days that are all completed.
  ///
  /// O(completed days): a schedule has a planned day in any seven days.
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

  /// Returns whether no day strictly between the two is planned.
  private func isUnbroken(after first: CalendarDay, until last: CalendarDay) -> Bool {
    var day = first.advanced(by: 1)
    while day < last {
      if isPlanned(on: day) { return false }
      day = day.advanced(by: 1)
    }
    return true
  }

  /// The length of the run that ends on the last planned day up to `today`. Today counts once it is
  /// completed; until then it does not end the run.
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

import EventEngine

/// The schedules of one habit over time.
///
/// The schedule in force on a day is the one set by the last command whose local day is not after
/// that day. Days before the first command have the schedule with which the habit was created.
public struct ScheduleHistory: Codable, Hashable, Sendable {
  /// A schedule and the first day on which it is in force.
  public struct Change: Codable, Hashable, Sendable {
    public let from: CalendarDay
    public let schedule: WeekSchedule
  }

  private let first: WeekSchedule
  /// The changes, ascending by day. Never empty.
  public private(set) var changes: [Change]

  /// A history that begins with `schedule` on `day`.
  public init(_ schedule: WeekSchedule, from day: CalendarDay) {
    first = schedule
    changes = [Change(from: day, schedule: schedule)]
  }

  /// Records the schedule set by the next command. Changes from the same or a later day are
  /// replaced: local days may run backwards when the clocks change.
  public mutating func change(to schedule: WeekSchedule, from day: CalendarDay) {
    while let last = changes.last, last.from >= day { changes.removeLast() }
    changes.append(Change(from: day, schedule: schedule))
  }

  /// The schedule set last.
  public var present: WeekSchedule { changes.last?.schedule ?? first }

  /// Returns the schedule in force on `day`. O(log changes).
  public func schedule(on day: CalendarDay) -> WeekSchedule {
    let next = changes.partitioningIndex { $0.from > day }
    return next == 0 ? first : changes[next - 1].schedule
  }

  public func isPlanned(on day: CalendarDay) -> Bool { schedule(on: day).contains(day.weekday) }
}

extension ScheduleHistory: FastEncodable {
  public func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    try members.write("first", first.days)
    try members.write("changes", changes)
  }
}

extension ScheduleHistory.Change: FastEncodable {
  public func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    try members.write("from", from)
    try members.write("schedule", schedule.days)
  }
}

import EventEngine

/// The schedules of one habit: which was in force on which day.
///
/// In force on a day is the one set by the last command whose local day is not after it; before
/// the first such day, the one the habit was created with.
public struct ScheduleHistory: Codable, Hashable, Sendable {
  /// A schedule, and the day from which on it is in force.
  public struct Change: Codable, Hashable, Sendable {
    public let from: CalendarDay
    public let schedule: WeekSchedule
  }

  private let first: WeekSchedule
  /// Ascending by day, never empty.
  public private(set) var changes: [Change]

  /// The schedule that the habit is created with, on `day`.
  public init(_ schedule: WeekSchedule, from day: CalendarDay) {
    first = schedule
    changes = [Change(from: day, schedule: schedule)]
  }

  /// Takes in the next command that sets a schedule. What was to hold from the same day on never
  /// does; from a later day on, neither: local days may run back where the clocks do.
  public mutating func change(to schedule: WeekSchedule, from day: CalendarDay) {
    while let last = changes.last, last.from >= day { changes.removeLast() }
    changes.append(Change(from: day, schedule: schedule))
  }

  /// The one set last.
  public var present: WeekSchedule { changes.last?.schedule ?? first }

  /// O(log changes).
  public func schedule(on day: CalendarDay) -> WeekSchedule {
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].from <= day { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? first : changes[low - 1].schedule
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

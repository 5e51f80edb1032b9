import EventEngine

/// A tracker was completed on a day. The day may be earlier than the day of the command.
public struct TrackerMarkedDone: TrackerFact {
  public static let type: EventType = "habits.trackerMarkedDone"

  public let user: HabitsUserID
  public let tracker: TrackerID
  public let date: CalendarDay

  public init(_ tracker: OwnedTracker, on date: CalendarDay) {
    user = tracker.user
    self.tracker = tracker.tracker
    self.date = date
  }
}

/// A completion was withdrawn.
public struct TrackerUnmarkedDone: TrackerFact {
  public static let type: EventType = "habits.trackerUnmarkedDone"

  public let user: HabitsUserID
  public let tracker: TrackerID
  public let date: CalendarDay

  public init(_ tracker: OwnedTracker, on date: CalendarDay) {
    user = tracker.user
    self.tracker = tracker.tracker
    self.date = date
  }
}

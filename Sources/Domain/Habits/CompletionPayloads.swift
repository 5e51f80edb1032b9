import EventEngine

/// A tracker was done on a day, which need not be the day on which the user says so.
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

/// A completion was taken back.
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

/// The time of a decision or a query: an instant, and the calendar of the journal's time zone.
public struct Moment: Hashable, Sendable {
  public let time: Timestamp
  public let zone: TimeZoneTable

  public init(_ time: Timestamp, in zone: TimeZoneTable) {
    self.time = time
    self.zone = zone
  }

  /// The local day.
  public var day: CalendarDay { zone.day(of: time) }
}

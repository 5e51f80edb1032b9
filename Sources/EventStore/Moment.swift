/// The time of a decision or a query: an instant, and the calendar of the journal's time zone.
public struct Moment: Hashable, Sendable {
  /// The instant.
  public let time: Timestamp
  /// The journal's time zone, which determines the day.
  public let zone: TimeZoneTable

  /// The moment at `time` in the calendar of `zone`.
  public init(_ time: Timestamp, in zone: TimeZoneTable) {
    self.time = time
    self.zone = zone
  }

  /// The local day.
  public var day: CalendarDay { zone.day(of: time) }
}

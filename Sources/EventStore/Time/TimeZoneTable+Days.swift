extension TimeZoneTable {
  /// The local calendar day of an instant.
  ///
  /// Costs the same as `offset(at:)`; for many instants in a row use a `DayCursor`. A local day
  /// outside years 0000 to 9999 is replaced by the first or the last day of these years.
  public func day(of instant: Timestamp) -> CalendarDay {
    daySpan(at: instant.clamped.seconds).day
  }

  /// The first instant of a local day: the first at which the local clock has reached its 00:00.
  ///
  /// If the clocks skip midnight, that is the instant of the change, often 01:00 of that day. For a
  /// day that the zone skipped altogether (2011-12-30 in Apia) it is also the instant of the
  /// change, so such a day has no length. If the clocks go back across midnight and show 00:00
  /// twice, the first time counts.
  public func startOfDay(_ day: CalendarDay) -> Timestamp {
    // East of Greenwich the first day begins before the first instant. West of it, the instants
    // before that day belong to it, too, since `day(of:)` clamps.
    guard day > .earliest else { return .earliest }
    let midnight = Int64(day.rawValue) * 86_400
    var span = firstSpan(before: midnight)
    while midnight - Int64(span.offset) >= span.end { span = self.span(at: span.end) }
    return Timestamp(clampingSeconds: max(span.start, midnight - Int64(span.offset)))
  }

  /// The instant at which the local clock shows a time of day.
  ///
  /// A time that the clock skips is interpreted with the offset before the change: 02:30, if 02:00
  /// becomes 03:00, is the instant shown as 03:30. Of a time shown twice, the first one counts.
  ///
  /// - Precondition: `hour` is 0 to 23 and `minute` 0 to 59.
  public func instant(of day: CalendarDay, hour: Int, minute: Int) -> Timestamp {
    precondition(0...23 ~= hour && 0...59 ~= minute, "no such time of day")
    let local = Int64(day.rawValue) * 86_400 + Int64(hour * 3600 + minute * 60)
    return Timestamp(clampingSeconds: instant(ofLocal: local))
  }

  /// The last instant at which the local clock has not passed a time of day: of a time shown twice
  /// the second one, for a time that the clock skips the millisecond before the change.
  package func lastInstant(of day: CalendarDay, hour: Int, minute: Int) -> Timestamp {
    guard let first = instant(of: day, second: hour * 3600 + minute * 60) else {
      let after = span(at: instant(of: day, hour: hour, minute: minute).seconds)
      return Timestamp(clampingSeconds: after.start).advanced(byMilliseconds: -1)
    }
    let span = span(at: first.seconds)
    guard span.end < .max else { return first }
    let setBack = Int64(span.offset) - Int64(self.span(at: span.end).offset)
    return first.seconds + setBack < span.end ? first : first.advanced(bySeconds: setBack)
  }

  /// The first instant at which the local clock shows a second of a day; nil if the clock skips it.
  ///
  /// - Parameter second: seconds since local midnight, 0 to 86,399, as if no clock were changed.
  package func instant(of day: CalendarDay, second: Int) -> Timestamp? {
    let local = Int64(day.rawValue) * 86_400 + Int64(second)
    let instant = instant(ofLocal: local)
    guard instant + Int64(span(at: instant).offset) == local else { return nil }
    return Timestamp(clampingSeconds: instant)
  }

  /// - Parameter local: seconds since the epoch, as if the local time were UTC.
  /// - Returns: seconds since the epoch.
  private func instant(ofLocal local: Int64) -> Int64 {
    var span = firstSpan(before: local)
    var candidate = local - Int64(span.offset)
    while candidate >= span.end {
      span = self.span(at: span.end)
      let next = local - Int64(span.offset)
      // With the offset before the change the instant is after the change, and with the one after
      // it before: the clock skips the time.
      if next < span.start { break }
      candidate = next
    }
    return candidate
  }

  /// The period with which the search for a local time begins: the one 26 hours before the instant
  /// that would be right in UTC. No offset exceeds 26 hours, so no earlier period shows the time.
  ///
  /// - Parameter local: seconds since the epoch, as if the local time were UTC.
  private func firstSpan(before local: Int64) -> OffsetSpan {
    span(at: local - 93_600)
  }

  /// The local day at an instant (seconds), and a period around it within that day.
  func daySpan(at instant: Int64) -> (day: CalendarDay, start: Int64, end: Int64) {
    let span = span(at: instant)
    let day = (instant + Int64(span.offset)).floorDivided(by: 86_400)
    let midnight = day * 86_400 - Int64(span.offset)
    return (
      CalendarDay(clampingDays: day),
      start: max(span.start, midnight),
      end: min(span.end, midnight + 86_400)
    )
  }
}

/// The local days of instants that follow one another. An instant on the same day and with the same
/// offset as the one before costs two comparisons. The results equal those of
/// ``TimeZoneTable/day(of:)`` for any order of calls.
package struct DayCursor: Sendable {
  package let table: TimeZoneTable
  /// The last result, and the period for which it is valid, in milliseconds, the end excluded. The
  /// period ends at a change of offset even if the day continues: across a change a day can end
  /// early, continue for longer, or come back.
  @usableFromInline var day: CalendarDay
  @usableFromInline var start: Int64
  @usableFromInline var end: Int64

  /// A cursor with an empty cache.
  package init(_ table: TimeZoneTable) {
    self.table = table
    day = .earliest
    start = 0
    end = 0
  }

  /// The local calendar day of an instant.
  @inlinable
  package mutating func day(of instant: Timestamp) -> CalendarDay {
    if instant.rawValue >= start && instant.rawValue < end { return day }
    return look(up: instant)
  }

  @usableFromInline
  mutating func look(up instant: Timestamp) -> CalendarDay {
    let found = table.daySpan(at: instant.clamped.seconds)
    day = found.day
    start = found.start * 1000
    end = found.end * 1000
    return day
  }
}

/// The content of a POSIX TZ string: a standard offset and an optional daylight-saving time that
/// begins and ends each year by rule. Grammar: POSIX.1-2017 section 8.3 with the extensions of RFC
/// 8536 section 3.3.1.
struct PosixTimeZoneRule: Hashable, Sendable {
  /// Seconds east of UTC.
  var standardOffset: Int32
  /// Nil if the zone has standard time all year.
  var daylight: Daylight?

  struct Daylight: Hashable, Sendable {
    /// Seconds east of UTC; less than the standard offset in Ireland.
    var offset: Int32
    var start: Change
    var end: Change
  }

  /// A change of the clocks that recurs every year, at the date and time that they show just before
  /// it.
  struct Change: Hashable, Sendable {
    var date: Date
    /// Seconds after 00:00 of the date; from -167 hours to 167 hours, 59 minutes and 59 seconds.
    var time: Int32
  }

  enum Date: Hashable, Sendable {
    /// `Jn`: day 1 to 365, 29 February never counted.
    case withoutLeapDay(Int)
    /// `n`: day 0 to 365, 29 February counted.
    case ordinal(Int)
    /// `Mm.w.d`: in month m the w-th weekday d (0 is Sunday); week 5 is the last.
    case weekday(month: Int, week: Int, weekday: Int)

    /// Days from 1970-01-01 to the date in a year.
    func days(in year: Int) -> Int {
      let newYear = GregorianDate(year: year, month: 1, day: 1).daysSinceEpoch
      switch self {
      case .withoutLeapDay(let day):
        return newYear + day - 1 + (day >= 60 && GregorianDate.isLeap(year) ? 1 : 0)
      case .ordinal(let day):
        return newYear + day
      case .weekday(let month, let week, let weekday):
        let first = GregorianDate(year: year, month: month, day: 1).daysSinceEpoch
        let firstWeekday = first + 4 - (first + 4).floorDivided(by: 7) * 7
        let day = (weekday - firstWeekday + 7) % 7 + (week - 1) * 7
        return first + (day < GregorianDate.daysInMonth(month, of: year) ? day : day - 7)
      }
    }
  }

  /// The offset in force at an instant, and the changes around it.
  func span(at instant: Int64) -> OffsetSpan {
    guard let daylight else {
      return OffsetSpan(start: .min, end: .max, offset: standardOffset)
    }
    let localDay = (instant + Int64(standardOffset)).floorDivided(by: 86_400)
    let year = GregorianDate(daysSinceEpoch: Int(localDay)).year
    var span = OffsetSpan(start: .min, end: .max, offset: standardOffset)
    // A change may be up to a week outside its year, so two years on either side are needed. If two
    // changes coincide, the later one in this order wins: "daylight time all year" is written as an
    // end that coincides with the next year's start.
    for year in year - 2...year + 2 {
      let start = change(daylight.start, in: year, from: standardOffset)
      span.narrow(around: instant, toChangeAt: start, offset: daylight.offset)
      let end = change(daylight.end, in: year, from: daylight.offset)
      span.narrow(around: instant, toChangeAt: end, offset: standardOffset)
    }
    return span
  }

  private func change(_ change: Change, in year: Int, from offset: Int32) -> Int64 {
    Int64(change.date.days(in: year)) * 86_400 + Int64(change.time) - Int64(offset)
  }
}

/// A period with a constant offset: seconds since the epoch, the end excluded; `.min` and `.max`
/// stand for no bound.
struct OffsetSpan {
  var start: Int64
  var end: Int64
  /// Seconds east of UTC.
  var offset: Int32

  fileprivate mutating func narrow(
    around instant: Int64, toChangeAt change: Int64, offset newOffset: Int32
  ) {
    if change > instant {
      end = min(end, change)
    } else if change >= start {
      start = change
      offset = newOffset
    }
  }
}

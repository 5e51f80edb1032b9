/// A day of the proleptic Gregorian calendar, years 0000 to 9999, without a time zone.
///
/// Every parsed or computed day lies between ``earliest`` and ``latest`` and so has a text of ten
/// characters. Only `init(rawValue:)` can create a day outside.
public struct CalendarDay: RawRepresentable, Hashable, Comparable, Sendable {
  /// Days since 1970-01-01; negative before it.
  public let rawValue: Int32

  /// The day `rawValue` days after 1970-01-01. Unchecked.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// 0000-01-01.
  public static let earliest = CalendarDay(rawValue: -719_528)

  /// 9999-12-31.
  public static let latest = CalendarDay(rawValue: 2_932_896)

  /// Whether the first day comes before the second.
  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension CalendarDay {
  /// A day from its parts: nil unless the year is 0 to 9999 and the day exists.
  public init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
    guard day <= GregorianDate.daysInMonth(month, of: year) else { return nil }
    let date = GregorianDate(year: year, month: month, day: day)
    self.init(rawValue: Int32(date.daysSinceEpoch))
  }

  /// The day `days` days after 1970-01-01, clamped to the calendar.
  init(clampingDays days: Int64) {
    let inside = min(max(days, Int64(Self.earliest.rawValue)), Int64(Self.latest.rawValue))
    self.init(rawValue: Int32(inside))
  }

  /// Year, month (1 to 12) and day of the month (1 to 31), computed together.
  public var components: (year: Int, month: Int, day: Int) {
    let date = GregorianDate(daysSinceEpoch: Int(rawValue))
    return (date.year, date.month, date.day)
  }

  /// The day of the week.
  public var weekday: Weekday {
    // Day 0 was a Thursday, the fourth of the week.
    let index = (Int(rawValue) + 3) % 7
    return Weekday.allCases[index < 0 ? index + 7 : index]
  }
}

extension CalendarDay: Strideable {
  /// The day that is `days` days later, or earlier if `days` is negative.
  ///
  /// Clamped to ``earliest`` and ``latest`` instead of overflowing.
  public func advanced(by days: Int) -> CalendarDay {
    let (sum, overflow) = Int64(rawValue).addingReportingOverflow(Int64(days))
    if overflow { return days < 0 ? .earliest : .latest }
    return CalendarDay(clampingDays: sum)
  }

  /// Days from this day to the other; negative if the other is earlier.
  public func distance(to other: CalendarDay) -> Int {
    Int(other.rawValue) - Int(rawValue)
  }
}

/// Year, month and day of the proleptic Gregorian calendar, in any year.
///
/// The arithmetic is Howard Hinnant's ("chrono-Compatible Low-Level Date Algorithms"): years begin
/// in March, so that the leap day comes last, and repeat every 400 years of 146,097 days.
struct GregorianDate {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  init(daysSinceEpoch days: Int) {
    let shifted = days + 719_468  // since 0000-03-01
    let era = shifted.floorDivided(by: 146_097)
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
  }

  var daysSinceEpoch: Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear.floorDivided(by: 400)
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  static func daysInMonth(_ month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

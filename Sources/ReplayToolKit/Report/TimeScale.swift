import EventEngine

/// The units of time into which a timeline divides a history, in the journal's zone.
struct TimeScale {
  enum Unit: Equatable {
    case milliseconds(Int64)
    case months(Int)
  }

  /// The greatest number of units.
  static let most = 96

  let unit: Unit
  /// The starts of the units, in local milliseconds; there is at least one.
  let starts: [Int64]
  private let zone: TimeZoneTable

  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 60 * minute
  private static let day: Int64 = 24 * hour
  private static let units: [Unit] =
    [
      1000, 5000, 15_000, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, day, 7 * day,
    ].map { .milliseconds($0) } + [1, 3, 12, 120, 1200].map { .months($0) }

  init(_ first: Timestamp, _ last: Timestamp, in zone: TimeZoneTable) {
    self.zone = zone
    let (start, end) = (zone.localMilliseconds(first), zone.localMilliseconds(last))
    var chosen = Unit.months(12_000)
    var starts: [Int64] = [start]
    for unit in Self.units {
      guard let found = Self.starts(unit, from: start, through: end) else { continue }
      (chosen, starts) = (unit, found)
      break
    }
    unit = chosen
    self.starts = starts
  }

  private static func starts(_ unit: Unit, from start: Int64, through end: Int64) -> [Int64]? {
    var starts = [floor(start, unit)]
    while let next = starts.last.map({ after($0, unit) }), next <= end {
      if starts.count == most { return nil }
      starts.append(next)
    }
    return starts
  }

  private static func floor(_ time: Int64, _ unit: Unit) -> Int64 {
    switch unit {
    case .milliseconds(let length):
      // 1970-01-01 was a Thursday; weeks begin on Monday.
      let shift = length == 7 * day ? 4 * day : 0
      let rest = (time - shift) % length
      return time - (rest < 0 ? rest + length : rest)
    case .months(let count):
      let days = time >= 0 ? time / day : (time - day + 1) / day
      let (year, month, _) = CalendarDay(rawValue: Int32(days)).components
      let months = (year * 12 + month - 1) / count * count
      return Self.time(ofMonth: months)
    }
  }

  private static func after(_ start: Int64, _ unit: Unit) -> Int64 {
    switch unit {
    case .milliseconds(let length): return start + length
    case .months(let count):
      let (year, month, _) = CalendarDay(rawValue: Int32(start / day)).components
      return Self.time(ofMonth: year * 12 + month - 1 + count)
    }
  }

  private static func time(ofMonth months: Int) -> Int64 {
    let day = CalendarDay(year: min(9999, months / 12), month: months % 12 + 1, day: 1)
    return Int64((day ?? .latest).rawValue) * Self.day
  }

  /// The unit that an instant is in.
  func unit(of time: Timestamp) -> Int {
    let local = zone.localMilliseconds(time)
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= local { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns the start of a unit as text, as exact as the unit. A local time may be outside of the
  /// years that have a text, and then becomes the nearest one that has.
  func label(_ index: Int) -> String {
    let start = Timestamp(rawValue: starts[index])
    let text = min(max(start, .earliest), .latest).rfc3339.replacing("T", with: " ")
    switch unit {
    case .months(let count): return String(text.prefix(count < 12 ? 7 : 4))
    case .milliseconds(let length):
      return String(text.prefix(length >= Self.day ? 10 : length >= Self.minute ? 16 : 19))
    }
  }

  var name: Bilingual {
    switch unit {
    case .months(1): Bilingual(ru: "месяц", en: "month")
    case .months(3): Bilingual(ru: "квартал", en: "quarter")
    case .months(12): Bilingual(ru: "год", en: "year")
    case .months(let count): Bilingual(ru: "\(count / 12) лет", en: "\(count / 12) years")
    case .milliseconds(Self.day): Bilingual(ru: "день", en: "day")
    case .milliseconds(7 * Self.day): Bilingual(ru: "неделю", en: "week")
    case .milliseconds(Self.hour): Bilingual(ru: "час", en: "hour")
    case .milliseconds(Self.minute): Bilingual(ru: "минуту", en: "minute")
    case .milliseconds(1000): Bilingual(ru: "секунду", en: "second")
    case .milliseconds(let length):
      length >= Self.hour
        ? Bilingual(ru: "\(length / Self.hour) ч", en: "\(length / Self.hour) hours")
        : length >= Self.minute
          ? Bilingual(ru: "\(length / Self.minute) мин", en: "\(length / Self.minute) minutes")
          : Bilingual(ru: "\(length / 1000) с", en: "\(length / 1000) seconds")
    }
  }
}

extension TimeZoneTable {
  /// The local time as if it were UTC, in milliseconds.
  func localMilliseconds(_ time: Timestamp) -> Int64 {
    time.rawValue + Int64(offset(at: time)) * 1000
  }
}

/// A length of time for people: its two greatest units.
enum Duration {
  private static let units: [(Int64, Bilingual)] = [
    (86_400_000, Bilingual(ru: "д", en: "d")), (3_600_000, Bilingual(ru: "ч", en: "h")),
    (60_000, Bilingual(ru: "мин", en: "min")), (1000, Bilingual(ru: "с", en: "s")),
    (1, Bilingual(ru: "мс", en: "ms")),
  ]

  static func text(_ milliseconds: Int64, _ language: Language) -> String {
    let length = max(0, milliseconds)
    guard let index = units.firstIndex(where: { length >= $0.0 }) else {
      return "0 \(units[3].1[language])"
    }
    let (size, name) = units[index]
    var text = "\(length / size) \(name[language])"
    if index + 1 < 4 {
      let (next, nextName) = units[index + 1]
      let rest = length % size / next
      if rest > 0 { text += " \(rest) \(nextName[language])" }
    }
    return text
  }
}

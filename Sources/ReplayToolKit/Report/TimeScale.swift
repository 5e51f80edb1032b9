import EventEngine

/// The units of time into which a history is divided, in the journal's zone.
struct TimeScale {
  enum Unit: Equatable {
    case milliseconds(Int64)
    case months(Int)
  }

  let unit: Unit
  /// The instants at which the units begin; there is at least one.
  let starts: [Timestamp]
  private let zone: TimeZoneTable

  private static let minute: Int64 = 60_000
  private static let hour: Int64 = 60 * minute
  private static let day: Int64 = 24 * hour
  private static let units: [Unit] =
    [
      1000, 5000, 15_000, minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, day, 7 * day,
    ].map { .milliseconds($0) } + [1, 3, 12, 120, 1200, 12_000].map { .months($0) }

  /// Chooses the shortest unit.
  ///
  /// - Parameter most: the greatest number of units.
  init(_ first: Timestamp, _ last: Timestamp, in zone: TimeZoneTable, most: Int = 96) {
    self.zone = zone
    var chosen = Unit.months(12_000)
    var starts = [first]
    for unit in Self.units {
      guard let found = Self.starts(unit, from: first, through: last, in: zone, most) else {
        continue
      }
      (chosen, starts) = (unit, found)
      break
    }
    unit = chosen
    self.starts = starts
  }

  /// Returns the starts of the units; nil if there are too many. Units of up to an hour have one
  /// length. Longer ones begin at a local time, so a day on which the clocks change has 23 or 25
  /// hours.
  private static func starts(
    _ unit: Unit, from first: Timestamp, through last: Timestamp, in zone: TimeZoneTable,
    _ most: Int
  ) -> [Timestamp]? {
    let time = zone.localMilliseconds(first)
    var local = floor(time, unit)
    if case .milliseconds(let length) = unit, length <= hour {
      let start = first.rawValue - (time - local)
      let count = (last.rawValue - start) / length + 1
      return count > most ? nil : (0..<count).map { Timestamp(rawValue: start + $0 * length) }
    }
    var starts = [min(first, instant(local, in: zone))]
    while let following = after(local, unit) {
      local = following
      let next = instant(local, in: zone)
      if next > last || next == .latest { break }
      // A zone may skip a day.
      if next <= starts[starts.count - 1] { continue }
      if starts.count == most { return nil }
      starts.append(next)
    }
    return starts
  }

  /// Returns the index of the unit of a time that is not before the first.
  func index(of time: Timestamp) -> Int {
    starts.dropFirst().partitioningIndex { $0 > time } - 1
  }

  /// Returns the first instant at which a local clock shows a full hour.
  private static func instant(_ local: Int64, in zone: TimeZoneTable) -> Timestamp {
    let start = floor(local, .milliseconds(day))
    return zone.instant(
      of: CalendarDay(rawValue: Int32(start / day)), hour: Int((local - start) / hour), minute: 0)
  }

  /// Returns the start of the unit of a local time.
  private static func floor(_ time: Int64, _ unit: Unit) -> Int64 {
    switch unit {
    case .milliseconds(let length):
      // 1970-01-01 was a Thursday; weeks begin on Monday.
      let shift = length == 7 * day ? 4 * day : 0
      let rest = (time - shift) % length
      return time - (rest < 0 ? rest + length : rest)
    case .months(let count):
      let start = floor(time, .milliseconds(day))
      let (year, month, _) = CalendarDay(rawValue: Int32(start / day)).components
      return Self.time(ofMonth: (year * 12 + month - 1) / count * count) ?? start
    }
  }

  /// Returns the start of the unit that follows; nil after the last year of the calendar.
  private static func after(_ start: Int64, _ unit: Unit) -> Int64? {
    switch unit {
    case .milliseconds(let length): return start + length
    case .months(let count):
      let (year, month, _) = CalendarDay(rawValue: Int32(start / day)).components
      return Self.time(ofMonth: year * 12 + month - 1 + count)
    }
  }

  private static func time(ofMonth months: Int) -> Int64? {
    CalendarDay(year: months / 12, month: months % 12 + 1, day: 1).map { Int64($0.rawValue) * day }
  }

  /// Returns the local start of a unit as text, as exact as the unit, with the offset of a time of
  /// day that the clock shows twice.
  func label(_ index: Int) -> String { label(of: starts[index]) }

  /// Returns the end of the unit as text: of a day or a longer unit its last day, month or year.
  func endLabel(_ index: Int) -> String {
    let end = index + 1 < starts.count ? starts[index + 1] : end
    if case .milliseconds(let length) = unit, length < Self.day { return label(of: end) }
    return label(of: Timestamp(rawValue: end.rawValue - 1))
  }

  /// The end of the last unit.
  private var end: Timestamp {
    let last = starts[starts.count - 1]
    if case .milliseconds(let length) = unit, length <= Self.hour {
      return Timestamp(rawValue: last.rawValue + length)
    }
    return Self.after(Self.floor(zone.localMilliseconds(last), unit), unit)
      .map { Self.instant($0, in: zone) } ?? .latest
  }

  private func label(of time: Timestamp) -> String {
    let text = zone.local(time)
    switch unit {
    case .months(let count): return String(text.prefix(count < 12 ? 7 : 4))
    case .milliseconds(let length) where length >= Self.day: return String(text.prefix(10))
    case .milliseconds(let length):
      return "\(text.prefix(length >= Self.minute ? 16 : 19))\(zone.mark(at: time))"
    }
  }

  var name: Bilingual {
    switch unit {
    case .months(1): Bilingual(ru: "месяц", en: "month")
    case .months(3): Bilingual(ru: "квартал", en: "quarter")
    case .months(12): Bilingual(ru: "год", en: "year")
    case .months(let count):
      Bilingual(ru: "\((count / 12).russian) лет", en: "\((count / 12).grouped) years")
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

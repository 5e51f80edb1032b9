/// The parser of times in the logs of other systems: RFC 3339, and common spellings of a local date
/// and time.
package struct ForeignTimes: Sendable {
  /// The zone of times without an offset; nil to refuse them.
  package var zone: TimeZoneTable?
  /// Whether times finer than milliseconds are rounded to the nearest millisecond; else refused.
  package var rounds: Bool
  /// Whether anything but RFC 3339 is refused.
  package var isStrict: Bool

  package init(zone: TimeZoneTable? = nil, rounds: Bool = false, isStrict: Bool = false) {
    self.zone = zone
    self.rounds = rounds
    self.isStrict = isStrict
  }

  /// RFC 3339 to the millisecond only; further digits must be zeros.
  package static let strict = ForeignTimes(isStrict: true)

  /// The reason why a text is not the time of an event.
  package enum Failure: Error, Hashable, Sendable {
    case timestamp(TimestampError)
    /// The zone's clocks skip the local time.
    case skipped(zone: String)
  }

  /// Parses a time. The date is `YYYY-MM-DD`, `YYYY/MM/DD` or `DD.MM.YYYY`. After a `T` or spaces
  /// follows `HH:MM` or `H:MM`, with optional seconds and their fraction. An optional offset ends
  /// the text: `Z`, `UTC`, `+HH:MM`, `+HHMM` or `+HH`. A date alone means its first instant. Of a
  /// local time that occurs twice, the earlier instant counts. Digits after milliseconds must be
  /// zeros unless they are rounded.
  package func timestamp(_ text: String) throws(Failure) -> Timestamp {
    let problem: TimestampError
    do throws(TimestampError) { return try Timestamp.parse(rfc3339: text) } catch {
      problem = error
    }
    if isStrict {
      guard problem == .tooManyFractionDigits else { throw .timestamp(problem) }
      do throws(TimestampError) {
        return try Timestamp.parse(rfc3339: Self.withoutFinerZeros(text))
      } catch { throw .timestamp(error) }
    }
    var reader = ForeignTimeReader(text)
    let local: ForeignTimeReader.LocalTime
    do throws(TimestampError) { local = try reader.read(rounding: rounds) } catch {
      throw .timestamp(error)
    }
    return try instant(local)
  }

  /// The text without the zeros that follow its milliseconds.
  private static func withoutFinerZeros(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let point = bytes.firstIndex(of: UInt8(ascii: ".")) else { return text }
    let finer = bytes.dropFirst(point + 4).drop { $0 == UInt8(ascii: "0") }
    return String(decoding: bytes.prefix(point + 4) + finer, as: UTF8.self)
  }

  private func instant(_ local: ForeignTimeReader.LocalTime) throws(Failure) -> Timestamp {
    let result: Timestamp
    if let offset = local.offset {
      result = Timestamp(rawValue: local.milliseconds - Int64(offset) * 1000)
    } else {
      guard let zone else { throw .timestamp(.missingOffset) }
      result = try Self.instant(local, in: zone)
    }
    guard result.isRepresentable else { throw .timestamp(.outsideCalendar) }
    return result
  }

  private static func instant(
    _ local: ForeignTimeReader.LocalTime, in zone: TimeZoneTable
  ) throws(Failure) -> Timestamp {
    if local.isDay { return zone.startOfDay(local.day) }
    let sinceMidnight = local.milliseconds - Int64(local.day.rawValue) * 86_400_000
    // Rounding can reach the midnight at the end of the day.
    let second = min(sinceMidnight / 1000, 86_399)
    guard let start = zone.instant(of: local.day, second: Int(second)) else {
      throw .skipped(zone: zone.name)
    }
    return start.advanced(byMilliseconds: sinceMidnight - second * 1000)
  }
}

extension ForeignTimes.Failure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .timestamp(let error): "\(error)"
    case .skipped(let zone): "the clocks of \(zone) skip this time"
    }
  }
}

/// Reads one local date and time and its offset, from left to right.
private struct ForeignTimeReader {
  struct LocalTime {
    let day: CalendarDay
    /// Milliseconds since the epoch, as if the local time were UTC.
    let milliseconds: Int64
    /// Seconds east of UTC; nil if the text has none.
    let offset: Int?
    /// Whether the text is a date without a time of day.
    let isDay: Bool
  }

  private var rest: ArraySlice<UInt8>

  /// A text with more bytes is not a time.
  private static let longest = 64

  init(_ text: String) {
    let bytes = Array(text.utf8.prefix(Self.longest + 1))
    rest = bytes[...]
    while rest.first == 0x20 { rest.removeFirst() }
    while rest.last == 0x20 { rest.removeLast() }
  }

  mutating func read(rounding: Bool) throws(TimestampError) -> LocalTime {
    guard rest.count <= Self.longest else { throw .malformed }
    let day = try date()
    if rest.isEmpty {
      return LocalTime(
        day: day, milliseconds: Int64(day.rawValue) * 86_400_000, offset: nil, isDay: true)
    }
    try separation()
    let isShort = rest.dropFirst().first == UInt8(ascii: ":")
    let (hour, minute) = (try rest.popNumber(digits: isShort ? 1 : 2), try afterColon())
    let hasSeconds = rest.first == UInt8(ascii: ":")
    let second = hasSeconds ? try afterColon() : 0
    let fraction = hasSeconds ? try fraction(rounding) : 0
    let offset = try offset()
    guard hour <= 23, minute <= 59, second <= 60 else { throw .noSuchTime }
    guard second <= 59 else { throw .leapSecond }
    let seconds = Int64(day.rawValue) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return LocalTime(
      day: day, milliseconds: seconds * 1000 + Int64(fraction), offset: offset, isDay: false)
  }

  private mutating func date() throws(TimestampError) -> CalendarDay {
    let parts: (year: Int, month: Int, day: Int)
    if rest.dropFirst(2).first == UInt8(ascii: ".") {
      let day = try rest.popNumber(digits: 2)
      rest.removeFirst()
      let month = try rest.popNumber(digits: 2)
      guard rest.popFirst() == UInt8(ascii: ".") else { throw .malformed }
      parts = (try rest.popNumber(digits: 4), month, day)
    } else {
      let year = try rest.popNumber(digits: 4)
      guard let mark = rest.popFirst(), mark == UInt8(ascii: "-") || mark == UInt8(ascii: "/")
      else { throw .malformed }
      let month = try rest.popNumber(digits: 2)
      guard rest.popFirst() == mark else { throw .malformed }
      parts = (year, month, try rest.popNumber(digits: 2))
    }
    guard let day = CalendarDay(year: parts.year, month: parts.month, day: parts.day) else {
      throw .noSuchDay
    }
    return day
  }

  private mutating func separation() throws(TimestampError) {
    if rest.first.map({ $0 | 0x20 == UInt8(ascii: "t") }) == true {
      rest.removeFirst()
      return
    }
    guard rest.first == 0x20 else { throw .malformed }
    while rest.first == 0x20 { rest.removeFirst() }
  }

  private mutating func afterColon() throws(TimestampError) -> Int {
    guard rest.popFirst() == UInt8(ascii: ":") else { throw .malformed }
    return try rest.popNumber(digits: 2)
  }

  /// The fraction of a second in milliseconds; 1000 if rounding reaches the next second.
  private mutating func fraction(_ rounding: Bool) throws(TimestampError) -> Int {
    guard rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") else { return 0 }
    rest.removeFirst()
    var digits: [Int] = []
    while let digit = rest.popDigit() { digits.append(digit) }
    if digits.isEmpty { throw .malformed }
    let finer = digits.dropFirst(3)
    if !rounding, finer.contains(where: { $0 != 0 }) { throw .tooManyFractionDigits }
    digits += [0, 0]
    let milliseconds = digits[0] * 100 + digits[1] * 10 + digits[2]
    return milliseconds + ((finer.first ?? 0) >= 5 ? 1 : 0)
  }

  /// Seconds east of UTC; nil at the end of the text.
  private mutating func offset() throws(TimestampError) -> Int? {
    while rest.first == 0x20 { rest.removeFirst() }
    guard let sign = rest.popFirst() else { return nil }
    if sign | 0x20 == UInt8(ascii: "z"), rest.isEmpty { return 0 }
    if [sign] + rest == Array("UTC".utf8) { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { throw .malformed }
    let hours = try rest.popNumber(digits: 2)
    if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
    let minutes = rest.isEmpty ? 0 : try rest.popNumber(digits: 2)
    guard rest.isEmpty else { throw .malformed }
    guard hours <= 23, minutes <= 59 else { throw .offsetOutOfRange }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
  }
}

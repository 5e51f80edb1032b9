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

  /// A time, rounded to the millisecond if that was asked for.
  package struct Time: Hashable, Sendable {
    package let timestamp: Timestamp
    /// The digits after milliseconds that were rounded, without zeros at the end.
    package let finerDigits: String
  }

  /// Parses a time. The date is `YYYY-MM-DD`, `YYYY/MM/DD` or `DD.MM.YYYY`. After a `T` or spaces
  /// follows `HH:MM` or `H:MM`, with optional seconds and their fraction. An optional offset ends
  /// the text: `Z`, `UTC`, `+HH:MM`, `+HHMM` or `+HH`. A date alone means its first instant. Of a
  /// local time that occurs twice, the earlier instant counts. Digits after milliseconds must be
  /// zeros unless they are rounded.
  package func time(_ text: String) throws(Failure) -> Time {
    var reader = TimeReader(
      text, isStrict: isStrict, finerDigits: rounds && !isStrict ? .rounded : .zerosOnly)
    let local: TimeReader.LocalTime
    do throws(TimestampError) {
      local = try reader.read()
      if let offset = local.offset {
        let instant = try local.instant(offset: offset)
        return Time(timestamp: instant, finerDigits: local.finerDigits)
      }
    } catch { throw .timestamp(error) }
    guard let zone else { throw .timestamp(.missingOffset) }
    let result = try Self.instant(local, in: zone)
    guard result.isRepresentable else { throw .timestamp(.outsideCalendar) }
    return Time(timestamp: result, finerDigits: local.finerDigits)
  }

  private static func instant(
    _ local: TimeReader.LocalTime, in zone: TimeZoneTable
  ) throws(Failure) -> Timestamp {
    if local.isDay { return zone.startOfDay(local.day) }
    let sinceMidnight = local.milliseconds - Int64(local.day.rawValue) * 86_400_000
    // The clock shows the time before it is rounded up.
    let isRoundedUp = local.finerDigits.first.map { $0 >= "5" } ?? false
    let second = (sinceMidnight - (isRoundedUp ? 1 : 0)) / 1000
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

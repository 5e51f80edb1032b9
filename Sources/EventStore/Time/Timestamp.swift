/// An instant, in whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
///
/// The calendar is the proleptic Gregorian one of ISO 8601, years 0000 to 9999. Every parsed or
/// computed instant lies between ``earliest`` and ``latest``, so it always has a text of 24 bytes.
/// Only `init(rawValue:)` can create an instant outside; it compares and hashes like any other but
/// cannot be written.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch; negative before it.
  public let rawValue: Int64

  /// The instant `rawValue` milliseconds after the epoch. Unchecked.
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// 0000-01-01T00:00:00.000Z.
  public static let earliest = Timestamp(rawValue: -62_167_219_200_000)

  /// 9999-12-31T23:59:59.999Z.
  public static let latest = Timestamp(rawValue: 253_402_300_799_999)

  /// Whether the first instant comes before the second.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension Timestamp {
  /// Whether the instant lies within years 0000 to 9999 of UTC and so can be written.
  @usableFromInline package var isRepresentable: Bool { self >= .earliest && self <= .latest }

  /// This instant, or the nearest one that can be written.
  var clamped: Timestamp { min(max(self, .earliest), .latest) }

  /// The last whole second at or before the instant, in seconds since the epoch.
  var seconds: Int64 { rawValue.floorDivided(by: 1000) }

  /// The instant that is `seconds` seconds after the epoch, clamped to the calendar.
  init(clampingSeconds seconds: Int64) {
    self = Timestamp(rawValue: 0).advanced(bySeconds: seconds)
  }

  /// The instant that is `milliseconds` milliseconds later, or earlier if they are negative.
  ///
  /// Clamped to ``earliest`` and ``latest`` instead of overflowing.
  public func advanced(byMilliseconds milliseconds: Int64) -> Timestamp {
    let (sum, overflow) = rawValue.addingReportingOverflow(milliseconds)
    if overflow { return milliseconds < 0 ? .earliest : .latest }
    return Timestamp(rawValue: sum).clamped
  }

  /// The instant that is `seconds` seconds later, or earlier if they are negative.
  ///
  /// Clamped to ``earliest`` and ``latest`` instead of overflowing.
  public func advanced(bySeconds seconds: Int64) -> Timestamp {
    let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
    if overflow { return seconds < 0 ? .earliest : .latest }
    return advanced(byMilliseconds: milliseconds)
  }

  /// Milliseconds from `earlier` to this instant; negative if `earlier` is later.
  ///
  /// Exact for all instants that can be written; clamped to the range of `Int64` for others.
  public func milliseconds(since earlier: Timestamp) -> Int64 {
    let (difference, overflow) = rawValue.subtractingReportingOverflow(earlier.rawValue)
    if overflow { return rawValue < earlier.rawValue ? .min : .max }
    return difference
  }
}

extension Timestamp: FourDigitYears {}

extension Timestamp: Codable {
  /// Reads an RFC 3339 text with any offset.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    do {
      self = try Timestamp.parse(rfc3339: text)
    } catch {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: error.description)
    }
  }

  /// Writes ``rfc3339``; an instant outside years 0000 to 9999 is an `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    try requireText(encoder)
    var container = encoder.singleValueContainer()
    try container.encode(rfc3339)
  }
}

extension FixedWidthInteger {
  /// The quotient rounded towards minus infinity, for a positive divisor.
  func floorDivided(by divisor: Self) -> Self {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? quotient - 1 : quotient
  }
}

/// The reason why a text is not an instant.
package enum TimestampError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text does not have the form of an RFC 3339 date-time.
  case malformed
  /// The date-time ends without `Z` or an offset, so it names no instant.
  case missingOffset
  /// The seconds have more than three fraction digits.
  case tooManyFractionDigits
  /// The date is not in the calendar: month 13, 30 February.
  case noSuchDay
  /// The hour is above 23, the minute above 59 or the second above 60.
  case noSuchTime
  /// The second is 60: instants here do not count leap seconds.
  case leapSecond
  /// The offset's hours are above 23 or its minutes above 59.
  case offsetOutOfRange
  /// In UTC the instant is outside years 0000 to 9999.
  case outsideCalendar

  /// The reason in words.
  package var description: String {
    switch self {
    case .malformed: "not of the form YYYY-MM-DDTHH:MM:SS[.mmm] with Z or an offset"
    case .missingOffset: "an offset is missing: Z, or +HH:MM, or -HH:MM"
    case .tooManyFractionDigits: "more than three fraction digits"
    case .noSuchDay: "there is no such day"
    case .noSuchTime: "there is no such time of day"
    case .leapSecond: "leap seconds are not counted: the second is 00 to 59"
    case .offsetOutOfRange: "the offset is out of range: hours 00 to 23, minutes 00 to 59"
    case .outsideCalendar: "the instant lies outside years 0000 to 9999"
    }
  }
}

extension Timestamp {
  /// Parses an RFC 3339 date-time (section 5.6) to the millisecond.
  ///
  /// Accepts any offset, including `-00:00`, `T` and `Z` in lower case, and one to three fraction
  /// digits. Stricter than the RFC in two ways: further fraction digits are refused, as they would
  /// be lost, and so is the second 60.
  package static func parse(rfc3339 text: String) throws(TimestampError) -> Timestamp {
    var reader = TimeReader(text, isStrict: true, finerDigits: .refused)
    let local = try reader.read()
    guard let offset = local.offset else { throw .missingOffset }
    return try local.instant(offset: offset)
  }

  /// The instant of an RFC 3339 date-time with at most three fraction digits; nil for any other
  /// text, for a second 60, and for an instant outside years 0000 to 9999.
  public init?(rfc3339 text: String) {
    do {
      self = try Timestamp.parse(rfc3339: text)
    } catch {
      return nil
    }
  }

  /// The instant in UTC, 24 characters: `2026-05-08T18:59:00.000Z`.
  ///
  /// - Precondition: the instant lies within years 0000 to 9999.
  public var rfc3339: String {
    var bytes: [UInt8] = []
    appendRFC3339(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Timestamp: CustomStringConvertible {
  /// ``rfc3339``, or the milliseconds of an instant without a text.
  public var description: String {
    isRepresentable ? rfc3339 : "\(rawValue) ms since 1970-01-01T00:00:00Z"
  }
}

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
  /// be lost, and so is the second 60. Reads at most the first 30 bytes.
  package static func parse(rfc3339 text: String) throws(TimestampError) -> Timestamp {
    var reader = RFC3339Reader(rest: Array(text.utf8.prefix(RFC3339Reader.maximumLength))[...])
    return try reader.timestamp()
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

/// Reads one date-time, from left to right.
private struct RFC3339Reader {
  /// One byte more than the longest valid date-time has.
  static let maximumLength = 30

  var rest: ArraySlice<UInt8>

  mutating func timestamp() throws(TimestampError) -> Timestamp {
    let fields = try fields()
    try expect(":")
    let second = try rest.popNumber(digits: 2)
    let milliseconds = try fraction()
    let offset = try offset()

    guard let day = fields.day else { throw .noSuchDay }
    guard fields.hour <= 23, fields.minute <= 59, second <= 60 else { throw .noSuchTime }
    guard second <= 59 else { throw .leapSecond }
    let minutes = Int64(day.rawValue) * 1440 + Int64(fields.hour * 60 + fields.minute)
    let seconds = minutes * 60 + Int64(second - offset)
    let result = Timestamp(rawValue: seconds * 1000 + Int64(milliseconds))
    guard result.isRepresentable else { throw .outsideCalendar }
    return result
  }

  /// Day, hour and minute, read as in a canonical text except for the case of the `T`.
  private mutating func fields() throws(TimestampError) -> DateTimeFields {
    var words: (UInt64, UInt64) = (0, 0)
    for place in 0..<16 {
      guard var byte = rest.popFirst() else { throw .malformed }
      if place == 10, byte == UInt8(ascii: "t") { byte = UInt8(ascii: "T") }
      if place < 8 {
        words.0 |= UInt64(byte) << UInt64(place * 8)
      } else {
        words.1 |= UInt64(byte) << UInt64(place * 8 - 64)
      }
    }
    guard let fields = DateTimeFields(words.0, words.1) else { throw .malformed }
    return fields
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(TimestampError) {
    guard let byte = rest.popFirst(), Unicode.Scalar(byte) == character else { throw .malformed }
  }

  private mutating func fraction() throws(TimestampError) -> Int {
    guard rest.first == UInt8(ascii: ".") else { return 0 }
    rest.removeFirst()
    var value = 0
    var place = 100
    guard rest.first != nil else { throw .malformed }
    while let digit = rest.popDigit() {
      guard place > 0 else { throw .tooManyFractionDigits }
      value += digit * place
      place /= 10
    }
    guard place < 100 else { throw .malformed }
    return value
  }

  /// Seconds east of UTC; the text must end with it.
  private mutating func offset() throws(TimestampError) -> Int {
    guard let sign = rest.popFirst() else { throw .missingOffset }
    var seconds = 0
    switch Unicode.Scalar(sign) {
    case "Z", "z": break
    case "+", "-":
      let hours = try rest.popNumber(digits: 2)
      try expect(":")
      let minutes = try rest.popNumber(digits: 2)
      guard rest.isEmpty else { throw .malformed }
      guard hours <= 23, minutes <= 59 else { throw .offsetOutOfRange }
      seconds = (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
    default: throw .malformed
    }
    guard rest.isEmpty else { throw .malformed }
    return seconds
  }
}

/// The reading of decimal digits from the beginning of a text.
extension ArraySlice<UInt8> {
  /// Removes a digit and returns its value; nil if the text begins with anything else.
  mutating func popDigit() -> Int? {
    guard let byte = first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
      return nil
    }
    removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }

  /// Removes a number of exactly these many digits and returns it.
  ///
  /// - Throws: `.malformed`.
  mutating func popNumber(digits: Int) throws(TimestampError) -> Int {
    var value = 0
    for _ in 0..<digits {
      guard let digit = popDigit() else { throw .malformed }
      value = value * 10 + digit
    }
    return value
  }
}

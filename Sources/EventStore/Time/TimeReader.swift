/// Reads one date and time and its offset, from left to right.
struct TimeReader {
  /// The treatment of digits after milliseconds.
  enum FinerDigits { case refused, zerosOnly, rounded }

  struct LocalTime {
    let day: CalendarDay
    /// Milliseconds since the epoch, as if the local time were UTC.
    let milliseconds: Int64
    /// Seconds east of UTC; nil if the text has none.
    let offset: Int?
    /// Whether the text is a date without a time of day.
    let isDay: Bool
    /// The digits after milliseconds that were rounded, without zeros at the end.
    var finerDigits = ""

    /// The instant at an offset.
    ///
    /// - Throws: `.outsideCalendar`.
    func instant(offset: Int) throws(TimestampError) -> Timestamp {
      let instant = Timestamp(rawValue: milliseconds - Int64(offset) * 1000)
      guard instant.isRepresentable else { throw .outsideCalendar }
      return instant
    }
  }

  private var rest: ArraySlice<UInt8>
  /// Whether only RFC 3339 is read. The form is then checked before the numbers, and an offset is
  /// required.
  private let isStrict: Bool
  private let finerDigits: FinerDigits
  /// The rounded digits.
  private var rounded = ""

  /// A text with more bytes is no time, except where any number of zeros may follow milliseconds.
  private static let longest = 64

  init(_ text: String, isStrict: Bool, finerDigits: FinerDigits) {
    self.isStrict = isStrict
    self.finerDigits = finerDigits
    var bytes = text.utf8[...]
    if !isStrict {
      while bytes.first == 0x20 { bytes.removeFirst() }
      while bytes.last == 0x20 { bytes.removeLast() }
    }
    let isEndless = isStrict && finerDigits == .zerosOnly
    rest = Array(bytes.prefix(isEndless ? .max : Self.longest + 1))[...]
  }

  mutating func read() throws(TimestampError) -> LocalTime {
    guard isStrict || rest.count <= Self.longest else { throw .malformed }
    let readDay = try date()
    if !isStrict {
      guard let day = readDay else { throw .noSuchDay }
      if rest.isEmpty {
        return LocalTime(
          day: day, milliseconds: Int64(day.rawValue) * 86_400_000, offset: nil, isDay: true)
      }
    }
    try separation()
    let isShort = !isStrict && rest.dropFirst().first == UInt8(ascii: ":")
    let (hour, minute) = (try number(digits: isShort ? 1 : 2), try afterColon())
    let hasSeconds = isStrict || rest.first == UInt8(ascii: ":")
    let second = hasSeconds ? try afterColon() : 0
    let fraction = hasSeconds ? try fraction() : 0
    let offset = try offset()
    guard let day = readDay else { throw .noSuchDay }
    guard hour <= 23, minute <= 59, second <= 60 else { throw .noSuchTime }
    guard second <= 59 else { throw .leapSecond }
    let seconds = Int64(day.rawValue) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    return LocalTime(
      day: day, milliseconds: seconds * 1000 + Int64(fraction), offset: offset, isDay: false,
      finerDigits: rounded)
  }

  /// The day; nil if it does not exist.
  private mutating func date() throws(TimestampError) -> CalendarDay? {
    if !isStrict, rest.dropFirst(2).first == UInt8(ascii: ".") {
      let day = try number(digits: 2)
      try expect(".")
      let month = try number(digits: 2)
      try expect(".")
      return CalendarDay(year: try number(digits: 4), month: month, day: day)
    }
    let year = try number(digits: 4)
    let mark: Unicode.Scalar = !isStrict && rest.first == UInt8(ascii: "/") ? "/" : "-"
    try expect(mark)
    let month = try number(digits: 2)
    try expect(mark)
    return CalendarDay(year: year, month: month, day: try number(digits: 2))
  }

  private mutating func separation() throws(TimestampError) {
    if rest.first.map({ $0 | 0x20 == UInt8(ascii: "t") }) == true {
      rest.removeFirst()
    } else {
      guard !isStrict, rest.first == 0x20 else { throw .malformed }
      skipSpaces()
    }
  }

  /// The fraction of a second in milliseconds; 1000 if rounding reaches the next second.
  private mutating func fraction() throws(TimestampError) -> Int {
    guard rest.first == UInt8(ascii: ".") || !isStrict && rest.first == UInt8(ascii: ",") else {
      return 0
    }
    rest.removeFirst()
    var (milliseconds, place) = (0, 1000)
    while let digit = popDigit() {
      if place > 1 {
        place /= 10
        milliseconds += digit * place
      } else if finerDigits == .rounded {
        place = 0
        rounded += "\(digit)"
      } else if finerDigits == .refused || digit > 0 {
        throw .tooManyFractionDigits
      }
    }
    if place == 1000 { throw .malformed }
    while rounded.last == "0" { rounded.removeLast() }
    return milliseconds + (rounded >= "5" ? 1 : 0)
  }

  /// Seconds east of UTC; nil at the end of the text.
  private mutating func offset() throws(TimestampError) -> Int? {
    if !isStrict { skipSpaces() }
    guard let sign = rest.popFirst() else {
      if isStrict { throw .missingOffset }
      return nil
    }
    if sign | 0x20 == UInt8(ascii: "z"), rest.isEmpty { return 0 }
    if !isStrict, [sign] + rest == Array("UTC".utf8) { return 0 }
    guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { throw .malformed }
    let hours = try number(digits: 2)
    if isStrict || rest.first == UInt8(ascii: ":") { try expect(":") }
    let minutes = !isStrict && rest.isEmpty ? 0 : try number(digits: 2)
    guard rest.isEmpty else { throw .malformed }
    guard hours <= 23, minutes <= 59 else { throw .offsetOutOfRange }
    return (hours * 60 + minutes) * (sign == UInt8(ascii: "-") ? -60 : 60)
  }

  private mutating func afterColon() throws(TimestampError) -> Int {
    try expect(":")
    return try number(digits: 2)
  }

  private mutating func expect(_ character: Unicode.Scalar) throws(TimestampError) {
    guard let byte = rest.popFirst(), Unicode.Scalar(byte) == character else { throw .malformed }
  }

  private mutating func skipSpaces() { while rest.first == 0x20 { rest.removeFirst() } }

  /// Reads a digit; nil if anything else follows.
  private mutating func popDigit() -> Int? {
    guard let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
      return nil
    }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }

  /// Reads a number of exactly these many digits.
  private mutating func number(digits: Int) throws(TimestampError) -> Int {
    var value = 0
    for _ in 0..<digits {
      guard let digit = popDigit() else { throw .malformed }
      value = value * 10 + digit
    }
    return value
  }
}

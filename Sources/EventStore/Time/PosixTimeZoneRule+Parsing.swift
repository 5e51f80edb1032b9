extension PosixTimeZoneRule {
  /// Parses a TZ string such as `MSK-3`, `<+03>-3` or `CET-1CEST,M3.5.0,M10.5.0/3`.
  ///
  /// A string with daylight-saving time must state when it begins and ends. POSIX leaves the
  /// default to the implementation, so a string without these dates would be ambiguous.
  init?(_ text: String) {
    guard text.utf8.count <= 128 else { return nil }
    var reader = RuleReader(rest: text.utf8[...])
    guard reader.name(), let west = reader.duration(maximumHours: 24) else { return nil }
    standardOffset = -west
    guard !reader.rest.isEmpty else { return }

    guard reader.name() else { return nil }
    var offset = standardOffset + 3600
    if reader.rest.first != UInt8(ascii: ",") {
      guard let west = reader.duration(maximumHours: 24) else { return nil }
      offset = -west
    }
    guard let start = reader.change(), let end = reader.change(), reader.rest.isEmpty else {
      return nil
    }
    daylight = Daylight(offset: offset, start: start, end: end)
  }
}

private struct RuleReader {
  var rest: Substring.UTF8View

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, Unicode.Scalar(byte) == character else { return false }
    rest.removeFirst()
    return true
  }

  /// Three or more letters, or `<…>` around letters, digits, `+` and `-`.
  mutating func name() -> Bool {
    let quoted = skip("<")
    let name = rest.prefix { byte in
      switch Unicode.Scalar(byte) {
      case "a"..."z", "A"..."Z": true
      case "0"..."9", "+", "-": quoted
      default: false
      }
    }
    rest = rest[name.endIndex...]
    return name.count >= 3 && (!quoted || skip(">"))
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int? {
    var value: Int?
    while let byte = rest.first, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      let next = (value ?? 0) * 10 + Int(byte - UInt8(ascii: "0"))
      guard next <= range.upperBound else { return nil }
      value = next
      rest.removeFirst()
    }
    guard let value, range.contains(value) else { return nil }
    return value
  }

  /// `[+-]hh[:mm[:ss]]` in seconds.
  mutating func duration(maximumHours: Int) -> Int32? {
    let negative = skip("-")
    if !negative { _ = skip("+") }
    guard let hours = number(0...maximumHours) else { return nil }
    var seconds = hours * 3600
    if skip(":") {
      guard let minutes = number(0...59) else { return nil }
      seconds += minutes * 60
      if skip(":") {
        guard let rest = number(0...59) else { return nil }
        seconds += rest
      }
    }
    return Int32(negative ? -seconds : seconds)
  }

  /// `,date[/time]`; the time is 02:00 unless stated.
  mutating func change() -> PosixTimeZoneRule.Change? {
    guard skip(","), let date = date() else { return nil }
    guard skip("/") else { return PosixTimeZoneRule.Change(date: date, time: 7200) }
    guard let time = duration(maximumHours: 167) else { return nil }
    return PosixTimeZoneRule.Change(date: date, time: time)
  }

  private mutating func date() -> PosixTimeZoneRule.Date? {
    if skip("J") { return number(1...365).map { .withoutLeapDay($0) } }
    guard skip("M") else { return number(0...365).map { .ordinal($0) } }
    guard let month = number(1...12), skip("."), let week = number(1...5), skip("."),
      let weekday = number(0...6)
    else { return nil }
    return .weekday(month: month, week: week, weekday: weekday)
  }
}

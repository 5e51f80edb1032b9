extension CalendarDay: LosslessStringConvertible {
  /// Reads `YYYY-MM-DD`: ten ASCII characters and a day that exists, otherwise nil.
  public init?(_ text: String) {
    let bytes = text.utf8
    guard bytes.count == 10 else { return nil }
    var numbers = [0, 0, 0]
    var part = 0
    for (index, byte) in bytes.enumerated() {
      if index == 4 || index == 7 {
        guard byte == UInt8(ascii: "-") else { return nil }
        part += 1
      } else {
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        numbers[part] = numbers[part] * 10 + Int(byte - UInt8(ascii: "0"))
      }
    }
    self.init(year: numbers[0], month: numbers[1], day: numbers[2])
  }

  /// Whether the day lies within years 0000 to 9999 and so can be written.
  public var isRepresentable: Bool { self >= .earliest && self <= .latest }

  /// `YYYY-MM-DD`, or for a day that cannot be written its distance from 1970-01-01.
  public var description: String {
    guard isRepresentable else { return "\(rawValue) days since 1970-01-01" }
    let (year, month, day) = components
    let digits = [
      year / 1000, year / 100 % 10, year / 10 % 10, year % 10, nil,
      month / 10, month % 10, nil,
      day / 10, day % 10,
    ]
    let bytes = digits.map { $0.map { UInt8(ascii: "0") + UInt8($0) } ?? UInt8(ascii: "-") }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension CalendarDay: Codable {
  /// Reads `YYYY-MM-DD`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let day = CalendarDay(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "not a day of the form YYYY-MM-DD")
    }
    self = day
  }

  /// Writes `YYYY-MM-DD`; a day outside years 0000 to 9999 is an `EncodingError`.
  public func encode(to encoder: any Encoder) throws {
    guard isRepresentable else {
      throw EncodingError.invalidValue(
        self,
        EncodingError.Context(
          codingPath: encoder.codingPath, debugDescription: "outside years 0000 to 9999"))
    }
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension CalendarDay: CodingKeyRepresentable {
  /// `YYYY-MM-DD` as a key, so that a dictionary by day is an object.
  public var codingKey: any CodingKey { DayKey(stringValue: description) }

  /// The day a key names, if it is one.
  public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}

private struct DayKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

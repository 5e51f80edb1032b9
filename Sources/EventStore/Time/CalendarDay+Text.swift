extension CalendarDay: FourDigitYears {}

extension CalendarDay: LosslessStringConvertible {
  /// Reads `YYYY-MM-DD`: ten ASCII characters and a day that exists, otherwise nil.
  public init?(_ text: String) {
    var text = text
    guard let day = text.withUTF8({ unsafe CalendarDay(utf8: $0) }) else { return nil }
    self = day
  }

  /// Reads `YYYY-MM-DD` from its UTF-8 bytes.
  init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    let memory = UnsafeRawBufferPointer(bytes)
    guard bytes.count == 10,
      let date = unsafe CanonicalWord.digits(
        UInt64(littleEndian: memory.loadUnaligned(as: UInt64.self)),
        template: CanonicalWord.yearMonth, places: 0x0001_0100_0101_0101),
      let day = unsafe CanonicalWord.digits(
        UInt64(UInt16(littleEndian: memory.loadUnaligned(fromByteOffset: 8, as: UInt16.self))),
        template: 0x3030, places: 0x0101)
    else { return nil }
    self.init(
      year: CanonicalWord.pair(date) * 100 + CanonicalWord.pair(date >> 16),
      month: CanonicalWord.pair(date >> 40), day: CanonicalWord.pair(day))
  }

  /// Whether the day lies within years 0000 to 9999 and so can be written.
  @usableFromInline package var isRepresentable: Bool { self >= .earliest && self <= .latest }

  /// `YYYY-MM-DD`, or the distance from 1970-01-01 for a day without a text.
  public var description: String {
    guard isRepresentable else { return "\(rawValue) days since 1970-01-01" }
    return unsafe String(unsafeUninitializedCapacity: Self.textLength) { buffer in
      guard let start = buffer.baseAddress else { return 0 }
      unsafe write(to: start)
      return Self.textLength
    }
  }

  /// The length of a day's text in bytes.
  @inlinable static var textLength: Int { 10 }

  /// Writes `YYYY-MM-DD`, ten bytes.
  ///
  /// - Precondition: ``isRepresentable``.
  @usableFromInline
  func write(to place: UnsafeMutablePointer<UInt8>) {
    precondition(isRepresentable, unwritable)
    let date = GregorianDate(daysSinceEpoch: Int(rawValue))
    let year = UInt64(date.year)
    let yearMonth =
      CanonicalWord.yearMonth | twoDigits(year / 100) | twoDigits(year % 100) << 16
      | twoDigits(UInt64(date.month)) << 40
    let day = UInt16(0x3030) | UInt16(truncatingIfNeeded: twoDigits(UInt64(date.day)))
    let memory = UnsafeMutableRawPointer(place)
    unsafe memory.storeBytes(of: yearMonth.littleEndian, as: UInt64.self)
    unsafe memory.storeBytes(of: day.littleEndian, toByteOffset: 8, as: UInt16.self)
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
    try requireText(encoder)
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension CalendarDay: CodingKeyRepresentable {
  /// `YYYY-MM-DD` as a key, so that a dictionary by day is an object.
  public var codingKey: any CodingKey { TextKey(stringValue: description) }

  /// The day whose text is the key; nil if the key is no such text.
  public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
}

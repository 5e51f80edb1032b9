/// The kinds of members that only the states of read models have.
extension ObjectReader {
  /// A whole number of up to 18 digits, without a sign.
  @inlinable
  public mutating func integer(_ key: StaticString) throws(KeyOrderMismatch) -> Int {
    try require(key)
    return try natural()
  }

  /// The position of an event.
  @inlinable
  public mutating func position(_ key: StaticString) throws(KeyOrderMismatch) -> Position {
    Position(try integer(key))
  }

  /// An optional text without a type of its own; nil if it is omitted.
  @inlinable
  public mutating func optionalString(_ key: StaticString) throws(KeyOrderMismatch) -> String? {
    guard skip(key) else { return nil }
    let text: PlainText = try string()
    return text.rawValue
  }

  /// An instant, `YYYY-MM-DDTHH:MM:SS.mmmZ`.
  public mutating func instant(_ key: StaticString) throws(KeyOrderMismatch) -> Timestamp {
    try require(key)
    let end = unsafe place + 1 + Timestamp.textLength
    var parser = TimestampParser()
    guard unsafe place.pointee == UInt8(ascii: "\""), unsafe end.pointee == UInt8(ascii: "\""),
      let instant = unsafe parser.parse(place + 1)
    else { throw KeyOrderMismatch() }
    unsafe place = end + 1
    return instant
  }

  /// Enters a nested object, whose members are then read one by one, as for a case of an enum.
  ///
  /// - Returns: false if another member comes next.
  @inlinable
  public mutating func open(_ key: StaticString) -> Bool {
    guard skip(key) else { return false }
    separator = UInt8(ascii: "{")
    return true
  }

  /// Leaves a nested object, of which at least one member was read.
  @inlinable
  public mutating func close() throws(KeyOrderMismatch) {
    unsafe place = try end()
    separator = UInt8(ascii: ",")
  }
}

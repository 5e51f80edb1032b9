import PlatformLibc

/// A type that can be decoded without `Codable` containers if its members are in the writer's order
/// and spelling: a faster way to the same result as `init(from:)`.
///
/// Worth a few lines for the types that dominate a journal or a state. The initializer must ask for
/// the members in the order in which they are coded. Anything unexpected (another order, white
/// space, an escape, an additional member) throws ``KeyOrderMismatch``. Then `init(from:)` reads
/// the object, so both ways have the same result.
public protocol FastDecodable: Decodable {
  /// Reads all members, in the order in which they are coded.
  ///
  /// - Throws: if the bytes differ from the writer's spelling.
  init(predicted members: inout ObjectReader) throws(KeyOrderMismatch)
}

/// The error for bytes that differ from the writer's order or spelling. The general decoder then
/// reads them.
public struct KeyOrderMismatch: Error {
  /// Creates the error, for an initializer that does not recognise a value.
  @inlinable
  public init() {}
}

/// The personal part of shapes without personal data.
extension Never: FastDecodable {
  public init(predicted members: inout ObjectReader) throws(KeyOrderMismatch) {
    throw KeyOrderMismatch()
  }
}

/// Reads the members of an object one after the other. All costs are O(length of the value).
@safe
public struct ObjectReader {
  @usableFromInline var place: UnsafePointer<UInt8>
  /// The byte that comes before the next member: a brace, later a comma.
  @usableFromInline var separator = UInt8(ascii: "{")
  @usableFromInline let texts: TextCache

  /// A reader of the object at `place`, in a line followed by a line feed and 64 readable bytes.
  @usableFromInline
  init(at place: UnsafePointer<UInt8>, _ texts: TextCache) {
    unsafe self.place = place
    self.texts = texts
  }

  /// The place after the object.
  ///
  /// - Throws: if the object does not end here.
  @usableFromInline
  func end() throws(KeyOrderMismatch) -> UnsafePointer<UInt8> {
    guard unsafe place.pointee == UInt8(ascii: "}") else { throw KeyOrderMismatch() }
    return unsafe place + 1
  }

  /// Moves past the key if it comes next.
  ///
  /// - Returns: whether it did.
  @inlinable @inline(__always)
  mutating func skip(_ key: StaticString) -> Bool {
    let count = key.utf8CodeUnitCount
    guard unsafe place[0] == separator, unsafe place[1] == UInt8(ascii: "\""),
      unsafe memcmp(place + 2, key.utf8Start, count) == 0,
      unsafe place[count + 2] == UInt8(ascii: "\""), unsafe place[count + 3] == UInt8(ascii: ":")
    else { return false }
    unsafe place += count + 4
    separator = UInt8(ascii: ",")
    return true
  }

  @inlinable @inline(__always)
  mutating func require(_ key: StaticString) throws(KeyOrderMismatch) {
    guard skip(key) else { throw KeyOrderMismatch() }
  }

  /// The string that begins here, as a value of its type.
  @inlinable @inline(__always)
  mutating func string<Value: RawRepresentable<String>>() throws(KeyOrderMismatch) -> Value {
    let start = unsafe place + 1
    let end = unsafe JSONScan.stringEnd(start)
    guard unsafe place.pointee == UInt8(ascii: "\""), unsafe end.pointee == UInt8(ascii: "\""),
      let value = unsafe Value(rawValue: texts.text(start, count: end - start))
    else { throw KeyOrderMismatch() }
    unsafe place = end + 1
    return value
  }
}

// MARK: - Members

extension ObjectReader {
  /// A required text: any, or one of a fixed set.
  @inlinable @inline(__always)
  public mutating func text<Value: RawRepresentable<String>>(
    _ key: StaticString
  ) throws(KeyOrderMismatch) -> Value {
    try require(key)
    return try string()
  }

  /// An optional text; nil if it is omitted.
  @inlinable @inline(__always)
  public mutating func optionalText<Value: StringBacked>(
    _ key: StaticString
  ) throws(KeyOrderMismatch) -> Value? {
    guard skip(key) else { return nil }
    return try string()
  }

  /// A text with a format of its own; `make` returns nil if the text does not match.
  @inlinable
  public mutating func text<Value>(
    _ key: StaticString, _ make: (String) -> Value?
  ) throws(KeyOrderMismatch) -> Value {
    let text: PlainText = try text(key)
    guard let value = make(text.rawValue) else { throw KeyOrderMismatch() }
    return value
  }

  /// An optional list of texts; nil if it is omitted.
  @inlinable
  public mutating func optionalTexts<Value: StringBacked>(
    _ key: StaticString
  ) throws(KeyOrderMismatch) -> [Value]? {
    guard skip(key) else { return nil }
    return try list()
  }

  /// A required list of texts, or of values from a fixed set.
  @inlinable
  public mutating func texts<Value: RawRepresentable<String>>(
    _ key: StaticString
  ) throws(KeyOrderMismatch) -> [Value] {
    try require(key)
    return try list()
  }

  @inlinable
  mutating func list<Value: RawRepresentable<String>>() throws(KeyOrderMismatch) -> [Value] {
    try list { (members) throws(KeyOrderMismatch) in try members.string() }
  }

  /// A required list of objects.
  @inlinable
  public mutating func objects<Value: FastDecodable>(
    _ key: StaticString
  ) throws(KeyOrderMismatch) -> [Value] {
    try require(key)
    return try nestedList()
  }

  /// An optional list of objects; nil if it is omitted.
  @inlinable
  public mutating func optionalObjects<Value: FastDecodable>(
    _ key: StaticString
  ) throws(KeyOrderMismatch) -> [Value]? {
    guard skip(key) else { return nil }
    return try nestedList()
  }

  @inlinable
  mutating func nestedList<Value: FastDecodable>() throws(KeyOrderMismatch) -> [Value] {
    try list { (members) throws(KeyOrderMismatch) in try members.nested() }
  }

  @inlinable @inline(__always)
  mutating func list<Value>(
    _ element: (inout ObjectReader) throws(KeyOrderMismatch) -> Value
  ) throws(KeyOrderMismatch) -> [Value] {
    var values: [Value] = []
    guard unsafe place.pointee == UInt8(ascii: "[") else { throw KeyOrderMismatch() }
    unsafe place += 1
    if unsafe place.pointee == UInt8(ascii: "]") {
      unsafe place += 1
      return values
    }
    while true {
      values.append(try element(&self))
      let byte = unsafe place.pointee
      unsafe place += 1
      if byte == UInt8(ascii: "]") { return values }
      if byte != UInt8(ascii: ",") { throw KeyOrderMismatch() }
    }
  }

  /// A Boolean.
  @inlinable
  public mutating func flag(_ key: StaticString) throws(KeyOrderMismatch) -> Bool {
    try require(key)
    let isSet = unsafe place.pointee == UInt8(ascii: "t")
    let literal: StaticString = isSet ? "true" : "false"
    guard unsafe memcmp(place, literal.utf8Start, literal.utf8CodeUnitCount) == 0 else {
      throw KeyOrderMismatch()
    }
    unsafe place += literal.utf8CodeUnitCount
    return isSet
  }

  /// A nested object.
  @inlinable
  public mutating func object<Value: FastDecodable>(
    _ key: StaticString
  ) throws(KeyOrderMismatch) -> Value {
    try require(key)
    return try nested()
  }

  /// An optional nested object; nil if it is omitted.
  @inlinable
  public mutating func optionalObject<Value: FastDecodable>(
    _ key: StaticString
  ) throws(KeyOrderMismatch) -> Value? {
    guard skip(key) else { return nil }
    return try nested()
  }

  @inlinable
  mutating func nested<Value: FastDecodable>() throws(KeyOrderMismatch) -> Value {
    var members = unsafe ObjectReader(at: place, texts)
    let value = try Value(predicted: &members)
    unsafe place = try members.end()
    return value
  }

  /// A whole number of up to 18 digits, without a sign and within the range of its type.
  @inlinable
  public mutating func number<Value: BoundedNumber>(
    _ key: StaticString
  ) throws(KeyOrderMismatch) -> Value {
    try require(key)
    return try bounded()
  }

  /// An optional number; nil if it is omitted.
  @inlinable
  public mutating func optionalNumber<Value: BoundedNumber>(
    _ key: StaticString
  ) throws(KeyOrderMismatch) -> Value? {
    guard skip(key) else { return nil }
    return try bounded()
  }

  @inlinable
  mutating func bounded<Value: BoundedNumber>() throws(KeyOrderMismatch) -> Value {
    let number = try natural()
    guard Value.range.contains(number) else { throw KeyOrderMismatch() }
    return Value(rawValue: number)
  }

  @inlinable
  mutating func natural() throws(KeyOrderMismatch) -> Int {
    guard let value = unsafe DecimalDigits.natural(at: &place),
      unsafe place.pointee == UInt8(ascii: ",") || place.pointee == UInt8(ascii: "}")
    else { throw KeyOrderMismatch() }
    return value
  }

  /// A day, `YYYY-MM-DD`.
  package mutating func day(_ key: StaticString) throws(KeyOrderMismatch) -> CalendarDay {
    try require(key)
    return try day()
  }

  /// An optional day; nil if it is omitted.
  package mutating func optionalDay(_ key: StaticString) throws(KeyOrderMismatch) -> CalendarDay? {
    skip(key) ? try day() : nil
  }

  private mutating func day() throws(KeyOrderMismatch) -> CalendarDay {
    let digits = unsafe UnsafeBufferPointer(start: place + 1, count: 10)
    guard unsafe place[0] == UInt8(ascii: "\""), unsafe place[11] == UInt8(ascii: "\""),
      let day = unsafe CalendarDay(utf8: digits)
    else { throw KeyOrderMismatch() }
    unsafe place += 12
    return day
  }
}

/// A text without a type of its own.
@usableFromInline
struct PlainText: RawRepresentable {
  @usableFromInline let rawValue: String

  @inlinable
  init(rawValue: String) { self.rawValue = rawValue }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A shape that can be read without containers where its members stand as the writer puts them:
/// a second, faster way to what `init(from:)` reads.
///
/// Worth a few lines for the types that dominate a journal. The members are asked for in the order
/// in which they are coded; anything unexpected (another order, white space, an escape, a member
/// too many) is answered by ``Unpredicted``, and then `init(from:)` reads the object, so both ways
/// have the same result.
public protocol PredictedShape: Decodable {
  init(predicted members: inout PredictedMembers) throws(Unpredicted)
}

/// The bytes are not those that the writer would put: read them generally.
public struct Unpredicted: Error {
  @inlinable
  public init() {}
}

/// Shapes without personal data have nothing to predict there.
extension Never: PredictedShape {
  public init(predicted members: inout PredictedMembers) throws(Unpredicted) { throw Unpredicted() }
}

/// The members of an object, one after the other. All costs are O(length of the value).
@safe
public struct PredictedMembers {
  @usableFromInline var place: UnsafePointer<UInt8>
  /// What stands before the next member: a brace, later a comma.
  @usableFromInline var opener = UInt8(ascii: "{")
  @usableFromInline let texts: TextCache

  /// The object begins at `place`, of a line that a line feed and 64 readable bytes follow.
  @usableFromInline
  init(at place: UnsafePointer<UInt8>, _ texts: TextCache) {
    unsafe self.place = place
    self.texts = texts
  }

  /// The place after the object, if it ends here.
  @usableFromInline
  func end() throws(Unpredicted) -> UnsafePointer<UInt8> {
    guard unsafe place.pointee == UInt8(ascii: "}") else { throw Unpredicted() }
    return unsafe place + 1
  }

  /// Steps over the key when it comes next.
  @inlinable @inline(__always)
  mutating func skip(_ key: StaticString) -> Bool {
    let count = key.utf8CodeUnitCount
    guard unsafe place[0] == opener, unsafe place[1] == UInt8(ascii: "\""),
      unsafe memcmp(place + 2, key.utf8Start, count) == 0,
      unsafe place[count + 2] == UInt8(ascii: "\""), unsafe place[count + 3] == UInt8(ascii: ":")
    else { return false }
    unsafe place += count + 4
    opener = UInt8(ascii: ",")
    return true
  }

  @inlinable @inline(__always)
  mutating func require(_ key: StaticString) throws(Unpredicted) {
    guard skip(key) else { throw Unpredicted() }
  }

  /// The string that begins here, as a value of its type.
  @inlinable @inline(__always)
  mutating func string<Value: RawRepresentable<String>>() throws(Unpredicted) -> Value {
    let start = unsafe place + 1
    let end = unsafe JSONScan.stringEnd(start)
    guard unsafe place.pointee == UInt8(ascii: "\""), unsafe end.pointee == UInt8(ascii: "\""),
      let value = unsafe Value(rawValue: texts.text(start, count: end - start))
    else { throw Unpredicted() }
    unsafe place = end + 1
    return value
  }
}

// MARK: - Members

extension PredictedMembers {
  /// A text that is always there, or one of a few.
  @inlinable @inline(__always)
  public mutating func text<Value: RawRepresentable<String>>(
    _ key: StaticString
  ) throws(Unpredicted) -> Value {
    try require(key)
    return try string()
  }

  /// A text that is left out when there is none.
  @inlinable @inline(__always)
  public mutating func optionalText<Value: BareText>(
    _ key: StaticString
  ) throws(Unpredicted) -> Value? {
    guard skip(key) else { return nil }
    return try string()
  }

  /// A text with a form of its own; nil from `make` where it is of another.
  @inlinable
  public mutating func text<Value>(
    _ key: StaticString, _ make: (String) -> Value?
  ) throws(Unpredicted) -> Value {
    let text: PlainText = try text(key)
    guard let value = make(text.rawValue) else { throw Unpredicted() }
    return value
  }

  /// A list of texts that is left out when there is none.
  @inlinable
  public mutating func optionalTexts<Value: BareText>(
    _ key: StaticString
  ) throws(Unpredicted) -> [Value]? {
    guard skip(key) else { return nil }
    return try list()
  }

  /// A list of texts, or of some of a few, that is always there.
  @inlinable
  public mutating func texts<Value: RawRepresentable<String>>(
    _ key: StaticString
  ) throws(Unpredicted) -> [Value] {
    try require(key)
    return try list()
  }

  @inlinable
  mutating func list<Value: RawRepresentable<String>>() throws(Unpredicted) -> [Value] {
    try list { (members) throws(Unpredicted) in try members.string() }
  }

  /// A list of objects that is always there.
  @inlinable
  public mutating func objects<Value: PredictedShape>(
    _ key: StaticString
  ) throws(Unpredicted) -> [Value] {
    try require(key)
    return try list { (members) throws(Unpredicted) in try members.nested() }
  }

  @inlinable @inline(__always)
  mutating func list<Value>(
    _ element: (inout PredictedMembers) throws(Unpredicted) -> Value
  ) throws(Unpredicted) -> [Value] {
    var values: [Value] = []
    guard unsafe place.pointee == UInt8(ascii: "[") else { throw Unpredicted() }
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
      if byte != UInt8(ascii: ",") { throw Unpredicted() }
    }
  }

  /// Yes or no.
  @inlinable
  public mutating func flag(_ key: StaticString) throws(Unpredicted) -> Bool {
    try require(key)
    let isSet = unsafe place.pointee == UInt8(ascii: "t")
    let literal: StaticString = isSet ? "true" : "false"
    guard unsafe memcmp(place, literal.utf8Start, literal.utf8CodeUnitCount) == 0 else {
      throw Unpredicted()
    }
    unsafe place += literal.utf8CodeUnitCount
    return isSet
  }

  /// An object inside the object.
  @inlinable
  public mutating func object<Value: PredictedShape>(
    _ key: StaticString
  ) throws(Unpredicted) -> Value {
    try require(key)
    return try nested()
  }

  /// An object inside the object that is left out when there is none.
  @inlinable
  public mutating func optionalObject<Value: PredictedShape>(
    _ key: StaticString
  ) throws(Unpredicted) -> Value? {
    guard skip(key) else { return nil }
    return try nested()
  }

  @inlinable
  mutating func nested<Value: PredictedShape>() throws(Unpredicted) -> Value {
    var members = unsafe PredictedMembers(at: place, texts)
    let value = try Value(predicted: &members)
    unsafe place = try members.end()
    return value
  }

  /// A whole number of up to 18 digits, without a sign.
  @inlinable
  public mutating func number<Value: BoundedNumber>(
    _ key: StaticString
  ) throws(Unpredicted) -> Value {
    try require(key)
    return try bounded()
  }

  /// A number that is left out when there is none.
  @inlinable
  public mutating func optionalNumber<Value: BoundedNumber>(
    _ key: StaticString
  ) throws(Unpredicted) -> Value? {
    guard skip(key) else { return nil }
    return try bounded()
  }

  @inlinable
  mutating func bounded<Value: BoundedNumber>() throws(Unpredicted) -> Value {
    let number = try natural()
    guard Value.range.contains(number) else { throw Unpredicted() }
    return Value(rawValue: number)
  }

  @inlinable
  mutating func natural() throws(Unpredicted) -> Int {
    var value = 0
    let start = unsafe place
    var digit = unsafe place.pointee &- UInt8(ascii: "0")
    while digit <= 9 {
      value = value &* 10 &+ Int(digit)
      unsafe place += 1
      digit = unsafe place.pointee &- UInt8(ascii: "0")
    }
    let count = unsafe place - start
    guard 1...18 ~= count, unsafe count == 1 || start.pointee != UInt8(ascii: "0"),
      unsafe place.pointee == UInt8(ascii: ",") || place.pointee == UInt8(ascii: "}")
    else { throw Unpredicted() }
    return value
  }

  /// A day, `YYYY-MM-DD`.
  public mutating func day(_ key: StaticString) throws(Unpredicted) -> CalendarDay {
    try require(key)
    return try day()
  }

  /// A day that is left out when there is none.
  public mutating func optionalDay(_ key: StaticString) throws(Unpredicted) -> CalendarDay? {
    skip(key) ? try day() : nil
  }

  private mutating func day() throws(Unpredicted) -> CalendarDay {
    let digits = unsafe UnsafeBufferPointer(start: place + 1, count: 10)
    guard unsafe place[0] == UInt8(ascii: "\""), unsafe place[11] == UInt8(ascii: "\""),
      let day = unsafe CalendarDay(utf8: digits)
    else { throw Unpredicted() }
    unsafe place += 12
    return day
  }
}

/// A text without a meaning.
@usableFromInline
struct PlainText: RawRepresentable {
  @usableFromInline let rawValue: String

  @inlinable
  init(rawValue: String) { self.rawValue = rawValue }
}

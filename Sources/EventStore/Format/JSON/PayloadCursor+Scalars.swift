extension PayloadCursor {
  /// Reads any value and leaves the place after it in ``after``. The type checks are resolved at
  /// compile time if the type is known there.
  @inline(__always)
  func read<Value: Decodable>(_ type: Value.Type, at place: Place) throws -> Value {
    if type == String.self { return try unsafe cast(string(at: place)) }
    if stringBackedTypes.contains(type) { return try unsafe cast(string(at: place)) }
    if type == Int.self { return try unsafe cast(integer(Int.self, at: place)) }
    if type == Int64.self { return try unsafe cast(integer(Int64.self, at: place)) }
    if type == Bool.self { return try unsafe cast(bool(at: place)) }
    if type == Double.self { return try unsafe cast(double(at: place)) }
    if type == Int32.self { return try unsafe cast(integer(Int32.self, at: place)) }
    if type == Int16.self { return try unsafe cast(integer(Int16.self, at: place)) }
    if type == Int8.self { return try unsafe cast(integer(Int8.self, at: place)) }
    if type == UInt.self { return try unsafe cast(integer(UInt.self, at: place)) }
    if type == UInt64.self { return try unsafe cast(integer(UInt64.self, at: place)) }
    if type == UInt32.self { return try unsafe cast(integer(UInt32.self, at: place)) }
    if type == UInt16.self { return try unsafe cast(integer(UInt16.self, at: place)) }
    if type == UInt8.self { return try unsafe cast(integer(UInt8.self, at: place)) }
    if type == Float.self { return try unsafe cast(float(at: place)) }
    if type == Int128.self { return try unsafe cast(longInteger(Int128.self, at: place)) }
    if type == UInt128.self { return try unsafe cast(longInteger(UInt128.self, at: place)) }
    return try unsafe readNested(type, at: place)
  }

  /// Notes the place after a value and casts it to its own type, which the caller has checked.
  @inline(__always)
  private func cast<Value, Same>(_ read: (value: Value, next: Place)) -> Same {
    unsafe after = read.next
    return unsafe unsafeBitCast(read.value, to: Same.self)
  }

  /// Whether this is the literal `null`.
  @inline(__always)
  func isNull(at place: Place) -> Bool { unsafe JSONScan.word(at: place) == JSONScan.nullWord }

  @inline(__always)
  private func bool(at place: Place) throws -> (value: Bool, next: Place) {
    if unsafe JSONScan.word(at: place) == JSONScan.trueWord { return unsafe (true, place + 4) }
    guard unsafe place.pointee == UInt8(ascii: "f"),
      unsafe JSONScan.word(at: place + 1) == JSONScan.alseWord
    else { throw unsafe mismatch("a boolean", at: place) }
    return unsafe (false, place + 5)
  }

  // MARK: Strings

  @inline(__always)
  private func string(at place: Place) throws -> (value: String, next: Place) {
    guard unsafe place.pointee == UInt8(ascii: "\"") else {
      throw unsafe mismatch("a string", at: place)
    }
    let start = unsafe place + 1
    let end = unsafe JSONScan.stringEnd(start)
    guard unsafe end.pointee == UInt8(ascii: "\"") else {
      return try unsafe escapedString(at: place)
    }
    return unsafe (texts.text(start, count: end - start), end + 1)
  }

  @inline(never)
  private func escapedString(at place: Place) throws -> (value: String, next: Place) {
    guard let after = unsafe JSONScan.skipString(place),
      let text = unsafe rest(from: place).unescaped(1..<after - place - 1)
    else { throw unsafe error(.malformed, at: place) }
    return unsafe (text, after)
  }

  // MARK: Integers

  /// Reads an integer of up to 18 digits, which cannot overflow 64 bits. ``longInteger(_:at:)``
  /// reads all other spellings.
  @inline(__always)
  private func integer<Integer: FixedWidthInteger>(
    _ type: Integer.Type, at place: Place
  ) throws -> (value: Integer, next: Place) {
    let isNegative = unsafe place.pointee == UInt8(ascii: "-")
    let start = unsafe isNegative ? place + 1 : place
    var end = unsafe start
    var magnitude = 0
    unsafe DecimalDigits.read(&magnitude, at: &end)
    let count = unsafe end - start
    let stop = unsafe end.pointee
    guard count > 0, count <= 18, stop != UInt8(ascii: "."), stop | 0x20 != UInt8(ascii: "e"),
      unsafe count == 1 || start.pointee != UInt8(ascii: "0")
    else { return try unsafe longInteger(type, at: place) }
    guard let value = Integer(exactly: isNegative ? -magnitude : magnitude) else {
      throw unsafe error(.outOfRange(type: "\(type)"), at: place)
    }
    return unsafe (value, end)
  }

  /// Reads an integer of any length, also one spelled with a fraction or an exponent, exactly.
  @inline(never)
  private func longInteger<Integer: FixedWidthInteger>(
    _ type: Integer.Type, at place: Place
  ) throws -> (value: Integer, next: Place) {
    let (number, end) = try unsafe number("an integer", at: place)
    guard let decimal = JSONDecimal(number), let plain = decimal.integer(limit: 40) else {
      throw unsafe error(.outOfRange(type: "\(type)"), at: place)
    }
    guard let value = Integer(plain) else {
      throw unsafe error(.outOfRange(type: "\(type)"), at: place)
    }
    return unsafe (value, end)
  }

  private func number(_ expected: String, at place: Place) throws -> (value: String, next: Place) {
    let bytes = unsafe rest(from: place)
    guard let end = bytes.numberEnd(from: 0) else {
      throw unsafe mismatch(expected, at: place)
    }
    return unsafe (bytes.string(0..<end), place + end)
  }

  // MARK: Floating point

  /// Reads a floating point number. Fifteen digits are exact in a `Double`, and so are the powers
  /// of ten up to 10²². Their quotient is rounded once, so it is the nearest `Double` (W. D.
  /// Clinger, "How to Read Floating Point Numbers Accurately", 1990). The standard library reads
  /// longer numbers and those with an exponent.
  @inline(__always)
  private func double(at place: Place) throws -> (value: Double, next: Place) {
    let isNegative = unsafe place.pointee == UInt8(ascii: "-")
    let start = unsafe isNegative ? place + 1 : place
    var end = unsafe start
    var digits = 0
    unsafe DecimalDigits.read(&digits, at: &end)
    let whole = unsafe end - start
    var fraction = 0
    if unsafe end.pointee == UInt8(ascii: ".") {
      unsafe end += 1
      let point = unsafe end
      unsafe DecimalDigits.read(&digits, at: &end)
      fraction = unsafe end - point
      if fraction == 0 { return try unsafe longDouble(at: place) }
    }
    guard whole > 0, whole + fraction <= 15, unsafe end.pointee | 0x20 != UInt8(ascii: "e"),
      unsafe whole == 1 || start.pointee != UInt8(ascii: "0")
    else { return try unsafe longDouble(at: place) }
    let value = Double(digits) / Self.power(fraction)
    return unsafe (isNegative ? -value : value, end)
  }

  @inline(__always)
  private static func power(_ exponent: Int) -> Double {
    let powers = SIMD16(
      1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15)
    return powers[exponent]
  }

  @inline(never)
  private func longDouble(at place: Place) throws -> (value: Double, next: Place) {
    let (text, end) = try unsafe number("a number", at: place)
    guard let value = Double(text), value.isFinite else {
      throw unsafe error(.outOfRange(type: "Double"), at: place)
    }
    return unsafe (value, end)
  }

  @inline(never)
  private func float(at place: Place) throws -> (value: Float, next: Place) {
    let (text, end) = try unsafe number("a number", at: place)
    guard let value = Float(text), value.isFinite else {
      throw unsafe error(.outOfRange(type: "Float"), at: place)
    }
    return unsafe (value, end)
  }
}

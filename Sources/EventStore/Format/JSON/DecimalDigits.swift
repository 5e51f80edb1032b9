/// The decimal digits of a number, counted before they are written. Also reads digits from memory.
@usableFromInline
struct DecimalDigits {
  @usableFromInline let number: UInt64
  /// The number of digits: 1 to 20.
  @usableFromInline let count: Int

  @inlinable @inline(__always)
  init(_ number: UInt64) {
    self.number = number
    var count = 1
    var bound: UInt64 = 10
    while count < 19, number >= bound {
      count += 1
      bound = bound &* 10
    }
    self.count = count == 19 && number >= bound ? 20 : count
  }

  /// Writes ``count`` digits to `place`.
  @inlinable @inline(__always)
  func write(to place: UnsafeMutablePointer<UInt8>) {
    var rest = number
    var index = count
    while index > 0 {
      index -= 1
      let quotient = rest / 10
      unsafe place[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest &- quotient &* 10)
      rest = quotient
    }
  }

  /// Appends the digits at `place` to the decimal digits of `value`, and moves past them. The value
  /// may wrap around after more than 18 digits, so the caller must count them.
  @inlinable @inline(__always)
  static func read(_ value: inout Int, at place: inout UnsafePointer<UInt8>) {
    var digit = unsafe place.pointee &- UInt8(ascii: "0")
    while digit <= 9 {
      value = value &* 10 &+ Int(digit)
      unsafe place += 1
      digit = unsafe place.pointee &- UInt8(ascii: "0")
    }
  }

  /// Reads a whole number of 1 to 18 digits without sign or leading zeros, and moves past it; nil
  /// if there is none.
  @inlinable @inline(__always)
  static func natural(at place: inout UnsafePointer<UInt8>) -> Int? {
    let start = unsafe place
    var value = 0
    unsafe read(&value, at: &place)
    let count = unsafe place - start
    let isNatural = unsafe 1...18 ~= count && (count == 1 || start.pointee != UInt8(ascii: "0"))
    return isNatural ? value : nil
  }
}

/// The decimal digits of a number, counted before they are written.
@usableFromInline
struct DecimalDigits {
  @usableFromInline let number: UInt64
  /// How many they are: 1 to 20.
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

  /// Writes ``count`` bytes, the last digit first.
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
}

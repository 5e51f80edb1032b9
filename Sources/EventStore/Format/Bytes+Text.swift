/// What records are put together from.
extension [UInt8] {
  @inline(__always)
  mutating func append(text: StaticString) {
    unsafe append(
      contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @_disfavoredOverload
  @inline(__always)
  mutating func append(text: String) { append(contentsOf: text.utf8) }

  /// Appends a whole number in decimal digits.
  mutating func append(decimal number: Int) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var digits: UInt64 = 0
    // Up to eight digits go through one word, the lowest digit on top.
    guard rest < 100_000_000 else {
      append(contentsOf: String(rest).utf8)
      return
    }
    var count = 0
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      digits = digits << 8 | UInt64(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest = quotient
      count += 1
    } while rest > 0
    for _ in 0..<count {
      append(UInt8(truncatingIfNeeded: digits))
      digits >>= 8
    }
  }

  /// Appends eight lower-case hexadecimal digits.
  mutating func append(hexadecimal word: UInt32) {
    for shift in stride(from: UInt32(28), through: 0, by: -4) {
      let digit = UInt8(truncatingIfNeeded: word >> shift & 15)
      append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
    }
  }
}

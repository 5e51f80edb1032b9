/// Appends the parts of a record.
extension [UInt8] {
  /// Appends `count` bytes, all of which `write` must initialize.
  @inlinable @inline(__always)
  mutating func append(_ count: Int, _ write: (UnsafeMutablePointer<UInt8>) -> Void) {
    append(addingCapacity: count) { span in
      unsafe span.withUnsafeMutableBufferPointer { buffer, written in
        guard let start = buffer.baseAddress else { return }
        unsafe write(start + written)
        written += count
      }
    }
  }

  @inlinable @inline(__always)
  mutating func append(text: StaticString) {
    let count = text.utf8CodeUnitCount
    unsafe append(count) { unsafe $0.initialize(from: text.utf8Start, count: count) }
  }

  @_disfavoredOverload
  @inline(__always)
  mutating func append(text: String) { append(contentsOf: text.utf8) }

  /// Appends a whole number in decimal digits.
  @inlinable
  mutating func append(decimal number: some FixedWidthInteger) {
    guard number.bitWidth <= 64 else {
      append(contentsOf: String(number).utf8)
      return
    }
    if number < 0 { append(UInt8(ascii: "-")) }
    let digits = DecimalDigits(UInt64(number.magnitude))
    unsafe append(digits.count) { unsafe digits.write(to: $0) }
  }

  /// Appends the bytes of a number, the most significant one first.
  mutating func append(bigEndian number: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
  }

  /// Appends eight lower-case hexadecimal digits.
  mutating func append(hexadecimal word: UInt32) {
    unsafe Swift.withUnsafeBytes(of: Hexadecimal.digits(of: word).littleEndian) {
      unsafe append(contentsOf: $0)
    }
  }

  /// Appends the 64 lower-case hexadecimal digits of a digest.
  mutating func append(hexadecimal digest: Digest) {
    let state = digest.state
    unsafe append(8 * state.scalarCount) { start in
      let digits = UnsafeMutableRawPointer(start)
      for index in state.indices {
        unsafe digits.storeBytes(
          of: Hexadecimal.digits(of: state[index]).littleEndian, toByteOffset: 8 * index,
          as: UInt64.self)
      }
    }
  }

  /// Appends two lower-case hexadecimal digits for each of the bytes.
  mutating func append(hexadecimal bytes: [UInt8]) {
    unsafe append(2 * bytes.count) { start in
      for index in bytes.indices {
        let digits = Hexadecimal.digits(of: UInt32(bytes[index]) << 24)
        unsafe start[2 * index] = UInt8(truncatingIfNeeded: digits)
        unsafe start[2 * index + 1] = UInt8(truncatingIfNeeded: digits >> 8)
      }
    }
  }
}

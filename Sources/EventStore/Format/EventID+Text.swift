extension EventID {
  /// Appends the 36 lower-case bytes of the canonical form.
  func append(to bytes: inout [UInt8]) {
    let digits = (
      Hexadecimal.digits(of: UInt32(truncatingIfNeeded: high >> 32)),
      Hexadecimal.digits(of: UInt32(truncatingIfNeeded: high)),
      Hexadecimal.digits(of: UInt32(truncatingIfNeeded: low >> 32)),
      Hexadecimal.digits(of: UInt32(truncatingIfNeeded: low))
    )
    let hyphen = UInt64(UInt8(ascii: "-"))
    let half: UInt64 = 0xffff_ffff
    // The form 8-4-4-4-12, cut into words of eight bytes.
    let words = (
      digits.0.littleEndian,
      (hyphen | (digits.1 & half) << 8 | hyphen << 40 | (digits.1 >> 32) << 48).littleEndian,
      (digits.1 >> 48 | hyphen << 16 | (digits.2 & half) << 24 | hyphen << 56).littleEndian,
      (digits.2 >> 32 | digits.3 << 32).littleEndian,
      UInt32(digits.3 >> 32).littleEndian
    )
    unsafe withUnsafeBytes(of: words) { unsafe bytes.append(contentsOf: $0) }
  }
}

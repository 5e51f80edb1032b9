import CChecksum

/// CRC-32C (Castagnoli; RFC 3720 §12.1, the checksum of iSCSI and ext4): detects damage, not
/// tampering.
///
/// It detects every error of up to 32 adjacent bits, and misses other damage with a probability of
/// 2⁻³². Use `SHA256` against deliberate changes.
///
/// A checksum can be continued: that of `b`, continuing that of `a`, is the checksum of `a + b`.
package enum CRC32C {
  /// The checksum of `bytes`, as if they followed bytes whose checksum is `crc`.
  ///
  /// About 0.1 ns per byte with the processor's instruction, which nearly all processors have, and
  /// 0.4 ns without it.
  @inlinable
  package static func checksum(
    _ bytes: UnsafeRawBufferPointer, continuing crc: UInt32 = 0
  ) -> UInt32 {
    guard checksum_has_crc32c() else { return unsafe portable(bytes, continuing: crc) }
    return unsafe checksum_crc32c(crc, bytes.baseAddress, bytes.count)
  }

  /// The checksum of `bytes`, as if they followed bytes whose checksum is `crc`.
  @inlinable
  package static func checksum(_ bytes: [UInt8], continuing crc: UInt32 = 0) -> UInt32 {
    unsafe bytes.withUnsafeBytes { unsafe checksum($0, continuing: crc) }
  }

  /// The checksum without the processor's instruction: eight table look-ups for eight bytes
  /// ("slicing by 8", Kounavis and Berry 2005).
  @usableFromInline
  static func portable(_ bytes: UnsafeRawBufferPointer, continuing crc: UInt32 = 0) -> UInt32 {
    unsafe tables.withUnsafeBufferPointer { table in
      var crc = ~crc
      let wordsEnd = bytes.count & ~7
      var offset = 0
      while offset < wordsEnd {
        let loaded = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        let word = UInt64(littleEndian: loaded) ^ UInt64(crc)
        crc = unsafe table[7 << 8 | Int(word & 0xff)]
        crc ^= unsafe table[6 << 8 | Int(word >> 8 & 0xff)]
        crc ^= unsafe table[5 << 8 | Int(word >> 16 & 0xff)]
        crc ^= unsafe table[4 << 8 | Int(word >> 24 & 0xff)]
        crc ^= unsafe table[3 << 8 | Int(word >> 32 & 0xff)]
        crc ^= unsafe table[2 << 8 | Int(word >> 40 & 0xff)]
        crc ^= unsafe table[1 << 8 | Int(word >> 48 & 0xff)]
        crc ^= unsafe table[Int(word >> 56)]
        offset += 8
      }
      while offset < bytes.count {
        crc = unsafe table[Int((crc ^ UInt32(bytes[offset])) & 0xff)] ^ crc >> 8
        offset += 1
      }
      return ~crc
    }
  }

  /// Eight tables of 256: entry `i` of table `k` is the remainder of byte `i` with `k` zero
  /// bytes after it.
  private static let tables: [UInt32] = {
    let reversedPolynomial: UInt32 = 0x82f6_3b78
    var tables: [UInt32] = (0..<256).map { byte in
      (0..<8).reduce(byte) { crc, _ in crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ reversedPolynomial }
    }
    for index in 256..<2048 {
      let shorter = tables[index - 256]
      tables.append(tables[Int(shorter & 0xff)] ^ shorter >> 8)
    }
    return tables
  }()
}

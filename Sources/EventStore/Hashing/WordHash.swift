/// A fast hash of bytes, eight per step (the mixing of wyhash), for tables that compare the entries
/// they find. Deliberate collisions are possible.
package enum WordHash {
  /// 64 bits that depend on every byte, the same in every process. O(length).
  @inline(__always)
  static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    var hash = seed ^ UInt64(truncatingIfNeeded: bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = mix(hash ^ UInt64(littleEndian: word))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = unsafe rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return mix(hash ^ rest)
  }

  static func hash(_ bytes: [UInt8], seed: UInt64 = 0) -> UInt64 {
    unsafe bytes.withUnsafeBytes { unsafe hash($0, seed: seed) }
  }

  /// The hash of a text's UTF-8. For up to 15 bytes it differs from that of the same bytes in an
  /// array. O(length).
  package static func hash(_ text: String, seed: UInt64) -> UInt64 {
    if let short = ShortText(text) { return hash(short, seed: seed) }
    let bytes = text.utf8Span.span
    return unsafe bytes.withUnsafeBytes { unsafe hash($0, seed: seed) }
  }

  @inline(__always)
  static func hash(_ text: ShortText, seed: UInt64) -> UInt64 {
    hash(text.low, text.high, seed: seed)
  }

  static func hash(_ first: UInt64, _ second: UInt64, seed: UInt64) -> UInt64 {
    mix(mix(seed ^ first) ^ second)
  }

  @inline(__always)
  private static func mix(_ word: UInt64) -> UInt64 {
    let product = (word ^ 0xa076_1d64_78bd_642f).multipliedFullWidth(by: 0xe703_7ed1_a0b4_28db)
    return product.high ^ product.low
  }
}

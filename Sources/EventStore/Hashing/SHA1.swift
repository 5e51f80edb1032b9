/// SHA-1 (FIPS 180-4), which defines the identifiers of version 5 (RFC 9562 §5.5).
///
/// SHA-1 is broken: two messages with the same hash can be constructed at will. That is harmless
/// for a name-based identifier, which only has to be the same everywhere and proves nothing. It
/// must not be used for anything else, and nothing outside this module can.
enum SHA1 {
  /// The 20 bytes of the hash. About 0.15 µs for every 64 bytes; copies the message.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state: SIMD8<UInt32> = [
      0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0, 0, 0, 0,
    ]
    let padded = padded(message)
    unsafe padded.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: 64) {
        unsafe compress(&state, UnsafeRawBufferPointer(rebasing: bytes[start..<start + 64]))
      }
    }
    var hash: [UInt8] = []
    hash.reserveCapacity(20)
    for index in 0..<5 { hash.append(bigEndian: state[index]) }
    return hash
  }

  /// The message, a one bit, zeros up to 8 bytes before the end of a block, and the length in bits
  /// (§5.1.1).
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    let length = (message.count + 8) / 64 * 64 + 64
    var padded: [UInt8] = []
    padded.reserveCapacity(length)
    padded += message
    padded.append(0x80)
    padded.append(contentsOf: repeatElement(0, count: length - 8 - padded.count))
    padded.append(bigEndian: UInt64(message.count) * 8)
    return padded
  }

  /// Hashes one block by the method of §6.1.3, which holds sixteen words of the message schedule.
  private static func compress(_ state: inout SIMD8<UInt32>, _ block: UnsafeRawBufferPointer) {
    var words = InlineArray<16, UInt32>(repeating: 0)
    for index in 0..<16 {
      words[index] = unsafe block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
        .bigEndian
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    @inline(__always)
    func round(_ index: Int, _ mixed: UInt32, _ constant: UInt32) {
      if index >= 16 {
        let earlier =
          words[(index + 13) & 15] ^ words[(index + 8) & 15] ^ words[(index + 2) & 15]
          ^ words[index & 15]
        words[index & 15] = rotated(earlier, by: 1)
      }
      let next = rotated(a, by: 5) &+ mixed &+ e &+ constant &+ words[index & 15]
      (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
    }
    for i in 0..<20 { round(i, d ^ (b & (c ^ d)), 0x5a82_7999) }
    for i in 20..<40 { round(i, b ^ c ^ d, 0x6ed9_eba1) }
    for i in 40..<60 { round(i, (b & c) | (d & (b | c)), 0x8f1b_bcdc) }
    for i in 60..<80 { round(i, b ^ c ^ d, 0xca62_c1d6) }
    state = state &+ SIMD8(a, b, c, d, e, 0, 0, 0)
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word &<< count | word &>> (32 &- count)
  }
}

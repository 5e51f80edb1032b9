/// SHA-1 (FIPS 180-4), for the identifiers of version 5 (RFC 9562 §5.5), which are defined by it.
///
/// SHA-1 is broken: two messages with one hash can be made at will. That does no harm to a
/// name-based identifier, which only has to be the same everywhere and is not proof of
/// anything. It must not be used for anything else, and nothing outside this module can.
enum SHA1 {
  /// The 20 bytes of the hash. Takes about 0.5 µs for every 64 bytes; copies the message.
  static func hash(_ message: [UInt8]) -> [UInt8] {
    var state: InlineArray<5, UInt32> = [
      0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0,
    ]
    let padded = padded(message)
    for start in stride(from: 0, to: padded.count, by: 64) {
      compress(&state, padded[start..<start + 64])
    }
    var hash: [UInt8] = []
    hash.reserveCapacity(20)
    for index in state.indices {
      for shift: UInt32 in [24, 16, 8, 0] {
        hash.append(UInt8(truncatingIfNeeded: state[index] >> shift))
      }
    }
    return hash
  }

  /// One bit, zeros up to 8 bytes before the end of a block, and the length in bits (§5.1.1).
  private static func padded(_ message: [UInt8]) -> [UInt8] {
    var padded: [UInt8] = []
    padded.reserveCapacity(message.count + 72)
    padded += message
    padded.append(0x80)
    while padded.count % 64 != 56 { padded.append(0) }
    let bitCount = UInt64(message.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      padded.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
    }
    return padded
  }

  /// §6.1.2.
  private static func compress(_ state: inout InlineArray<5, UInt32>, _ block: ArraySlice<UInt8>) {
    let words = messageSchedule(of: block)
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    func round(_ mixed: UInt32, _ constant: UInt32, _ word: UInt32) {
      let next = rotated(a, by: 5) &+ mixed &+ e &+ constant &+ word
      (a, b, c, d, e) = (next, a, rotated(b, by: 30), c, d)
    }
    for i in 0..<20 { round(d ^ (b & (c ^ d)), 0x5a82_7999, words[i]) }
    for i in 20..<40 { round(b ^ c ^ d, 0x6ed9_eba1, words[i]) }
    for i in 40..<60 { round((b & c) | (d & (b | c)), 0x8f1b_bcdc, words[i]) }
    for i in 60..<80 { round(b ^ c ^ d, 0xca62_c1d6, words[i]) }
    state[0] &+= a
    state[1] &+= b
    state[2] &+= c
    state[3] &+= d
    state[4] &+= e
  }

  private static func messageSchedule(of block: ArraySlice<UInt8>) -> InlineArray<80, UInt32> {
    var words = InlineArray<80, UInt32>(repeating: 0)
    for (offset, byte) in block.enumerated() {
      words[offset / 4] = words[offset / 4] << 8 | UInt32(byte)
    }
    for i in 16..<80 {
      words[i] = rotated(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], by: 1)
    }
    return words
  }

  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word &<< count | word &>> (32 &- count)
  }
}

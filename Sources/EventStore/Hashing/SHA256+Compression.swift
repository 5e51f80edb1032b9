import CChecksum

extension SHA256 {
  /// The compression function (FIPS 180-4 §6.2.2) over `count` blocks of 64 bytes, at any
  /// alignment, with the processor's instructions if it has them.
  static func compress(_ state: inout SIMD8<UInt32>, _ blocks: UnsafeRawPointer, count: Int) {
    guard checksum_has_sha256() else {
      return unsafe compressPortable(&state, blocks, count: count)
    }
    unsafe withUnsafeMutableBytes(of: &state) { words in
      guard let words = unsafe words.assumingMemoryBound(to: UInt32.self).baseAddress else {
        return
      }
      unsafe checksum_sha256_blocks(words, blocks.assumingMemoryBound(to: UInt8.self), count)
    }
  }

  /// The compression function without the processor's instructions.
  static func compressPortable(
    _ state: inout SIMD8<UInt32>, _ blocks: UnsafeRawPointer, count: Int
  ) {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      for block in 0..<count {
        unsafe fillSchedule(schedule, from: blocks + block * blockByteCount)
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        // Each round renames the variables instead of moving their values; after eight rounds every
        // variable has its own role again.
        for i in stride(from: 0, to: 64, by: 8) {
          unsafe round(a, b, c, &d, e, f, g, &h, schedule[i])
          unsafe round(h, a, b, &c, d, e, f, &g, schedule[i + 1])
          unsafe round(g, h, a, &b, c, d, e, &f, schedule[i + 2])
          unsafe round(f, g, h, &a, b, c, d, &e, schedule[i + 3])
          unsafe round(e, f, g, &h, a, b, c, &d, schedule[i + 4])
          unsafe round(d, e, f, &g, h, a, b, &c, schedule[i + 5])
          unsafe round(c, d, e, &f, g, h, a, &b, schedule[i + 6])
          unsafe round(b, c, d, &e, f, g, h, &a, schedule[i + 7])
        }
        state &+= SIMD8(a, b, c, d, e, f, g, h)
      }
    }
  }

  /// Fills `words` with the 64 words of one block, each with the constant of its round added.
  @inline(__always)
  private static func fillSchedule(
    _ words: UnsafeMutableBufferPointer<UInt32>, from block: UnsafeRawPointer
  ) {
    for i in 0..<16 {
      let loaded = unsafe block.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self)
      unsafe words[i] = UInt32(bigEndian: loaded)
    }
    for i in 16..<64 {
      let (early, late) = unsafe (words[i - 15], words[i - 2])
      let sigma0 = rotated(early, by: 7) ^ rotated(early, by: 18) ^ early >> 3
      let sigma1 = rotated(late, by: 17) ^ rotated(late, by: 19) ^ late >> 10
      unsafe words[i] = words[i - 16] &+ sigma0 &+ words[i - 7] &+ sigma1
    }
    for i in 0..<64 { unsafe words[i] &+= roundConstants[i] }
  }

  /// One round; `d` becomes the next round's `e` and `h` its `a`.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32,
    _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32, _ word: UInt32
  ) {
    let sum1 = rotated(e, by: 6) ^ rotated(e, by: 11) ^ rotated(e, by: 25)
    let choice = g ^ (e & (f ^ g))
    let first = h &+ sum1 &+ choice &+ word
    let sum0 = rotated(a, by: 2) ^ rotated(a, by: 13) ^ rotated(a, by: 22)
    let majority = (a & b) | (c & (a | b))
    d &+= first
    h = first &+ sum0 &+ majority
  }

  @inline(__always)
  private static func rotated(_ word: UInt32, by count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  /// FIPS 180-4 §4.2.2.
  private static let roundConstants: InlineArray<64, UInt32> = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

/// Keys from passwords: PBKDF2 with HMAC-SHA-256 (RFC 8018 §5.2).
package enum PBKDF2 {
  /// A key of 32 bytes, T(1) of the standard: U(1) is the HMAC of the salt and the number 1, each
  /// further U that of the previous one, and T is the exclusive or of all of them. Deriving the key
  /// is slow on purpose, so that guessing the password is, too.
  ///
  /// - Parameters:
  ///   - salt: Random, and stored beside the protected data; 16 bytes or more.
  ///   - iterations: At least 1. OWASP advises 600,000 (2023), which takes about 0.05 s with SHA
  ///     instructions and 0.2 s without.
  package static func deriveKey(
    password: [UInt8], salt: [UInt8], iterations: Int
  ) -> [UInt8] {
    precondition(iterations >= 1, "a key derived with no iteration")
    let hmac = HMACSHA256(key: password)
    var hash = hmac.begin()
    hash.update(salt)
    hash.update([0, 0, 0, 1])
    let first = hmac.finish(hash)

    // From here on every message is 32 bytes long, so both hashes need exactly one more block,
    // whose second half never changes.
    var block = PaddedDigest(state: first.state)
    var combined = block.state
    for _ in 1..<iterations {
      block.hash(from: hmac.inner)
      block.hash(from: hmac.outer)
      combined ^= block.state
    }
    return Digest(state: combined).bytes
  }
}

/// The second and last block of a hash over one block and a digest.
private struct PaddedDigest {
  private var words: InlineArray<16, UInt32>
  private(set) var state: SIMD8<UInt32>

  init(state: SIMD8<UInt32>) {
    self.state = state
    let bitCount = UInt32(SHA256.blockByteCount + Digest.byteCount) * 8
    words = InlineArray(repeating: 0)
    words[8] = UInt32(0x8000_0000).bigEndian
    words[15] = bitCount.bigEndian
  }

  /// Replaces the digest by its own digest, continuing the hash from state `start`.
  @inline(__always)
  mutating func hash(from start: SIMD8<UInt32>) {
    for lane in 0..<8 { words[lane] = state[lane].bigEndian }
    state = start
    unsafe withUnsafeBytes(of: words) { bytes in
      guard let block = bytes.baseAddress else { return }
      unsafe SHA256.compress(&state, block, count: 1)
    }
  }
}

/// Keys from passwords: PBKDF2 with HMAC-SHA-256 (RFC 8018 §5.2).
package enum PBKDF2 {
  /// A key of `length` bytes. Deriving it is slow on purpose, so that guessing the password is,
  /// too.
  ///
  /// - Parameters:
  ///   - salt: Random, and stored beside the protected data; 16 bytes or more.
  ///   - iterations: At least 1. OWASP advises 600,000 (2023), which takes about 0.05 s with SHA
  ///     instructions and 0.2 s without, for every 32 bytes of `length`.
  ///   - length: In bytes, from 1 to 32 × (2³² − 1).
  package static func deriveKey(
    password: [UInt8], salt: [UInt8], iterations: Int, length: Int = 32
  ) -> [UInt8] {
    precondition(iterations >= 1, "a key derived with no iteration")
    precondition(length >= 1, "a key without a byte")
    let blockCount = (length + Digest.byteCount - 1) / Digest.byteCount
    precondition(blockCount <= UInt32.max, "RFC 8018 §5.2 limits the length of a key")

    let hmac = HMACSHA256(key: password)
    var key: [UInt8] = []
    key.reserveCapacity(blockCount * Digest.byteCount)
    for number in 1...UInt32(blockCount) {
      let block = keyBlock(number, hmac: hmac, salt: salt, iterations: iterations)
      key += Digest(state: block).bytes
    }
    return Array(key.prefix(length))
  }

  /// T(number) of the standard: U(1) is the HMAC of salt and number, each further U that of the
  /// previous one, and T is the exclusive or of all of them.
  private static func keyBlock(
    _ number: UInt32, hmac: HMACSHA256, salt: [UInt8], iterations: Int
  ) -> SIMD8<UInt32> {
    var hash = hmac.begin()
    hash.update(salt)
    unsafe withUnsafeBytes(of: number.bigEndian) { unsafe hash.update($0) }
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
    return combined
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

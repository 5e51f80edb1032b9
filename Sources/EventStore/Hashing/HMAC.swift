/// HMAC-SHA-256 (RFC 2104, FIPS 198-1) under one key.
///
/// The key is hashed once, on creation, which saves two compressions per message (about 60 ns).
/// Keep the value as secret as the key.
package struct HMACSHA256: Sendable {
  /// The states of the two hashes after the block that holds the key.
  let inner, outer: SIMD8<UInt32>

  /// Prepares a key of any length; RFC 2104 §3 advises at least 32 bytes. A key of more than 64
  /// bytes is replaced by its hash.
  package init(key: [UInt8]) {
    let shortKey = key.count > SHA256.blockByteCount ? SHA256.hash(key).bytes : key
    let padding = [UInt8](repeating: 0, count: SHA256.blockByteCount - shortKey.count)
    let paddedKey = shortKey + padding
    inner = Self.stateAfter(paddedKey.map { $0 ^ 0x36 })
    outer = Self.stateAfter(paddedKey.map { $0 ^ 0x5c })
  }

  private static func stateAfter(_ block: [UInt8]) -> SIMD8<UInt32> {
    var state = SHA256.initialState
    unsafe block.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe SHA256.compress(&state, start, count: 1)
    }
    return state
  }

  /// The authentication code of `message`. Allocates nothing.
  package func authenticate(_ message: [UInt8]) -> Digest {
    var hash = begin()
    hash.update(message)
    return finish(hash)
  }

  /// The authentication code of `message` in UTF-8. Allocates nothing.
  package func authenticate(utf8 message: String) -> Digest {
    var hash = begin()
    hash.update(utf8: message)
    return finish(hash)
  }

  /// Begins a message in pieces: update the hash with each piece, then pass it to `finish`.
  package func begin() -> SHA256 {
    SHA256(state: inner, byteCount: UInt64(SHA256.blockByteCount))
  }

  /// The authentication code of the message that `begin` started.
  package func finish(_ message: SHA256) -> Digest {
    var hash = SHA256(state: outer, byteCount: UInt64(SHA256.blockByteCount))
    hash.update(message.finalize())
    return hash.finalize()
  }
}

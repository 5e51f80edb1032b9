import EventStore

/// Slow hashes of secrets: PBKDF2-HMAC-SHA-256 (RFC 8018), peppered with the journal's key, so that
/// a journal without its key does not permit guessing passwords.
struct PasswordHashing: Sendable {
  let key: JournalKey
  let iterations: Int
  let random: EngineRandom

  func perform(_ work: PasswordWork) -> PasswordResult {
    switch work {
    case .hash(let secret):
      let salt = random.salt()
      return .hashed(
        PasswordHash(
          salt: Hexadecimal.encode(salt), iterations: iterations,
          hash: Hexadecimal.encode(derive(secret, salt: salt, iterations: iterations))))
    case .verify(let secret, let hash):
      return .verified(against: hash, matches: verify(secret, against: hash))
    }
  }

  /// Does the same work even without a hash to compare with.
  private func verify(_ secret: Secret, against hash: PasswordHash?) -> Bool {
    guard let hash, let salt = Hexadecimal.decode(hash.salt),
      let expected = Hexadecimal.decode(hash.hash)
    else {
      _ = derive(secret, salt: Array(repeating: 0, count: 16), iterations: iterations)
      return false
    }
    return constantTimeEquals(derive(secret, salt: salt, iterations: hash.iterations), expected)
  }

  func derive(_ secret: Secret, salt: [UInt8], iterations: Int) -> [UInt8] {
    let peppered = key.digest("password", Array(secret.exposed.utf8))
    return PBKDF2.deriveKey(password: peppered.bytes, salt: salt, iterations: iterations)
  }
}

import EventEngine

extension KeyedDigest {
  /// The digest of a text under a fixed key for tests, for commands that look things up by it.
  public static func forTests(_ purpose: String, _ text: String) -> KeyedDigest {
    let key = HMACSHA256(key: Array("the key of the tests".utf8))
    return KeyedDigest(rawValue: key.authenticate(utf8: "\(purpose)/\(text)").hex)
  }
}

extension PasswordHash {
  /// A password hash of one iteration, for commands that record one.
  public static func forTests(_ password: String) -> PasswordHash {
    let digest = KeyedDigest.forTests("password", password)
    return PasswordHash(
      salt: "000102030405060708090a0b0c0d0e0f", iterations: 1, hash: digest.rawValue)
  }
}

extension PasswordWork {
  /// The result of the work, with hashes of one iteration.
  var resultForTests: PasswordResult {
    switch self {
    case .hash(let password): .hashed(.forTests(password.exposed))
    case .verify(let password, let hash):
      .verified(against: hash, matches: hash == .forTests(password.exposed))
    }
  }
}

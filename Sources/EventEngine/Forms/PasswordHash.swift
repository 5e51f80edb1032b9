import EventStore

/// A password as a journal may hold it: PBKDF2-HMAC-SHA-256 over a salt of its own, peppered with
/// the journal's key.
public struct PasswordHash: Hashable, Codable, Sendable {
  /// 16 random bytes, in hexadecimal.
  public let salt: String
  public let iterations: Int
  /// 32 bytes, in hexadecimal.
  public let hash: String

  public init(salt: String, iterations: Int, hash: String) {
    self.salt = salt
    self.iterations = iterations
    self.hash = hash
  }
}

extension PasswordHash {
  /// Whoever signs in waits for as many iterations as are recorded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    salt = try container.decode(String.self, forKey: .salt)
    iterations = try container.decode(Int.self, forKey: .iterations)
    hash = try container.decode(String.self, forKey: .hash)
    guard Limits.passwordIterations.contains(iterations) else {
      throw DecodingError.dataCorruptedError(
        forKey: .iterations, in: container,
        debugDescription: "\(iterations) is not from 1 to \(Limits.passwordIterations.upperBound)")
    }
  }
}

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

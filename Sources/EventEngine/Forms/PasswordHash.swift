import EventStore

/// The recorded form of a password: PBKDF2-HMAC-SHA-256 over a random salt, peppered with the
/// journal's key. Its description is dots.
///
/// It belongs in the `Personal` part of a payload, so that an erasure reaches it. A decider gets a
/// new one, or the result of a comparison, by ``PasswordWork``.
public struct PasswordHash: Hashable, Codable, Sendable {
  /// 16 random bytes, in hexadecimal.
  package let salt: String
  /// The number of iterations.
  package let iterations: Int
  /// 32 bytes, in hexadecimal.
  package let hash: String

  /// Wraps the parts of a hash, which are not checked.
  package init(salt: String, iterations: Int, hash: String) {
    self.salt = salt
    self.iterations = iterations
    self.hash = hash
  }
}

extension PasswordHash {
  /// Decodes a hash. Rejects a number of iterations outside of the limits, since every sign-in
  /// computes that many.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    salt = try container.decode(String.self, forKey: .salt)
    iterations = try container.decode(Int.self, forKey: .iterations)
    hash = try container.decode(String.self, forKey: .hash)
    guard Limits.passwordIterations.contains(iterations) else {
      throw DecodingError.dataCorruptedError(
        forKey: .iterations, in: container,
        debugDescription:
          "\(iterations) is not in the range 1 to \(Limits.passwordIterations.upperBound)")
    }
  }
}

extension PasswordHash: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "•••" }
  public var debugDescription: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

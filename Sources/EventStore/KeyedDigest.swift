/// HMAC-SHA-256 of a text under the journal's key, in hexadecimal. Events are looked up by the
/// digest of a login or a phone number. The text itself is never stored in the clear.
public struct KeyedDigest: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

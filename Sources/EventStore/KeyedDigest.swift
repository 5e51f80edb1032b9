/// HMAC-SHA-256 of a text under the journal's key, in hexadecimal. Events are looked up by that of
/// a login or a phone number, which is never stored in the clear.
public struct KeyedDigest: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// HMAC-SHA-256 of a personal text under the journal's key, in hexadecimal: the look-up key for a
/// login or a phone, which is never stored in the clear.
public struct KeyedDigest: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

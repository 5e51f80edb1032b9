/// HMAC-SHA-256 of a personal text under the journal's key, in hexadecimal: what a login or a
/// phone is looked up by without standing anywhere in the clear.
public struct KeyedDigest: RawRepresentable, Hashable, Codable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

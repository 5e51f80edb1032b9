/// A subject of a fact, as `key:value`: `book:42`, `member:eva`.
///
/// Compound values join with `/` (`tracker:anna/t1`), which no id contains.
public struct Tag: RawRepresentable, Hashable, Sendable {
  /// The text `key:value`.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The tag `key:value`.
  public init(_ key: String, _ value: String) { rawValue = "\(key):\(value)" }

  /// The part before the first `:`; the whole tag if there is none.
  public var key: Substring { Substring(rawValue.unicodeScalars.prefix { $0 != ":" }) }
}

extension Tag: Codable {}

extension Tag: CustomStringConvertible {
  public var description: String { rawValue }
}

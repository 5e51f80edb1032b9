/// A subject of a fact, as `key:value`: `book:42`, `member:eva`.
///
/// A value that consists of several ids has a `/` between them (`tracker:anna/t1`), since no id
/// contains one.
public struct Tag: RawRepresentable, Hashable, Sendable {
  /// The text `key:value`.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The tag `key:value`.
  public init(_ key: String, _ value: String) { rawValue = "\(key):\(value)" }

  /// The part before the first `:`; the whole tag if there is none.
  public var key: Substring { Substring(rawValue.unicodeScalars.prefix { $0 != ":" }) }
}

extension Tag {
  /// Whether both have the same bytes: two spellings of a character make two tags.
  public static func == (left: Tag, right: Tag) -> Bool {
    left.rawValue.hasSameBytes(as: right.rawValue)
  }

  /// Without it, the standard library would compare the texts by characters.
  public static func != (left: Tag, right: Tag) -> Bool { !(left == right) }
}

extension Tag: Codable {}

extension Tag: CustomStringConvertible {
  public var description: String { rawValue }
}

/// The name of an event's type in a journal, such as `library.bookLent`.
///
/// Part of the journal's format: once recorded, a name never changes its meaning.
public struct EventType: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text, such as `library.bookLent`.
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(stringLiteral value: String) { rawValue = value }
}

extension EventType {
  /// Whether both have the same bytes: two spellings of a character make two types.
  public static func == (left: EventType, right: EventType) -> Bool {
    left.rawValue.hasSameBytes(as: right.rawValue)
  }

  /// Without it, the standard library would compare the texts by characters.
  public static func != (left: EventType, right: EventType) -> Bool { !(left == right) }
}

extension EventType: Codable {}

extension EventType {
  /// The part before the first dot; nil if there is no dot. The search compares bytes: a dot with a
  /// combining mark after it is another `Character`.
  package var domainName: Substring? {
    rawValue.utf8.firstIndex(of: UInt8(ascii: ".")).map { rawValue[..<$0] }
  }
}

extension EventType: CustomStringConvertible {
  public var description: String { rawValue }
}

/// The revision of one payload's shape, from 1.
public struct SchemaVersion: RawRepresentable, Hashable, Comparable, Sendable,
  ExpressibleByIntegerLiteral
{
  /// The number, from 1.
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public init(integerLiteral value: Int) { rawValue = value }

  public static func < (left: SchemaVersion, right: SchemaVersion) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension SchemaVersion: Codable {}

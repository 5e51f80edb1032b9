import EventStore

/// A text with a meaning of its own, so that an address is never taken for a name. Equal when
/// canonically equivalent; recorded as the bare text.
public protocol TextValue: StringBacked, Hashable, Codable, Sendable,
  CodingKeyRepresentable, CustomStringConvertible
{
  init(rawValue: String)
}

extension TextValue {
  public var description: String { rawValue }

  public var codingKey: any CodingKey { TextKey(stringValue: rawValue) }

  public init?(codingKey: some CodingKey) { self.init(rawValue: codingKey.stringValue) }

  // What the standard library would do by itself, without looking the raw value's type up for
  // every value: records are full of these.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

/// A text as the key of a dictionary in a projection's state.
struct TextKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }

  init?(intValue: Int) { nil }
}

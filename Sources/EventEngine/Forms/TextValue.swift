import EventStore

/// A text with a type of its own, so that an address cannot be used as a name. Canonically
/// equivalent texts are equal. Recorded as a plain string.
public protocol TextValue: StringBacked, Hashable, Codable, Sendable,
  CodingKeyRepresentable, CustomStringConvertible
{
  /// Creates the value of a text that is known to be valid.
  init(rawValue: String)
}

extension TextValue {
  public var description: String { rawValue }

  public var codingKey: any CodingKey { TextKey(stringValue: rawValue) }

  public init?(codingKey: some CodingKey) { self.init(rawValue: codingKey.stringValue) }

  // The same as the default of the standard library, without the lookup of the raw value's type:
  // records hold many of these values.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

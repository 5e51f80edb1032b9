/// One JSON object with the members of two values, such as those of a card and those that only a
/// page shows.
public struct Joined<First: Encodable, Second: Encodable>: Encodable {
  /// The value whose members come first.
  package let first: First
  /// The value whose members follow.
  package let second: Second

  /// Joins two answers, of which the first is encoded first.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// Encodes the members of `first`, then those of `second`.
  public func encode(to encoder: any Encoder) throws {
    try first.encode(to: encoder)
    try second.encode(to: encoder)
  }
}

extension Joined: Equatable where First: Equatable, Second: Equatable {}

extension Joined: Sendable where First: Sendable, Second: Sendable {}

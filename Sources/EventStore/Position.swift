/// The place of an event in its journal: 1, 2, 3 … without gaps. Zero is before the first.
///
/// Not to be confused with an offset, which counts bytes.
public struct Position: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number of the event, from 1; 0 is before the first.
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The position with this number, from 1; 0 is before the first event.
  public init(_ rawValue: Int) { self.rawValue = rawValue }

  /// Before the first event: the head of an empty journal.
  public static let start = Position(0)

  /// The position after this one.
  package var next: Position { Position(rawValue + 1) }

  public static func < (left: Position, right: Position) -> Bool { left.rawValue < right.rawValue }
}

extension Position: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(rawValue: value) }
}

extension Position: Codable {}

extension Position: CustomStringConvertible {
  public var description: String { String(rawValue) }
}

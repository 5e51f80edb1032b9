/// An instant, in whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable {
  /// Milliseconds since the epoch; negative before it.
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.rawValue < right.rawValue
  }
}

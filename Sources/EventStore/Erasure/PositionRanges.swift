/// A set of positions, stored as ascending ranges. Takes two words of memory for each range.
package struct PositionRanges: Hashable, Sendable {
  package private(set) var ranges: [ClosedRange<Position>] = []

  package init() {}

  package init(_ ranges: some Sequence<ClosedRange<Position>>) {
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range) }
  }

  package var isEmpty: Bool { ranges.isEmpty }

  /// The number of positions.
  package var count: Int {
    ranges.reduce(0) { $0 + $1.upperBound.rawValue - $1.lowerBound.rawValue + 1 }
  }

  /// Whether the set contains the position. O(log ranges).
  package func contains(_ position: Position) -> Bool {
    guard let range = first(endingAtOrAfter: position) else { return false }
    return range.lowerBound <= position
  }

  /// Whether the set contains any position of `range`. O(log ranges).
  func overlaps(_ range: ClosedRange<Position>) -> Bool {
    guard let found = first(endingAtOrAfter: range.lowerBound) else { return false }
    return found.lowerBound <= range.upperBound
  }

  /// The first position of `other` that the set lacks; nil if it contains all of them.
  func firstMissing(of other: PositionRanges) -> Position? {
    for wanted in other.ranges {
      var position = wanted.lowerBound
      while position <= wanted.upperBound {
        guard let range = first(endingAtOrAfter: position), range.lowerBound <= position else {
          return position
        }
        position = range.upperBound.next
      }
    }
    return nil
  }

  private func first(endingAtOrAfter position: Position) -> ClosedRange<Position>? {
    let index = ranges.partitioningIndex { $0.upperBound >= position }
    return index < ranges.count ? ranges[index] : nil
  }

  /// Adds a position that is not before the last one.
  mutating func append(_ position: Position) { append(position...position) }

  private mutating func append(_ range: ClosedRange<Position>) {
    guard let last = ranges.last, range.lowerBound <= last.upperBound.next else {
      ranges.append(range)
      return
    }
    ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
  }
}

/// Encoded as pairs: `[[3,5],[8,8]]`.
extension PositionRanges: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    for pair in try container.decode([[Int]].self) {
      guard pair.count == 2, 0 < pair[0], pair[0] <= pair[1],
        pair[1] <= Limits.lastPosition,
        ranges.last.map({ $0.upperBound.rawValue < pair[0] }) ?? true
      else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "positions are ascending pairs of first and last")
      }
      append(Position(pair[0])...Position(pair[1]))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(ranges.map { [$0.lowerBound.rawValue, $0.upperBound.rawValue] })
  }
}

/// A query of many items prepared for comparison with many events: an event is compared only with
/// the items that require one of its tags, or its type.
///
/// O(items) to create; then O(tags of the event + items that share their rarest tag with it).
struct QueryMatcher {
  /// With fewer items, comparing with each of them is faster.
  static let worthwhile = 16

  private let query: Query
  /// The items by their rarest tag; compared by bytes, as everywhere.
  private var byTag: [[UInt8]: [Int]] = [:]
  /// The items without tags, by each of their types.
  private var byType: [[UInt8]: [Int]] = [:]
  private var matchesEverything: Bool

  init(_ query: Query) {
    self.query = query
    matchesEverything = query.items.isEmpty
    var counts: [[UInt8]: Int] = [:]
    for item in query.items {
      for tag in item.tags { counts[Array(tag.rawValue.utf8), default: 0] += 1 }
    }
    for (number, item) in query.items.enumerated() {
      let tags = item.tags.map { Array($0.rawValue.utf8) }
      if let rarest = tags.min(by: { counts[$0, default: 0] < counts[$1, default: 0] }) {
        byTag[rarest, default: []].append(number)
      } else if item.types.isEmpty {
        matchesEverything = true
      } else {
        for type in item.types { byType[Array(type.rawValue.utf8), default: []].append(number) }
      }
    }
  }

  func matches(_ type: EventType, _ tags: [Tag]) -> Bool {
    if matchesEverything { return true }
    if byType[Array(type.rawValue.utf8)] != nil { return true }
    return tags.contains { tag in
      byTag[Array(tag.rawValue.utf8), default: []].contains {
        query.items[$0].matches(type, tags)
      }
    }
  }
}

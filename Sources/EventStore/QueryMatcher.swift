/// A query of many items prepared for comparison with many events: an event is compared only with
/// the items that require one of its tags, or its type.
///
/// O(items) to create; then O(tags of the event + items that are filed under one of these tags).
struct QueryMatcher {
  /// With no more items than this, comparing with each of them is faster.
  static let linearSearchLimit = 16

  private var items: [Query.Item] = []
  /// The indices of the items with tags. Each is filed under one of its tags: the one under which
  /// the fewest items were filed before. Tags are compared by bytes.
  private var byTag: [[UInt8]: [Int]] = [:]
  /// The types of the items without tags.
  private var types: Set<[UInt8]> = []
  private var matchesEverything: Bool

  init(_ query: Query) {
    matchesEverything = query.items.isEmpty
    add(query.items[...])
  }

  /// Selects the events that match any of these items, too.
  mutating func add(_ new: ArraySlice<Query.Item>) {
    for item in new {
      let tags = item.tags.map { Array($0.rawValue.utf8) }
      if let rarest = tags.min(by: { byTag[$0, default: []].count < byTag[$1, default: []].count })
      {
        byTag[rarest, default: []].append(items.count)
      } else if item.types.isEmpty {
        matchesEverything = true
      } else {
        types.formUnion(item.types.map { Array($0.rawValue.utf8) })
      }
      items.append(item)
    }
  }

  func matches(_ type: EventType, _ tags: [Tag]) -> Bool {
    if matchesEverything || types.contains(Array(type.rawValue.utf8)) { return true }
    return tags.contains { tag in
      byTag[Array(tag.rawValue.utf8), default: []].contains { items[$0].matches(type, tags) }
    }
  }
}

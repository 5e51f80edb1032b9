/// A query prepared for comparison with records in a buffer.
package struct RecordFilter {
  private struct Item {
    /// Types and tags, escaped as by the writer.
    var types: [[UInt8]]
    var tags: [[UInt8]]
  }

  private let items: [Item]
  /// Replaces the items if there are many.
  private var matcher: QueryMatcher?

  package init(_ query: Query) {
    let isLarge = query.items.count > QueryMatcher.worthwhile
    matcher = isLarge ? QueryMatcher(query) : nil
    items =
      isLarge
      ? []
      : query.items.map { item in
        Item(
          types: item.types.map { JSONWriter.escaped($0.rawValue) },
          tags: item.tags.map { JSONWriter.escaped($0.rawValue) })
      }
  }

  /// Goes over to a query with further items. O(these), if there were many before.
  package mutating func extend(to query: Query, with new: ArraySlice<Query.Item>) {
    if matcher == nil { self = RecordFilter(query) } else { matcher?.add(new) }
  }

  package func matches(_ view: RecordView) -> Bool {
    if let matcher { return matcher.matches(view.type, view.tags + view.personalTags) }
    if items.isEmpty { return true }
    // Looked for once per record: that takes longer than a comparison.
    var personalTags: Int??
    return items.contains { matches(view, $0, &personalTags) }
  }

  private func matches(
    _ view: RecordView, _ item: Item, _ personalTags: inout Int??
  ) -> Bool {
    guard item.types.isEmpty || item.types.contains(where: { view.matches(view.typeText, $0) })
    else { return false }
    for tag in item.tags where !view.contains(tag, at: view.tagsStart) {
      let start = personalTags ?? view.erasable()?.section?.tags?.lowerBound
      personalTags = .some(start)
      guard let start, view.contains(tag, at: start) else { return false }
    }
    return true
  }
}

/// A query prepared for comparison with records in a buffer.
package struct RecordFilter {
  private struct Item {
    /// Types and tags, escaped as by the writer.
    var types: [[UInt8]]
    var tags: [[UInt8]]
  }

  private let items: [Item]
  /// Used instead of `items` if the query has many.
  private var matcher: QueryMatcher?

  package init(_ query: Query) {
    let isLarge = query.items.count > QueryMatcher.linearSearchLimit
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

  /// Extends the filter to a query with further items. O(number of new items) if there were many
  /// before, else O(number of all items).
  ///
  /// - Parameter new: the items of `query` that are not in the filter yet.
  package mutating func extend(to query: Query, with new: ArraySlice<Query.Item>) {
    if matcher == nil { self = RecordFilter(query) } else { matcher?.add(new) }
  }

  package func matches(_ view: RecordView) -> Bool {
    if let matcher { return matcher.matches(view.type, view.tags + view.personalTags) }
    if items.isEmpty { return true }
    // The outer optional is nil until the tags have been looked for, which takes longer than a
    // comparison and is done once per record.
    var personalTagsStart: Int??
    return items.contains { matches(view, $0, &personalTagsStart) }
  }

  private func matches(
    _ view: RecordView, _ item: Item, _ personalTagsStart: inout Int??
  ) -> Bool {
    guard item.types.isEmpty || item.types.contains(where: { view.matches(view.typeText, $0) })
    else { return false }
    for tag in item.tags where !view.contains(tag, at: view.tagsStart) {
      let start = personalTagsStart ?? view.erasable()?.section?.tags?.lowerBound
      personalTagsStart = .some(start)
      guard let start, view.contains(tag, at: start) else { return false }
    }
    return true
  }
}

/// A query made ready to be compared with records as they lie in a buffer.
struct RecordFilter {
  private struct Item {
    /// Types and tags as the writer escapes them.
    var types: [[UInt8]]
    var tags: [[UInt8]]
  }

  private let items: [Item]

  init(_ query: Query) {
    items = query.items.map { item in
      Item(
        types: item.types.map { JSONWriter.escaped($0.rawValue) },
        tags: item.tags.map { JSONWriter.escaped($0.rawValue) })
    }
  }

  func matches(_ view: RecordView) -> Bool {
    items.isEmpty || items.contains { matches(view, $0) }
  }

  private func matches(_ view: RecordView, _ item: Item) -> Bool {
    guard item.types.isEmpty || item.types.contains(where: { view.matches(view.typeText, $0) })
    else { return false }
    return item.tags.allSatisfy { tag in
      if view.contains(tag, at: view.tagsStart) { return true }
      guard let range = view.erasable()?.section?.tags else { return false }
      return view.contains(tag, at: range.lowerBound)
    }
  }
}

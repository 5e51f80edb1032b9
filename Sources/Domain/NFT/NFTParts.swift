import EventEngine

/// A fact about many NFTs is recorded in parts, the events of one append: an event has a tag for
/// each of its NFTs, and room for 64 tags.
public enum NFTParts {
  /// NFTs of one event: what leaves room for the tags of the order and the user.
  public static let size = 60

  /// `items` in their order, at most `size` to a part; a single empty part of none.
  public static func split<Item>(_ items: [Item]) -> [[Item]] {
    if items.isEmpty { return [[]] }
    return stride(from: 0, to: items.count, by: size).map { start in
      Array(items[start..<min(start + size, items.count)])
    }
  }
}

import EventEngine

/// The rule for splitting a change of many NFTs into several events of one append. An event has a
/// tag for each of its NFTs, and at most 64 tags.
public enum NFTParts {
  /// The maximum number of NFTs in an event. It leaves room for the tags of the order and the user.
  public static let size = 60

  /// Splits `items` in order into parts of at most `size`; an empty list gives one empty part.
  public static func split<Item>(_ items: [Item]) -> [[Item]] {
    if items.isEmpty { return [[]] }
    return stride(from: 0, to: items.count, by: size).map { start in
      Array(items[start..<min(start + size, items.count)])
    }
  }
}

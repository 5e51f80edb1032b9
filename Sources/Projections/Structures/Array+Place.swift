import EventEngine

extension Array {
  /// The index at which the element with this key is or would be inserted. Keys ascend without
  /// duplicates. O(1) for the last key and for a later one, as nearly always; else O(log count).
  func place<Key: Comparable>(of key: Key, by keyOf: (Element) -> Key) -> Int {
    guard let last = last.map(keyOf), last >= key else { return count }
    return last == key ? count - 1 : partitioningIndex { keyOf($0) >= key }
  }
}

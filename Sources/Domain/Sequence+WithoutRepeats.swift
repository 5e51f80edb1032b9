extension Sequence where Element: Hashable {
  /// The elements without duplicates, in the order of their first occurrence.
  package func withoutRepeats() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

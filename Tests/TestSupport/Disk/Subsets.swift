/// Subsets of a number of things.
enum Subsets {
  /// Returns all subsets if there are at most `limit`, otherwise all prefixes, all singletons,
  /// their complements and random ones. The first subset is empty, the last is complete.
  static func of(_ count: Int, atMost limit: Int, _ random: inout SeededRandom) -> [[Bool]] {
    if count < 20 && 1 << count <= limit {
      return (0..<(1 << count)).map { mask in (0..<count).map { mask & (1 << $0) != 0 } }
    }
    var subsets: [[Bool]] = (0...count).map { kept in (0..<count).map { $0 < kept } }
    for one in 0..<count {
      subsets.append((0..<count).map { $0 == one })
      subsets.append((0..<count).map { $0 != one })
    }
    while subsets.count < limit { subsets.append((0..<count).map { _ in random.below(2) == 1 }) }
    return subsets + [Array(repeating: true, count: count)]
  }
}

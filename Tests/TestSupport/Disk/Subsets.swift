/// Subsets of a number of things.
enum Subsets {
  /// Returns all subsets if there are at most `limit`, otherwise all prefixes, all singletons,
  /// their complements and random ones. The first subset is empty, the last is complete.
  static func of(_ count: Int, atMost limit: Int, _ random: inout SeededDraws) -> [[Bool]] {
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

/// SplitMix64: a reproducible sequence per seed.
package struct SeededDraws: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  package mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}

/// The subtrees that make up a proof (RFC 6962, sections 2.1.1 and 2.1.2; the same in RFC 9162),
/// each as the range of its leaves, counted from 0.
enum MerklePaths {
  /// The subtrees beside the path from a leaf to the root: PATH(m, D[n]).
  static func inclusion(of leaf: Int, in leaves: Range<Int>) -> [Range<Int>] {
    guard leaves.count > 1 else { return [] }
    let middle = split(leaves)
    return leaf < middle
      ? inclusion(of: leaf, in: leaves.lowerBound..<middle) + [middle..<leaves.upperBound]
      : inclusion(of: leaf, in: middle..<leaves.upperBound) + [leaves.lowerBound..<middle]
  }

  /// The subtrees that prove that the larger tree begins with the first `size` leaves: PROOF(m,
  /// D[n]).
  static func consistency(of size: Int, with leaves: Range<Int>) -> [Range<Int>] {
    size == 0 ? [] : consistency(upTo: size, with: leaves, isKnown: true)
  }

  /// - Parameter isKnown: whether `leaves` begin with the first one of the tree. The verifier then
  ///   knows the root over those before `end`: it is the root of the smaller tree.
  private static func consistency(
    upTo end: Int, with leaves: Range<Int>, isKnown: Bool
  ) -> [Range<Int>] {
    if end == leaves.upperBound { return isKnown ? [] : [leaves] }
    let middle = split(leaves)
    return end <= middle
      ? consistency(upTo: end, with: leaves.lowerBound..<middle, isKnown: isKnown)
        + [middle..<leaves.upperBound]
      : consistency(upTo: end, with: middle..<leaves.upperBound, isKnown: false)
        + [leaves.lowerBound..<middle]
  }

  /// The index between the two subtrees of a tree with these leaves. The left one has as many
  /// leaves as the largest power of two below their number.
  static func split(_ leaves: Range<Int>) -> Int {
    let bits = Int.bitWidth - 1 - (leaves.count - 1).leadingZeroBitCount
    return leaves.lowerBound + 1 << bits
  }
}

/// The roots of some subtrees, computed as the leaves are added. The ranges must not overlap.
struct SubtreeRoots {
  private let ranges: [Range<Int>]
  private var trees: [MerkleTree]
  /// The indices of the ranges in the order of the leaves.
  private let order: [Int]
  private var current = 0
  private var leaf = 0

  init(_ ranges: [Range<Int>]) {
    self.ranges = ranges
    trees = ranges.map { _ in MerkleTree() }
    order = ranges.indices.sorted { ranges[$0].lowerBound < ranges[$1].lowerBound }
  }

  mutating func append(leaf digest: Digest) {
    defer { leaf += 1 }
    while current < order.count, ranges[order[current]].upperBound <= leaf { current += 1 }
    guard current < order.count, ranges[order[current]].contains(leaf) else { return }
    trees[order[current]].append(leaf: digest)
  }

  var digests: [Digest] { trees.map(\.root) }
}

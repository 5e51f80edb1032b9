/// The tree of RFC 6962 (section 2.1; the same in RFC 9162) over the events of a journal, grown one
/// leaf at a time. Its root changes if any event is changed, inserted, removed or moved.
///
/// Holds the roots of the largest complete subtrees, at most one per bit of the size. Adding n
/// leaves hashes fewer than n nodes.
package struct MerkleTree: Hashable, Sendable {
  /// The number of leaves.
  package private(set) var size = 0
  /// The roots of the largest complete subtrees, from left to right: one for each bit of `size`
  /// that is set. The tree resumes from them.
  private(set) var frontier: [Digest] = []

  /// The tree without leaves.
  package init() {}

  /// The tree with this frontier; nil if no tree of this size has it.
  init?(size: Int, frontier: [Digest]) {
    guard size >= 0, frontier.count == size.nonzeroBitCount else { return nil }
    self.size = size
    self.frontier = frontier
  }

  /// SHA-256(0x00 ‖ bytes).
  package static func leaf(_ bytes: [UInt8]) -> Digest {
    var hash = SHA256()
    hash.update([0])
    hash.update(bytes)
    return hash.finalize()
  }

  /// SHA-256(0x01 ‖ left ‖ right).
  static func node(_ left: Digest, _ right: Digest) -> Digest {
    var hash = nodePrefix
    hash.update(left)
    hash.update(right)
    return hash.finalize()
  }

  private static let nodePrefix: SHA256 = {
    var hash = SHA256()
    hash.update([1])
    return hash
  }()

  package mutating func append(leaf: Digest) {
    var subtree = leaf
    // The new subtree is joined with each earlier one of its size, as a carry moves through the
    // bits of `size` when one is added.
    for _ in 0..<(~size).trailingZeroBitCount {
      subtree = Self.node(frontier.removeLast(), subtree)
    }
    frontier.append(subtree)
    size += 1
  }

  /// The root of the tree. O(log size).
  package var root: Digest {
    guard var root = frontier.last else { return SHA256.hash([]) }
    for left in frontier.dropLast().reversed() { root = Self.node(left, root) }
    return root
  }
}

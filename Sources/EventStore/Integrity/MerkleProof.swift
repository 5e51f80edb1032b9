/// Proofs about trees of which only the roots are known (RFC 9162, section 2.1). O(log size).
package enum MerkleProof {
  /// Whether `path` proves that `leaf` is at `index`, from 0, of the tree of this size and root.
  /// Section 2.1.3.2.
  package static func proves(
    _ leaf: Digest, at index: Int, in size: Int, root: Digest, by path: [Digest]
  ) -> Bool {
    guard index >= 0, index < size else { return false }
    var (node, last) = (index, size - 1)
    var digest = leaf
    for sibling in path {
      guard last > 0 else { return false }
      if node & 1 == 1 || node == last {
        digest = MerkleTree.node(sibling, digest)
        // Levels on which the node has no sibling are skipped.
        while node & 1 == 0 && node > 0 { (node, last) = (node >> 1, last >> 1) }
      } else {
        digest = MerkleTree.node(digest, sibling)
      }
      (node, last) = (node >> 1, last >> 1)
    }
    return last == 0 && digest == root
  }

  /// Whether `path` proves that the tree of `size` and `root` begins with the leaves of the earlier
  /// one. Section 2.1.4.2; every tree begins with the empty one.
  package static func proves(
    that size: Int, root: Digest, extends earlierSize: Int, root earlierRoot: Digest,
    by path: [Digest]
  ) -> Bool {
    guard earlierSize >= 0, earlierSize <= size else { return false }
    if earlierSize == size { return path.isEmpty && root == earlierRoot }
    if earlierSize == 0 { return path.isEmpty && earlierRoot == MerkleTree().root }
    var (node, last) = (earlierSize - 1, size - 1)
    while node & 1 == 1 { (node, last) = (node >> 1, last >> 1) }
    // A complete earlier tree is a subtree of the later one, so the proof omits its root.
    var rest = path[...]
    guard let first = node == 0 ? earlierRoot : rest.popFirst() else { return false }
    var (earlier, later) = (first, first)
    for sibling in rest {
      guard last > 0 else { return false }
      if node & 1 == 1 || node == last {
        earlier = MerkleTree.node(sibling, earlier)
        later = MerkleTree.node(sibling, later)
        while node & 1 == 0 && node > 0 { (node, last) = (node >> 1, last >> 1) }
      } else {
        later = MerkleTree.node(later, sibling)
      }
      (node, last) = (node >> 1, last >> 1)
    }
    return last == 0 && earlier == earlierRoot && later == root
  }
}

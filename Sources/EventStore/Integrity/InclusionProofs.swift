/// The proofs that events are in a journal, for many events of the same journal. Holds the root of
/// every complete subtree: 64 bytes per event.
package struct InclusionProofs: Sendable {
  private let journal: JournalID
  /// The number of events that the tree covers.
  package let size: Int
  /// The root of the tree over them.
  package let root: Digest
  /// The roots of the complete subtrees of 1 leaf, then those of 2, 4, 8, … leaves.
  private let levels: [[Digest]]

  fileprivate init(journal: JournalID, leaves: [Digest]) {
    self.journal = journal
    size = leaves.count
    var levels = [leaves]
    while let below = levels.last, below.count > 1 {
      levels.append(
        stride(from: 0, to: below.count - 1, by: 2).map { index in
          MerkleTree.node(below[index], below[index + 1])
        })
    }
    self.levels = levels
    root = leaves.isEmpty ? MerkleTree().root : Self.root(of: 0..<leaves.count, levels)
  }

  /// The proof of a record of the journal. O(log size).
  ///
  /// - Precondition: the tree covers its position.
  package func proof(of view: RecordView) -> EventProof {
    precondition(view.position.rawValue <= size, "The tree does not cover the event.")
    let inclusion = MerklePaths.inclusion(of: view.position.rawValue - 1, in: 0..<size)
    return EventProof(
      journal: journal, position: view.position, core: view.core, size: size, root: root,
      inclusion: inclusion.map { Self.root(of: $0, levels) }, extends: nil)
  }

  private static func root(of leaves: Range<Int>, _ levels: [[Digest]]) -> Digest {
    let level = leaves.count.trailingZeroBitCount
    if leaves.count == 1 << level, leaves.lowerBound.isMultiple(of: leaves.count) {
      return levels[level][leaves.lowerBound >> level]
    }
    let middle = MerklePaths.split(leaves)
    return MerkleTree.node(
      root(of: leaves.lowerBound..<middle, levels), root(of: middle..<leaves.upperBound, levels))
  }
}

extension JournalReader {
  /// The inclusion proofs of the first `size` events, in the tree over these events. One pass over
  /// them.
  package mutating func inclusionProofs(
    among size: Int
  ) throws(JournalError) -> InclusionProofs {
    var leaves: [Digest] = []
    leaves.reserveCapacity(size)
    if size > 0 {
      try forEach(through: Position(size)) { view in
        leaves.append(view.leaf)
        return true
      }
    }
    return InclusionProofs(journal: manifest.journal, leaves: leaves)
  }
}

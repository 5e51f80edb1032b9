extension JournalReader {
  /// Proves that the event at `position` is in the journal as it is now. With a receipt of
  /// `covered` events, proves that the event was in the journal at that time. If that journal ended
  /// before the event, proves that today's journal extends that one. One pass over the journal.
  ///
  /// - Parameter covered: the number of events of a receipt; at most the number in the journal.
  public mutating func proof(
    of position: Position, covered: Int? = nil
  ) throws(JournalError) -> EventProof {
    let all = head.rawValue
    precondition(1...max(1, all) ~= position.rawValue, "There is no event at the position.")
    precondition(
      covered.map { 0...all ~= $0 } ?? true, "The receipt covers events that do not exist.")
    let size = covered.map { $0 >= position.rawValue ? $0 : all } ?? all
    let earlier = covered.flatMap { $0 < size ? $0 : nil }
    var tree = MerkleTree()
    var earlierRoot = tree.root
    var core: [UInt8] = []
    var inclusion = SubtreeRoots(
      MerklePaths.inclusion(of: position.rawValue - 1, in: 0..<size))
    var consistency = SubtreeRoots(
      earlier.map { MerklePaths.consistency(of: $0, with: 0..<size) } ?? [])
    try forEach(through: Position(size)) { view in
      let leaf = view.leaf
      tree.append(leaf: leaf)
      inclusion.append(leaf: leaf)
      consistency.append(leaf: leaf)
      if view.position == position { core = view.core }
      if tree.size == earlier { earlierRoot = tree.root }
      return true
    }
    return EventProof(
      journal: manifest.journal, position: position, core: core, size: size, root: tree.root,
      inclusion: inclusion.digests,
      extends: earlier.map {
        .init(size: $0, root: earlierRoot, consistency: consistency.digests)
      })
  }

  /// The integrity tree over the events up to `last`. O(number of events after `known`).
  ///
  /// - Parameter known: the tree to extend; nil: the manifest's tree of the closed segments, unless
  ///   it reaches past `last`.
  package mutating func integrityTree(
    through last: Position? = nil, after known: MerkleTree? = nil
  ) throws(JournalError) -> MerkleTree {
    let last = min(last ?? head, head)
    let stored = manifest.tree.flatMap { $0.size <= last.rawValue ? $0 : nil }
    var tree = known ?? stored ?? MerkleTree()
    try forEach(after: Position(tree.size), through: last) { view in
      tree.append(leaf: view.leaf)
      return true
    }
    return tree
  }
}

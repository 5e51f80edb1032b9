/// What reading a journal thoroughly has shown.
public struct Verification: Sendable {
  public let journal: JournalID
  /// The digest of what the manifest fixes; see ``Manifest/fixedPart``.
  public internal(set) var manifest: Digest
  public let segments: Int
  /// The length of all segments, in bytes.
  public let bytes: Int
  /// The last position up to which everything is as it was recorded.
  public internal(set) var intact = Position.start
  /// The time of the event at `intact`, and for an empty journal the time it was made.
  public internal(set) var time: Timestamp
  /// The integrity tree over the events up to `intact`.
  package internal(set) var tree = MerkleTree()
  /// Where there are records behind the first damage that are whole by themselves.
  var readable: [ClosedRange<Int>] = []
  /// What a writer was cut off in; the next one removes it.
  public internal(set) var torn: (path: String, tail: TornTail)?
  /// The first of what is wrong, in the order of the journal.
  public internal(set) var damages: [Damage] = []
  public internal(set) var damageCount = 0
  /// What is wrong with the key file; the records don't depend on it.
  public internal(set) var keyProblem: JournalError?
  /// Whether there is a key file that holds another key or none: one that is missing may have been
  /// left out of a copy.
  public internal(set) var hasOtherKey = false
  /// Events that were left out: see ``JournalReader/unproved``.
  public let unproved: ClosedRange<Position>?
  /// An erasure was cut off; the next writer finishes it.
  public internal(set) var hasUnfinishedErasure = false
  /// How many records had an erasable section that is gone.
  public internal(set) var erased = 0
  /// Of how many of them the manifest says so and no event: the journal was recovered without it.
  public let notedErasures: Int
  /// Where nothing says so.
  package internal(set) var unrecordedErasures = PositionRanges()
  /// Derived files that are not what the records lead to: runs of the index. None of them is used,
  /// but for one that was made with the journal's key.
  package internal(set) var derived: [DerivedFinding] = []
  /// The tree when it had the size that was asked for.
  var earlierTree: MerkleTree?

  /// The root of the tree when it had the size that was asked for.
  public var earlierRoot: Digest? { earlierTree?.root }

  static let damagesKept = 100

  /// Before anything is read.
  init(of scope: VerificationScope) {
    journal = scope.manifest.journal
    manifest = scope.manifest.fixedPart
    segments = scope.segments.count
    bytes = scope.bytes
    unproved = scope.unproved
    time = scope.manifest.createdAt
    notedErasures = scope.manifest.unrecordedErasures?.count ?? 0
  }

  mutating func addReadable(_ position: Position) {
    if let last = readable.last, last.upperBound + 1 == position.rawValue {
      readable[readable.count - 1] = last.lowerBound...position.rawValue
    } else {
      readable.append(position.rawValue...position.rawValue)
    }
  }

  mutating func add(_ damage: Damage) {
    damageCount += 1
    if damages.count < Self.damagesKept { damages.append(damage) }
  }
}

extension JournalDirectory {
  /// Reads the whole journal and checks everything: that all segments are there, the checksum,
  /// the order, the times, that appends are whole, that erasable sections are those that were
  /// recorded or were erased by an erasure that is, and that every record says the same however
  /// thoroughly it is read. Goes on behind
  /// what is damaged. O(length), in constant memory.
  ///
  /// - Parameters:
  ///   - size: of which the tree's root is wanted besides.
  ///   - progress: is told, now and then, how many bytes of how many are read.
  /// - Throws: `.damaged` when the manifest is, or is missing where there are events: without it
  ///   nothing else means anything; `.erasedMeanwhile` as `atOneMoment` does.
  public func verify(
    rootAt size: Int? = nil, wait: Int = 10_000, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(JournalError) -> Verification {
    try atOneMoment(wait: wait) { (scope) throws(JournalError) in
      var result = Verification(of: scope)
      var index: IndexCheck?
      do throws(JournalError) {
        let key = try key(for: scope.manifest)
        // What a cut off erasure has left is removed by the next writer.
        if !scope.isErasing { index = IndexCheck(scope, key) }
      } catch {
        result.keyProblem = error
        result.hasOtherKey = try has("journal.key")
      }
      var walk = VerificationWalk(self, scope, rootAt: size, comparing: index)
      if size == 0 { result.earlierTree = MerkleTree() }
      try walk.run(&result, progress)
      result.derived = walk.index?.findings ?? []
      // An erasure in between has removed what was found wrong.
      if !result.derived.isEmpty, try !scope.isCurrent() { throw .erasedMeanwhile(path: path) }
      return result
    }
  }
}

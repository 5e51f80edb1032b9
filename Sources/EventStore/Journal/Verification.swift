/// The result of verifying a whole journal.
public struct Verification: Sendable {
  /// The id of the journal.
  public let journal: JournalID
  /// The digest of the manifest's fixed part; see `Manifest.fixedPart`.
  package internal(set) var manifest: Digest
  /// The number of segments.
  package let segments: Int
  /// The length of all segments, in bytes.
  package let bytes: Int
  /// The position of the last event up to which everything is as recorded.
  public internal(set) var intact = Position.start
  /// The time of the event at `intact`; for an empty journal, its creation time.
  public internal(set) var time: Timestamp
  /// The integrity tree over the events up to `intact`.
  package internal(set) var tree = MerkleTree()
  /// The ranges of intact records after the first damage.
  var readable: [ClosedRange<Int>] = []
  /// The unfinished append of an interrupted writer; the next writer removes it.
  public internal(set) var torn: (path: String, tail: TornTail)?
  /// The bytes that are missing at the end of the open segment: they were on stable storage, so
  /// acknowledged events are lost.
  public internal(set) var missing: (path: String, bytes: Int)?
  /// The first defects, in the order of the journal.
  public internal(set) var damages: [Damage] = []
  /// The number of damaged places, also those not listed.
  public internal(set) var damageCount = 0
  /// The number of those with which no event is lost, such as a file among the segments.
  package internal(set) var strayCount = 0
  /// The last position of which the records, the manifest or the mark of the stored length tell.
  var lastKnown = Position.start
  /// The problem of the key file, if any; the records don't depend on it.
  public internal(set) var keyProblem: JournalError?
  /// Whether there is a key file and it cannot be used. A missing file may have been left out of a
  /// copy.
  package internal(set) var hasOtherKey = false
  /// Events that were left out; see `JournalReader.unproved`.
  public let unproved: ClosedRange<Position>?
  /// Whether an erasure was interrupted; the next writer finishes it.
  package internal(set) var hasUnfinishedErasure = false
  /// The number of records whose erasable section was erased.
  package internal(set) var erased = 0
  /// The number of erased records that only the manifest names: the journal was recovered without
  /// the events of those erasures.
  package let notedErasures: Int
  /// Erased records that neither an event nor the manifest accounts for.
  package internal(set) var unrecordedErasures = PositionRanges()
  /// Derived files that do not match the records: runs of the index. Readers ignore them, unless
  /// they were made with the journal's key.
  package internal(set) var derived: [DerivedFinding] = []
  /// The tree when it had the requested size.
  var earlierTree: MerkleTree?

  /// The root of the tree when it had the requested size.
  public var earlierRoot: Digest? { earlierTree?.root }

  static let mostDamages = 100

  /// The verification before anything is read.
  init(of scope: VerificationScope) {
    journal = scope.manifest.journal
    manifest = scope.manifest.fixedPart
    segments = scope.segments.count
    bytes = scope.bytes
    unproved = scope.unproved
    time = scope.manifest.createdAt
    notedErasures = scope.manifest.unrecordedErasures?.count ?? 0
  }

  /// Whether the record at the position is intact, of those read so far.
  func hasRead(_ position: Position) -> Bool {
    isUnbroken || position <= intact || readable.contains { $0.contains(position.rawValue) }
  }

  mutating func addReadable(_ position: Position) {
    if let last = readable.last, last.upperBound + 1 == position.rawValue {
      readable[readable.count - 1] = last.lowerBound...position.rawValue
    } else {
      readable.append(position.rawValue...position.rawValue)
    }
  }

  /// Whether no event is damaged or missing so far.
  package var isUnbroken: Bool { damageCount == strayCount }

  /// - Parameter isStray: whether no event is lost with the damage.
  mutating func add(_ damage: Damage, isStray: Bool = false) {
    damageCount += 1
    if isStray { strayCount += 1 }
    if damages.count < Self.mostDamages { damages.append(damage) }
  }
}

extension JournalDirectory {
  /// Reads the whole journal and checks everything: that no segment is missing, the checksums, the
  /// order, the times, that appends are complete, that erasable sections are as recorded or were
  /// erased by a recorded erasure, and that every record is spelled as the format requires.
  /// Continues after damage. O(length), in constant memory.
  ///
  /// - Parameters:
  ///   - size: an additional tree size whose root is wanted.
  ///   - progress: receives the number of bytes read and the total from time to time.
  /// - Throws: `.damaged` if the manifest is damaged, or is missing although there are events:
  ///   nothing can be checked without it; `.erasedMeanwhile` as `atOneMoment` does.
  public func verify(
    rootAt size: Int? = nil, wait: Int = 10_000, progress: (Int, Int) -> Void = { _, _ in }
  ) throws(JournalError) -> Verification {
    if let origin { return try verify(origin, rootAt: size, wait: wait, progress: progress) }
    return try atOneMoment(wait: wait) { (scope) throws(JournalError) in
      var result = Verification(of: scope)
      var index: IndexCheck?
      do throws(JournalError) {
        let key = try key(for: scope.manifest)
        // An interrupted erasure may leave a stale index, which the next writer removes.
        if !scope.isErasing { index = IndexCheck(scope, key) }
      } catch {
        result.keyProblem = error
        result.hasOtherKey = try has("journal.key")
      }
      var walk = VerificationWalk(self, scope, rootAt: size, comparing: index)
      if size == 0 { result.earlierTree = MerkleTree() }
      try walk.run(&result, progress)
      result.derived = walk.index?.findings ?? []
      // An erasure may have replaced segments and removed the defective files meanwhile.
      if !result.derived.isEmpty, try !scope.isCurrent() { throw .erasedMeanwhile(path: path) }
      return result
    }
  }
}

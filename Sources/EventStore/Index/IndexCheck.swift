/// Compares the runs of an index with the records as they are read in order. Holds the list of
/// positions of one key at a time.
///
/// A run is right if rebuilding it would give the same offsets, and the same keys with the same
/// positions. The run has its keys in the order of their hashes, while the records yield them in
/// journal order. So both are summed under a seed drawn at random: the sums of two different sets
/// are equal with a probability of about 2⁻⁶⁴ (Clarke and others, "Incremental Multiset Hash
/// Functions", 2003).
struct IndexCheck {
  private let directory: JournalDirectory
  private let journal: JournalID
  private let key: JournalKey
  private let seed: UInt64
  /// The ranges of the runs that are not compared yet, in descending order. Later runs than those
  /// of the verification scope are not compared.
  private var waiting: [ClosedRange<Position>]
  private var current: [RunCheck] = []
  private(set) var findings: [DerivedFinding] = []

  init(_ scope: VerificationScope, _ key: JournalKey) {
    directory = scope.directory
    journal = scope.manifest.journal
    self.key = key
    waiting = scope.indexRuns.sorted {
      ($0.lowerBound, $0.upperBound) > ($1.lowerBound, $1.upperBound)
    }
    var random = SystemRandom()
    seed = random.nextWords().0
  }

  /// Adds the next record.
  mutating func add(_ view: RecordView, in segment: Position, at offset: Int) {
    while let next = waiting.last, next.lowerBound <= view.position {
      waiting.removeLast()
      open(next)
    }
    guard !current.isEmpty else { return }
    for index in current.indices { current[index].add(view, in: segment, at: offset) }
    let ended = current.filter { $0.run.header.last <= view.position }
    current.removeAll { $0.run.header.last <= view.position }
    for run in ended where !run.isRight() { add(.contents, run.positions) }
  }

  /// Ends the comparison.
  ///
  /// - Parameter isWhole: whether all records were read. A run that is still being compared then
  ///   covers records that do not exist.
  mutating func end(isWhole: Bool) {
    while let next = waiting.popLast() { open(next) }
    if isWhole { for run in current { add(.contents, run.positions) } }
    current = []
  }

  private mutating func open(_ positions: ClosedRange<Position>) {
    do throws(SystemError) {
      guard let run = try directory.openRun(positions, PageSeal(key, journal, positions)) else {
        return add(.code, positions)
      }
      current.append(RunCheck(run, seed: seed))
    } catch {
      // The run was merged into another one meanwhile, or it is unreadable and no reader uses it.
    }
  }

  private mutating func add(_ reason: DerivedFinding.Reason, _ positions: ClosedRange<Position>) {
    findings.append(DerivedFinding(path: directory.indexRunPath(positions), reason: reason))
  }
}

/// The check of one run against the records it covers.
private struct RunCheck {
  let run: IndexRun
  private let seed: UInt64
  private var offsets: IndexRun.OffsetCursor
  private var segmentRanges: [IndexRun.SegmentRange] = []
  /// The sum of the hashes of all (key, position) pairs of the records.
  private var sum = KeySum()
  /// The hashes of a record's keys; kept to reuse its memory.
  private var hashes: [UInt64] = []
  private var lastLine: [UInt8] = []
  private var lastTime = Timestamp.earliest
  private var next: Position
  /// Whether each record was at the offset that the run has for it.
  private var isEachInPlace = true

  init(_ run: IndexRun, seed: UInt64) {
    self.run = run
    self.seed = seed
    offsets = IndexRun.OffsetCursor(run)
    next = run.header.first
  }

  var positions: ClosedRange<Position> { run.header.first...run.header.last }

  mutating func add(_ view: RecordView, in segment: Position, at offset: Int) {
    // Without its first records the run cannot be compared.
    guard view.position == next else { return isEachInPlace = false }
    next = view.position.next
    lastTime = view.time
    let end = offset + view.byteCount
    if isEachInPlace {
      isEachInPlace = DerivedFiles.ignoringFailure { try offsets.next() == UInt64(offset) } ?? false
    }
    if segmentRanges.last?.segment == segment {
      segmentRanges[segmentRanges.count - 1].end = end
    } else {
      segmentRanges.append(.init(segment: segment, first: view.position, start: offset, end: end))
    }
    // Two tags of a record may have the same hash; the run lists the record once.
    hashes.removeAll(keepingCapacity: true)
    view.forEachIndexKey { if !hashes.contains($0.hash) { hashes.append($0.hash) } }
    for hash in hashes { sum.add(hash, view.position, seed) }
    if view.position == run.header.last {
      view.appendLine(to: &lastLine)
      lastLine.append(UInt8(ascii: "\n"))
    }
  }

  /// Whether the run matches the records.
  func isRight() -> Bool {
    guard isEachInPlace, segmentRanges == run.segmentRanges, lastTime == run.header.lastTime,
      CRC32C.checksum(lastLine) == run.header.lastLine
    else { return false }
    return DerivedFiles.ignoringFailure { try sumOfKeys() == sum } ?? false
  }

  /// The sum over the keys of the run, which are in the order of their hashes.
  private func sumOfKeys() throws -> KeySum {
    var cursor = IndexRun.KeyCursor(run)
    var sum = KeySum()
    var last: UInt64?
    while let (hash, positions) = try cursor.next() {
      if let last, hash <= last { throw IndexRun.Unusable() }
      last = hash
      for position in positions { sum.add(hash, position, seed) }
    }
    return sum
  }
}

/// A sum over pairs of a key and a position that does not depend on their order.
private struct KeySum: Equatable {
  private var count = 0
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  mutating func add(_ hash: UInt64, _ position: Position, _ seed: UInt64) {
    let word = UInt64(position.rawValue)
    count += 1
    low &+= WordHash.hash(hash, word, seed: seed)
    high &+= WordHash.hash(word, hash, seed: ~seed)
  }
}

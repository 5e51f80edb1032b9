/// Reads the segments in order and notes damage.
struct VerificationWalk {
  /// The journal whose paths the reported damage names.
  private let directory: JournalDirectory
  private let scope: VerificationScope
  private let wantedSize: Int?
  private var bytesDone = 0
  /// The position after the events read.
  private var next = Position(1)
  private var time = Timestamp.earliest
  /// The tree before the current append, if that has several events or is an erasure.
  private var treeBeforeAppend: MerkleTree?
  private var erasures: ErasureCheck
  /// Whether no line of the current append was wrong.
  private var isAppendWhole = true
  /// The first defect of an erasure in the current append.
  private var erasureDamage: Damage?
  private var checks: ParallelChecks
  /// The comparison of the index with the records, if any.
  private(set) var index: IndexCheck?

  /// - Parameters:
  ///   - size: an additional tree size whose root is wanted.
  ///   - acceptsUnrecorded: whether personal data erased without a recorded erasure is accepted.
  ///   - index: compares the index with the records; nil for no comparison.
  init(
    _ directory: JournalDirectory, _ scope: VerificationScope, rootAt size: Int? = nil,
    acceptsUnrecorded: Bool = false, comparing index: IndexCheck? = nil
  ) {
    self.index = index
    erasures = ErasureCheck(acceptsUnrecorded: acceptsUnrecorded)
    checks = ParallelChecks(scope)
    self.directory = directory
    self.scope = scope
    wantedSize = size
  }

  mutating func run(
    _ result: inout Verification, _ progress: (Int, Int) throws(JournalError) -> Void
  ) throws(JournalError) {
    let listed = scope.manifest.closed.map(\.first) + [scope.manifest.firstOpen]
    var found = scope.segments[...]
    for (index, first) in listed.enumerated() {
      while let stray = found.first, stray.first < first {
        addUnexpected(stray, isStray: true, &result)
        found.removeFirst()
      }
      checks.begin(found.startIndex)
      guard let segment = found.first, segment.first == first else {
        if scope.synced?.bytesStored(after: 0, of: first) != nil {
          result.lastKnown = max(result.lastKnown, first)
        }
        result.add(
          Damage(path: directory.segmentPath(first), position: first, reason: .missingSegment))
        continue
      }
      found.removeFirst()
      let closed = index < scope.manifest.closed.count ? scope.manifest.closed[index] : nil
      let last = closed?.last
      let before = (result.tree, result.intact, result.time)
      try read(
        segment, last: last, isOpen: last == nil && found.first?.first == nil, &result, progress)
      if let root = closed?.root, result.isUnbroken, root != result.tree.root {
        // For example, a record was changed with its checksum, but not the root in the manifest.
        (result.tree, result.intact, result.time) = before
        result.add(
          Damage(path: directory.segmentPath(first), position: last, reason: .root))
      }
    }
    // Segments that were closed since the manifest was last written.
    while let segment = found.first {
      checks.begin(found.startIndex)
      found.removeFirst()
      guard segment.first == next else {
        let isStray = segment.first < next || segment.size == 0
        if !isStray { result.lastKnown = max(result.lastKnown, segment.first) }
        addUnexpected(segment, isStray: isStray, &result)
        continue
      }
      try read(segment, last: nil, isOpen: found.isEmpty, &result, progress)
    }
    // Without a readable mark, every complete append counts.
    if let damage = scope.markDamage { result.add(damage, isStray: true) }
    for path in scope.foreignFiles {
      result.add(Damage(path: path, reason: .foreignFile), isStray: true)
    }
    if erasures.lacksNoted(in: scope, result) { result.hasUnfinishedErasure = true }
    index?.end(isWhole: result.isUnbroken)
  }

  private func addUnexpected(
    _ segment: VerificationScope.Segment, isStray: Bool, _ result: inout Verification
  ) {
    result.add(
      Damage(
        path: directory.segmentPath(segment.first), position: segment.first,
        reason: .unexpectedSegment),
      isStray: isStray)
  }

  /// Reads and checks one segment.
  ///
  /// - Parameters:
  ///   - last: the last position according to the manifest; nil if it does not list the segment.
  ///   - isOpen: whether appends go here, so that an unfinished one may be at its end.
  private mutating func read(
    _ segment: VerificationScope.Segment, last: Position?, isOpen: Bool,
    _ result: inout Verification, _ progress: (Int, Int) throws(JournalError) -> Void
  ) throws(JournalError) {
    let path = directory.segmentPath(segment.first)
    let file = try scope.file(of: segment)
    var records = SegmentReader(
      file, journal: scope.manifest.journal, from: 0, to: segment.size,
      expecting: segment.first, notBefore: time)
    var end = 0
    var whole = segment.first
    var proofs: StoredProofs?
    var known = Position.start
    reading: while true {
      let step = try records.next(of: path)
      if let last, whole == last.next {
        // The segment is whole. Lines after its last record belong to no event.
        if case .end = step { break reading }
        result.add(
          Damage(path: path, position: last.next, offset: records.offset, reason: .truncated),
          isStray: true)
        break reading
      }
      switch step {
      case .record:
        known = max(known, records.view.position)
        try check(records.view, at: records.offset, path, &result)
        // After damage no position is reliable.
        if result.isUnbroken {
          index?.add(records.view, in: segment.first, at: records.offset)
        }
        if records.endsWithAppend {
          if let damage = erasureDamage { result.add(damage) }
          erasureDamage = nil
          if isAppendWhole && erasures.isUnfinished { result.hasUnfinishedErasure = true }
          end = records.nextOffset
          whole = records.expected
          markIntact(after: records, &result)
        }
        if records.view.position.rawValue % 4096 == 0 {
          try progress(bytesDone + records.nextOffset, scope.bytes)
        }
      case .end: break reading
      case .wrong(let reason):
        isAppendWhole = false
        if isOpen, try isTorn(records, file, segment, from: whole, path, &proofs) {
          result.torn = (path, TornTail(offset: end, bytes: segment.size - end))
          break reading
        }
        result.add(
          Damage(
            path: path, position: records.expected, offset: records.offset, reason: reason))
        known = max(known, records.expected)
        if records.isStuck { break reading }
        records.skipWrongLine(in: segment.first...(last ?? Position(Limits.lastPosition)))
        known = max(known, Position(records.expected.rawValue - 1))
      }
    }
    if isOpen {
      if !records.endsWithAppend && result.torn == nil {
        result.torn = (path, TornTail(offset: end, bytes: segment.size - end))
      }
    } else if last.map({ whole != $0.next }) ?? !records.endsWithAppend {
      result.add(
        Damage(path: path, position: records.expected, offset: segment.size, reason: .truncated))
    }
    if isOpen, result.isUnbroken {
      let stored = scope.synced?.bytesStored(after: end, of: segment.first)
      result.missing = stored.map { (path, $0) }
    }
    // An unfinished append was never acknowledged.
    if result.torn != nil, result.isUnbroken { known = Position(whole.rawValue - 1) }
    result.lastKnown = max(result.lastKnown, known)
    if let tree = treeBeforeAppend {
      result.tree = tree
      treeBeforeAppend = nil
    }
    bytesDone += segment.size
    next = last?.next ?? records.expected
    time = records.time
    try progress(bytesDone, scope.bytes)
  }

  /// Whether the wrong line looks like an interrupted write.
  private func isTorn(
    _ records: borrowing SegmentReader, _ file: any StoredFile,
    _ segment: VerificationScope.Segment, from position: Position, _ path: String,
    _ proofs: inout StoredProofs?
  ) throws(JournalError) -> Bool {
    guard records.looksTorn else { return false }
    do throws(SystemError) {
      var found =
        if let proofs { proofs } else {
          try StoredProofs(
            in: file, from: records.nextOffset, to: segment.size, journal: scope.manifest.journal)
        }
      defer { proofs = found }
      return !found.prove(position, from: records.nextOffset)
    } catch { throw .storageFailed(doing: "reading", path: path, error) }
  }

  /// Checks the parts of a record that reading in order leaves unchecked.
  private mutating func check(
    _ view: RecordView, at offset: Int, _ path: String, _ result: inout Verification
  ) throws(JournalError) {
    if view.index == 1 {
      erasureDamage = nil
      isAppendWhole = true
      erasures.isUnfinished = false
    }
    let check = checks.take(view, at: offset)
    var reason = check.defect
    if reason == nil {
      reason = try erasures.problem(
        with: view, isErased: check.isErased, in: scope, directory, &result)
    }
    if let reason {
      let damage = Damage(path: path, position: view.position, offset: offset, reason: reason)
      if check.defect == nil, view.isErasure, !check.isErased {
        erasureDamage = erasureDamage ?? damage
      } else {
        result.add(damage)
      }
    }
    guard result.isUnbroken else {
      if reason == nil { result.addReadable(view.position) }
      return
    }
    // The defect of an erasure is known only at the end of its append.
    if view.index == 1 && (view.count > 1 || view.isErasure) { treeBeforeAppend = result.tree }
    result.tree.append(leaf: check.leaf)
    if result.tree.size == wantedSize { result.earlierTree = result.tree }
  }

  private mutating func markIntact(
    after records: borrowing SegmentReader, _ result: inout Verification
  ) {
    guard result.isUnbroken else { return }
    treeBeforeAppend = nil
    result.intact = records.view.position
    result.time = records.time
  }
}

/// Compares the erased records with the recorded erasures.
struct ErasureCheck {
  /// Whether erased records that no erasure names are accepted: they are listed in the result, but
  /// not reported as damage.
  let acceptsUnrecorded: Bool
  /// The positions that the erasures and the manifest name. Read at the first erased record, so
  /// that a journal without erased records is not read twice.
  private var namedPositions: PositionRanges?
  /// Whether a defective or missing line may have held an erasure.
  private var mayHaveLostErasures = false
  /// Whether the current append has an erasure that is recorded but not finished.
  var isUnfinished = false
  /// The erased records so far.
  private var erased = PositionRanges()

  init(acceptsUnrecorded: Bool) { self.acceptsUnrecorded = acceptsUnrecorded }

  /// The defect of the next record of the journal, if any. That of an erasure counts once its append
  /// is complete: an unfinished one never took effect.
  mutating func problem(
    with view: RecordView, isErased: Bool, in scope: VerificationScope,
    _ directory: JournalDirectory, _ result: inout Verification
  ) throws(JournalError) -> Damage.Reason? {
    if isErased {
      result.erased += 1
      erased.append(view.position)
      if namedPositions == nil { try readNamedPositions(in: scope, directory) }
      if namedPositions?.contains(view.position) == true { return nil }
      result.unrecordedErasures.append(view.position)
      return acceptsUnrecorded || mayHaveLostErasures ? nil : .unnamedErasure
    }
    guard view.isErasure else { return nil }
    let erasure: SubjectErased?
    do throws(JournalError) { erasure = try view.erasure() } catch {
      guard case .undecodable(_, _, let reason) = error else { throw error }
      return .malformed(reason, ru: "её «data» — не данные события удаления")
    }
    guard let missing = erasure.flatMap({ erased.firstMissing(of: $0.positions) }) else {
      return nil
    }
    // A record that could not be read may be erased.
    if !result.hasRead(missing) { return nil }
    if scope.isErasing {
      isUnfinished = true
      return nil
    }
    return .notErased(missing)
  }

  /// Whether an interrupted erasure has still to remove what the manifest names, of the records that
  /// could be read.
  func lacksNoted(in scope: VerificationScope, _ result: Verification) -> Bool {
    guard scope.isErasing, let noted = scope.manifest.unrecordedErasures,
      let missing = erased.firstMissing(of: noted)
    else { return false }
    return result.hasRead(missing)
  }

  /// Reads the positions that the manifest and the erasures of complete appends name.
  private mutating func readNamedPositions(
    in scope: VerificationScope, _ directory: JournalDirectory
  ) throws(JournalError) {
    let (ranges, isWhole) = try scope.rangesNamedByErasures(of: directory)
    if !isWhole { mayHaveLostErasures = true }
    namedPositions = PositionRanges((scope.manifest.unrecordedErasures?.ranges ?? []) + ranges)
  }
}

extension VerificationScope {
  /// Reads the positions that the erasures name, of appends whose end is readable. Skips damaged
  /// lines. O(length).
  ///
  /// - Parameter start: only erasures after this position count.
  /// - Returns: the positions, and whether no erasure can be among defective or missing lines.
  func rangesNamedByErasures(
    of directory: JournalDirectory, after start: Position = .start
  ) throws(JournalError) -> (ranges: [ClosedRange<Position>], isWhole: Bool) {
    var ranges: [ClosedRange<Position>] = []
    var isWhole = true
    // The closed segments that were not read to their end.
    var unread = Dictionary(
      manifest.closed.map { ($0.first, $0.last.next) }, uniquingKeysWith: { $1 })
    for segment in segments {
      let path = directory.segmentPath(segment.first)
      var records = SegmentReader(
        try file(of: segment), journal: manifest.journal, from: 0, to: segment.size,
        expecting: segment.first, notBefore: .earliest)
      var isOver = false
      // Those of the append that is being read.
      var new: [ClosedRange<Position>] = []
      while !isOver {
        switch try records.next(of: path) {
        case .record:
          if records.view.isErasure, records.view.position > start {
            do throws(JournalError) {
              new += try records.view.erasure()?.positions.ranges ?? []
            } catch { isWhole = false }
          }
          if records.endsWithAppend {
            ranges += new
            new = []
          }
        case .end: isOver = true
        case .wrong:
          if !records.looksTorn { isWhole = false }
          if records.isStuck { isOver = true }
          records.skipWrongLine(
            in: segment.first...(unread[segment.first] ?? Position(Limits.lastPosition)))
        }
      }
      if unread[segment.first] == records.expected { unread[segment.first] = nil }
    }
    return (ranges, isWhole && unread.isEmpty)
  }
}

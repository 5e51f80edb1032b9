/// Compares the erased records with the recorded erasures.
struct ErasureCheck {
  /// Whether erased records that no erasure names are accepted: they are listed in the result, but
  /// not reported as damage.
  let acceptsUnrecorded: Bool
  /// The positions that the erasures and the manifest name. Read at the first erased record, so
  /// that a journal without erased records is not read twice.
  private var namedPositions: PositionRanges?
  /// The erased records so far.
  private var erased = PositionRanges()

  init(acceptsUnrecorded: Bool) { self.acceptsUnrecorded = acceptsUnrecorded }

  /// The defect of the next record of the journal, if any.
  mutating func problem(
    with view: RecordView, isErased: Bool, in scope: VerificationScope,
    _ directory: JournalDirectory, _ result: inout Verification
  ) throws(JournalError) -> Damage.Reason? {
    if isErased {
      result.erased += 1
      erased.append(view.position)
      if namedPositions == nil { namedPositions = try Self.namedPositions(in: scope, directory) }
      if namedPositions?.contains(view.position) == true { return nil }
      result.unrecordedErasures.append(view.position)
      return acceptsUnrecorded ? nil : .unnamedErasure
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
    if scope.isErasing {
      result.hasUnfinishedErasure = true
      return nil
    }
    return .notErased(missing)
  }

  /// The positions that the erasures and the manifest name. Skips damaged lines.
  private static func namedPositions(
    in scope: VerificationScope, _ directory: JournalDirectory
  ) throws(JournalError) -> PositionRanges {
    var ranges = scope.manifest.unrecordedErasures?.ranges ?? []
    for segment in scope.segments {
      let path = directory.segmentPath(segment.first)
      var records = SegmentReader(
        try scope.file(of: segment), journal: scope.manifest.journal, from: 0, to: segment.size,
        expecting: segment.first, notBefore: .earliest)
      var isOver = false
      while !isOver {
        switch try records.next(of: path) {
        case .record:
          guard records.view.isErasure else { continue }
          do throws(JournalError) {
            ranges += try records.view.erasure()?.positions.ranges ?? []
          } catch { continue }  // The walk reports it.
        case .end: isOver = true
        case .wrong: if records.isStuck { isOver = true } else { records.skipWrongLine() }
        }
      }
    }
    return PositionRanges(ranges)
  }
}

/// The recovered and the lost part of a damaged journal.
package struct RecoveredJournal: Sendable {
  package let copy: CopiedJournal
  /// The verification of the damaged journal.
  package let found: Verification
  /// The events missing from the new journal, in order. Events after the last known position are
  /// lost without a trace.
  package let lost: [LostEvents]
  /// Whether an erasure was interrupted and no readable event names what it had still to remove.
  package let mayLackErasure: Bool
}

/// Consecutive events that were lost together.
package struct LostEvents: Hashable, Sendable {
  package let positions: ClosedRange<Int>
  /// Whether the records are intact but come after the damage. They are not copied, since they
  /// cannot be replayed without the events before them. If false, the records are damaged, missing,
  /// or part of a damaged append.
  package let isReadable: Bool
}

extension JournalDirectory {
  /// Creates a journal from the intact part of this one in a vacant folder: the longest run of
  /// complete appends from the beginning, records unchanged. O(length).
  ///
  /// If personal data was erased and the event that says so is lost, the new manifest notes it; an
  /// interrupted erasure whose event comes after the damage is finished in the new journal.
  ///
  /// - Parameter progress: as in `copy`.
  /// - Throws: `.damaged` if the manifest is missing or unusable: the records cannot be interpreted
  ///   without it.
  package func recover(
    to target: JournalDirectory, wait: Int = 10_000,
    progress: (Int, Int) throws(JournalError) -> Void = { _, _ in }
  ) throws(JournalError) -> RecoveredJournal {
    try atOneMoment(wait: wait) { (scope) throws(JournalError) in
      var found = Verification(of: scope)
      var walk = VerificationWalk(self, scope, acceptsUnrecorded: true)
      try walk.run(&found, progress)
      var part = try intactPart(of: scope, through: found.intact)
      if scope.isErasing {
        let named = try scope.rangesNamedByErasures(of: self, after: found.intact).ranges
        let noted = scope.manifest.unrecordedErasures?.ranges ?? []
        let kept = (noted + named).filter { $0.lowerBound <= found.intact }
        part.manifest.unrecordedErasures = PositionRanges(
          kept.map { $0.lowerBound...min($0.upperBound, found.intact) })
      }
      let copy = try JournalCopy.make(
        of: part, in: target, withKeys: true, recovers: true, wait: wait, progress)
      return RecoveredJournal(
        copy: copy, found: found, lost: found.lost(of: scope.manifest),
        mayLackErasure: scope.isErasing && !found.isUnbroken && !found.hasUnfinishedErasure)
    }
  }

  /// The segments up to `last`, the last one cut after that record, and a manifest that lists only
  /// them.
  private func intactPart(
    of scope: VerificationScope, through last: Position
  ) throws(JournalError) -> VerificationScope {
    var part = scope
    part.segments = []
    part.foreignFiles = []
    part.markDamage = nil
    part.manifest.closed.removeAll { $0.last > last }
    part.manifest.unrecordedErasures = nil
    let ends = Dictionary(
      scope.manifest.closed.map { ($0.first, $0.last) }, uniquingKeysWith: { $1 })
    var next = Position(1)
    while next <= last, var segment = scope.segments.first(where: { $0.first == next }) {
      var records = SegmentReader(
        try scope.file(of: segment), journal: scope.manifest.journal, from: 0, to: segment.size,
        expecting: next, notBefore: .earliest)
      let end = min(last, ends[next] ?? last)
      try attempt("reading", segmentPath(segment.first)) { () throws(SystemError) in
        while records.expected <= end, case .record = try records.next() {}
      }
      segment.size = records.endOfLast
      part.segments.append(segment)
      next = records.expected
    }
    return part
  }
}

extension Verification {
  /// Everything after the intact part that the records and the manifest mention.
  fileprivate func lost(of manifest: Manifest) -> [LostEvents] {
    var lost: [LostEvents] = []
    var next = intact.rawValue + 1
    func gap(to end: Int) {
      if next < end { lost.append(LostEvents(positions: next...end - 1, isReadable: false)) }
    }
    // A misplaced record may have a position that was passed already.
    for range in readable where range.lowerBound >= next {
      gap(to: range.lowerBound)
      lost.append(LostEvents(positions: range, isReadable: true))
      next = range.upperBound + 1
    }
    gap(to: max(manifest.closed.last?.last ?? .start, lastKnown).rawValue + 1)
    return lost
  }
}

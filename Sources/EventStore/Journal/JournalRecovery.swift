/// What could be saved of a damaged journal, and what could not.
package struct RecoveredJournal: Sendable {
  package let copy: CopiedJournal
  /// What is wrong with the journal that was damaged.
  package let found: Verification
  /// What of it is not in the new one, in order. Whatever followed the last record that anything
  /// tells of is lost without a trace.
  package let lost: [LostEvents]
}

/// Events that follow one another and were lost together.
package struct LostEvents: Hashable, Sendable {
  package let positions: ClosedRange<Int>
  /// Whether their records are whole by themselves and stand behind the damage: without those in
  /// front of them they are no history, so they are not copied. Others are damaged, missing, or
  /// part of an append that is.
  package let isReadable: Bool
}

extension JournalDirectory {
  /// Makes a journal of the intact part of this one in a folder where there is nothing yet: the
  /// longest run of whole appends from the beginning on, records unchanged. O(length).
  ///
  /// Where personal data was erased from it, and the event that says so is lost, the new manifest
  /// says so.
  ///
  /// - Throws: `.damaged` when the manifest is missing or no use: nothing means anything without.
  package func recover(
    to target: JournalDirectory, wait: Int = 10_000,
    progress: (Int, Int) -> Void = { _, _ in }
  ) throws(JournalError) -> RecoveredJournal {
    try atOneMoment(wait: wait) { (scope) throws(JournalError) in
      var found = Verification(of: scope)
      var walk = VerificationWalk(self, scope, passesUnrecorded: true)
      try walk.run(&found, progress)
      let part = try intactPart(of: scope, through: found.intact)
      let copy = try JournalCopy.make(
        of: part, in: target, withKeys: true, recovers: true, wait: wait, progress)
      return RecoveredJournal(copy: copy, found: found, lost: found.lost(of: scope.manifest))
    }
  }

  /// The segments up to `last`, the last of them cut behind it, and a manifest that lists no more.
  private func intactPart(
    of scope: VerificationScope, through last: Position
  ) throws(JournalError) -> VerificationScope {
    var part = scope
    part.segments = []
    part.strangers = []
    part.manifest.closed.removeAll { $0.last > last }
    part.manifest.unrecordedErasures = nil
    var next = Position(1)
    while next <= last, var segment = scope.segments.first(where: { $0.first == next }) {
      var records = SegmentReader(
        try scope.file(of: segment), journal: scope.manifest.journal, from: 0, to: segment.size,
        expecting: next, notBefore: .earliest)
      try attempt("reading", segmentPath(segment.first)) { () throws(SystemError) in
        while records.expected <= last, case .record = try records.next() {}
      }
      segment.size = records.endOfLast
      part.segments.append(segment)
      next = records.expected
    }
    return part
  }
}

extension Verification {
  /// Everything behind the intact part that the records and the manifest tell of.
  fileprivate func lost(of manifest: Manifest) -> [LostEvents] {
    guard damageCount > 0 else { return [] }
    var lost: [LostEvents] = []
    var next = intact.rawValue + 1
    func gap(to end: Int) {
      if next < end { lost.append(LostEvents(positions: next...end - 1, isReadable: false)) }
    }
    // Records in a wrong place may say any position.
    for range in readable where range.lowerBound >= next {
      gap(to: range.lowerBound)
      lost.append(LostEvents(positions: range, isReadable: true))
      next = range.upperBound + 1
    }
    gap(to: (manifest.closed.last?.last.rawValue ?? 0) + 1)
    return lost
  }
}

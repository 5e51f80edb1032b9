extension JournalReader {
  /// The journal's key.
  ///
  /// - Throws: `.keyUnavailable`.
  package func key() throws(JournalError) -> JournalKey { try directory.key(for: manifest) }

  /// All positions that erasures and the manifest have named. O(length).
  package mutating func erasedPositions() throws(JournalError) -> PositionRanges {
    var ranges = manifest.unrecordedErasures?.ranges ?? []
    try forEach(.of([SubjectErased.type])) { (view) throws(JournalError) in
      ranges += try view.erasure()?.positions.ranges ?? []
      return true
    }
    return PositionRanges(ranges)
  }

  /// Whether an erasure after `position` has named something at or before it.
  mutating func hasErased(anyUpTo position: Position) throws(JournalError) -> Bool {
    var found = false
    try forEach(.of([SubjectErased.type]), after: position) { (view) throws(JournalError) in
      found = try view.erasure()?.names(anyUpTo: position) ?? false
      return !found
    }
    return found
  }

  /// Hides the sections that an unfinished erasure names, so that readers see the erasure as
  /// finished. The next writer finishes it. One system call if there is no unfinished erasure; else
  /// O(length).
  mutating func hideUnfinishedErasure() throws(JournalError) {
    hidden = PositionRanges()
    if try directory.hasErasureMark() { hidden = try erasedPositions() }
  }

  /// Whether an erasure is in progress or was interrupted. One system call.
  package func hasUnfinishedErasure() throws(JournalError) -> Bool {
    try directory.hasErasureMark()
  }

  /// Runs `body`, and reruns it if personal data was erased meanwhile: the result would match the
  /// journal neither before nor after the erasure. Two system calls if nothing was appended
  /// meanwhile.
  ///
  /// - Parameters:
  ///   - wait: how long to wait for the erasure to end, in milliseconds.
  ///   - isSure: returns whether a result is valid whatever was erased meanwhile.
  /// - Throws: `.erasedMeanwhile` after ten attempts; the errors of `body`.
  package mutating func undisturbed<Result>(
    wait: Int, unless isSure: (Result) -> Bool = { _ in false },
    _ body: (inout JournalReader) throws -> Result
  ) throws -> Result {
    for _ in 0..<10 {
      // `body` may have met the erasure itself, by catching up.
      let before = lastErasure
      let result = try body(&self)
      if isSure(result) { return result }
      if try !wasDisturbed(wait: wait), lastErasure == before { return result }
    }
    throw JournalError.erasedMeanwhile(path: directory.path)
  }

  /// Whether personal data was erased since the reader last looked for the journal's end.
  package mutating func wasDisturbed(wait: Int) throws(JournalError) -> Bool {
    guard damage == nil, try mayHaveNews() else { return false }
    let before = lastErasure
    try refresh(wait: wait)
    return lastErasure != before
  }
}

extension JournalReader {
  /// Whether something may have been appended since this reader last looked: two system calls, no
  /// lock. An append in progress counts, too.
  ///
  /// Durable appends are never undone, so a file of the same length is unchanged. A torn tail or
  /// unproved bytes may be replaced by others of the same length, so they count as news.
  package func mayHaveNews() throws(JournalError) -> Bool {
    if let origin = directory.origin, origin.mayHaveNews() { return true }
    guard torn == nil, open.proved.offset == open.end else { return true }
    let status = try openSegmentStatus()
    if status.size != open.end || !status.isNamed { return true }
    guard head >= open.first else { return false }
    return try directory.hasSegment(open.next)
  }

  /// Checks that the journal's path still leads to the folder that this reader has open; otherwise
  /// new appends would be invisible to it. Two system calls.
  ///
  /// - Throws: `.replaced`.
  package func requireInPlace() throws(JournalError) {
    // For a journal on a server, the next refresh makes a new copy if the copy was removed.
    guard directory.origin == nil else { return }
    try directory.requireInPlace()
    try directory.requireManifest()
  }

  /// The length of the open segment, and whether its file is still the one at its path.
  func openSegmentStatus() throws(JournalError) -> FileStatus {
    let path = directory.segmentPath(open.first)
    return try directory.attempt("reading", path) { () throws(SystemError) in
      if let found = try directory.files.status(of: path), found.identity == open.identity {
        return found
      }
      var mine = try open.file.status()
      mine.isNamed = false
      return mine
    }
  }
}

/// A point in the history of one journal. Another journal, or an older or diverged state of the
/// same one, does not contain its event.
package struct JournalPoint: Hashable, Sendable {
  package let journal: JournalID
  package let position: Position
  let id: EventID?
}

extension JournalReader {
  /// The last event this reader has seen.
  package var point: JournalPoint {
    JournalPoint(journal: manifest.journal, position: head, id: open.lastID)
  }

  /// Checks that this is the journal of `point` and still contains everything up to it.
  ///
  /// - Throws: `.replaced`.
  package mutating func requireContinuation(of point: JournalPoint) throws(JournalError) {
    var isSame = manifest.journal == point.journal && head >= point.position
    if isSame, let id = point.id { isSame = try self.id(at: point.position) == id }
    guard isSame else { throw .replaced(path: directory.path) }
  }

  /// Whether the folder and the open segment are still those at their paths. Two system calls.
  func isInPlace() throws(JournalError) -> Bool {
    guard try directory.isInPlace() else { return false }
    return try openSegmentStatus().isNamed
  }
}

extension JournalReader {
  /// The last position up to `position` at which an append ends. Reads only that event if it is
  /// indexed.
  package mutating func endOfLastAppend(through position: Position) throws(JournalError) -> Position
  {
    try withEvent(at: position) { view in
      view.index < view.count ? Position(view.position.rawValue - view.index) : position
    } ?? position
  }
}

extension JournalReader {
  /// Whether something may have been appended since this reader last looked: two system calls, no
  /// lock. What is there may turn out to be no whole append yet.
  ///
  /// What is whole and durable is never taken back, so that a file of the same length is the same
  /// file. Behind an unfinished append that is not so.
  public func mayHaveNews() throws(JournalError) -> Bool {
    guard torn == nil, open.synced == open.end else { return true }
    if try hasOpenSegmentChanged() { return true }
    guard head >= open.first else { return false }
    return try directory.hasSegment(open.next)
  }

  /// Opens the journal to be followed for long: its folder is held open, so that `requireInPlace`
  /// can tell whether it is still there.
  public static func openToFollow(
    _ directory: JournalDirectory, wait: Int = 10_000
  ) throws(JournalError) -> JournalReader {
    // Whether there is a journal at all comes before whether its folder can be opened.
    try directory.requireJournal(wait: wait)
    return try open(directory.opened(), wait: wait)
  }

  /// Sees to it that the folder that is held open, if one is, is still the one at its path: whoever
  /// appends there is not seen from here otherwise. Two system calls.
  ///
  /// - Throws: `.replaced`.
  public func requireInPlace() throws(JournalError) {
    guard try directory.isInPlace() else { throw .replaced(path: directory.path) }
  }

  /// Whether the open segment's file has grown, or is in its place no more. One system call.
  func hasOpenSegmentChanged() throws(JournalError) -> Bool {
    let status = try openSegmentStatus()
    return status.size != open.end || !status.isNamed
  }

  func openSegmentStatus() throws(JournalError) -> FileStatus {
    let file = open.file
    return try directory.attempt("reading", directory.segmentPath(open.first)) {
      () throws(SystemError) in try file.status()
    }
  }
}

extension JournalReader {
  /// The last position not behind `position` at which an append ends. Reads that event only, where
  /// the index knows it.
  public mutating func wholeAppends(through position: Position) throws(JournalError) -> Position {
    var whole = position
    try forEachAt(position) { view in
      if view.index < view.count { whole = Position(view.position.rawValue - view.index) }
    }
    return whole
  }
}

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

extension JournalReader {
  /// Whether something was appended since this reader last looked: one or two system calls, no
  /// lock. What is there may turn out to be no whole append yet.
  public func mayHaveNews() throws(JournalError) -> Bool {
    let file = open.file
    let size = try directory.attempt("reading", directory.segmentPath(open.first)) {
      () throws(SystemError) in try file.size()
    }
    if size != open.end + (torn?.bytes ?? 0) { return true }
    guard head >= open.first else { return false }
    let next = directory.segmentPath(open.next)
    return try directory.attempt("looking for", next) { () throws(SystemError) in
      try directory.files.exists(next)
    }
  }
}

extension JournalReader {
  /// The last position not behind `position` at which an append ends. Reads that append only.
  public mutating func wholeAppends(through position: Position) throws(JournalError) -> Position {
    var whole = position
    try forEach(after: Position(max(0, position.rawValue - 1)), through: position) { view in
      if view.index < view.count { whole = Position(view.position.rawValue - view.index) }
      return false
    }
    return whole
  }
}

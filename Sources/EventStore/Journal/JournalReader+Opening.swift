extension JournalReader {
  /// Opens the journal and checks its manifest, the names and ends of all closed segments, and the
  /// whole open segment. O(number of segments + length of the open segment).
  ///
  /// - Parameters:
  ///   - wait: how long to wait for a writer to finish its batch, in milliseconds.
  /// - Throws: `.missing`, `.busy`, `.damaged`, `.storageFailed`.
  public static func open(_ directory: JournalDirectory, wait: Int = 10_000)
    throws(JournalError) -> JournalReader
  {
    if let origin = directory.origin {
      return try openFiles(in: origin.refresh(wait: wait).directory, wait: wait)
    }
    return try openFiles(in: directory, wait: wait)
  }

  /// Opens the journal in a folder. For the copy of a server's journal, does not ask the server.
  static func openFiles(
    in directory: JournalDirectory, wait: Int
  ) throws(JournalError) -> JournalReader {
    // A missing journal is reported before a busy lock.
    try directory.requireJournal(wait: wait)
    let (directory, lock) = try directory.locked(.shared, wait: wait)
    defer { lock.release() }
    return try openLocked(directory)
  }

  /// Opens the journal under its lock and makes sure that everything up to its end is durable.
  static func openLocked(_ directory: JournalDirectory) throws(JournalError) -> JournalReader {
    var reader = try openWhileLocked(directory, manifest: directory.manifest(), for: .reading)
    try reader.proveOpenSegment()
    try reader.hideUnfinishedErasure()
    return reader
  }

  /// Opens the journal while no process can append.
  static func openWhileLocked(
    _ directory: JournalDirectory, manifest: Manifest, for purpose: OpenPurpose
  ) throws(JournalError) -> JournalReader {
    let firsts = try directory.segments()
    try checkChain(firsts, manifest, directory)
    let last = try checkEnds(of: manifest.closed, in: directory, manifest)
    let file = try directory.openSegment(manifest.firstOpen, for: purpose)
    let open = try OpenSegment(manifest.firstOpen, file, in: directory, after: last)
    var reader = JournalReader(directory, manifest, open, for: purpose)
    try reader.extend()
    try reader.checkNothingFollows(firsts)
    return reader
  }
}

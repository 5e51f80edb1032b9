/// The proof that the records a reader returns are on stable storage.
extension JournalReader {
  /// The end of the part of a segment that is proved to be on stable storage.
  struct ProvedEnd: Hashable, Sendable {
    var offset: Int
    /// The position of the record that begins there.
    var next: Position
  }

  /// Makes everything that was read durable unless that is proved already. The bytes are written
  /// again and then synced, since a sync alone proves nothing about bytes that the system failed to
  /// write before. O(length of the last batch); free if a mark proves everything.
  ///
  /// Called under the lock. A process without write permission leaves `unproved` set.
  mutating func proveOpenSegment() throws(JournalError) {
    unproved = nil
    guard open.proved.offset < open.end else { return }
    acceptSyncedMark()
    guard open.proved.offset < open.end else { return }
    guard let file = try openSegmentForWriting() else {
      unproved = open.proved.next...head
      return
    }
    try directory.attempt("syncing", directory.segmentPath(open.first)) {
      () throws(SystemError) in
      do throws(SystemError) { try writeAgain(to: file) } catch {
        // A sync reports an earlier write failure only once, so the bytes are written again.
        try writeAgain(to: file)
      }
    }
    try requireSameRecords()
    if syncedMark?.bytesStored(after: open.end, of: open.first) != nil {
      // Acknowledged records are missing. The mark stays until the next append, so that `verify`
      // can report them.
      open.proved = ProvedEnd(offset: open.end, next: open.next)
    } else {
      markSynced()
    }
  }

  private func writeAgain(to file: any StoredFile) throws(SystemError) {
    try rewrite(file)
    try file.sync()
  }

  /// Records, in memory and in `journal.synced`, that the open segment is synced up to its end.
  mutating func markSynced() {
    open.proved = ProvedEnd(offset: open.end, next: open.next)
    guard open.end > 0 else { return }
    let mark = SyncedMark(segment: open.first, end: open.end)
    // If this fails, the next process finds no valid mark and writes the last batch again.
    DerivedFiles.ignoringFailure {
      if syncedFile == nil { syncedFile = try openSyncedFile() }
      if let syncedFile { try mark.write(to: syncedFile, of: manifest.journal) }
    }
  }

  /// Accepts the mark if it names exactly the end of the open segment that this reader knows.
  mutating func acceptSyncedMark() {
    guard let mark = syncedMark, mark.segment == open.first, mark.end == open.end else { return }
    open.proved = ProvedEnd(offset: open.end, next: open.next)
  }

  var syncedMark: SyncedMark? { directory.syncedMark(of: manifest.journal) }

  private func openSyncedFile() throws -> (any StoredFile)? {
    guard try directory.isOwned() else { return nil }
    let (files, path) = (directory.files, directory.syncedPath)
    do throws(SystemError) { return try files.open(path, for: .writing) } catch {
      guard error == .noSuchFile else { throw error }
      return try files.open(path, for: .creating)
    }
  }

  /// - Returns: nil if this process may not write to the journal.
  private func openSegmentForWriting() throws(JournalError) -> (any StoredFile)? {
    guard try directory.isOwned() else { return nil }
    let path = directory.segmentPath(open.first)
    do throws(SystemError) { return try directory.files.open(path, for: .writing) } catch {
      if error == .notPermitted || error == .readOnly { return nil }
      throw .storageFailed(doing: "opening", path: path, error)
    }
  }

  private func rewrite(_ file: any StoredFile) throws(SystemError) {
    var offset = open.proved.offset
    while offset < open.end {
      let bytes = try file.contents(min(1 << 20, open.end - offset), at: offset)
      guard !bytes.isEmpty else { throw .inputOutput }
      try file.write(bytes, at: offset)
      offset += bytes.count
    }
  }

  /// Checks that the bytes written again are the records that were read before. After a failed
  /// write the system may drop its cached pages at any time and read older bytes from the disk.
  private func requireSameRecords() throws(JournalError) {
    var records = SegmentReader(
      open.file, journal: manifest.journal, from: open.proved.offset, to: open.end,
      expecting: open.proved.next, notBefore: .earliest)
    let path = directory.segmentPath(open.first)
    while records.expected < open.next {
      guard case .record = try records.next(of: path) else {
        throw .storageFailed(doing: "reading back", path: path, .inputOutput)
      }
    }
  }
}

/// Bytes left by a writer that was interrupted before its append was on stable storage. Nothing of
/// the append was ever acknowledged, and the next writer cuts the bytes. Or, if `wasStored`, the
/// place where acknowledged events are missing.
public struct TornTail: Hashable, Sendable {
  /// The offset in the open segment at which it begins, in bytes.
  public let offset: Int
  /// The number of bytes from there to the end of the file; zero if the file ends with a complete
  /// append, but before bytes that had been on stable storage.
  public let bytes: Int
  /// Whether bytes after the offset had been on stable storage according to `journal.synced`. Then
  /// acknowledged events are lost, contrary to the rule.
  package var wasStored = false

  /// Whether a record after a damaged place proves that the place had been on stable storage: a
  /// record whose `synced` is at or after the first position that would be cut.
  static func isFollowed(
    in file: any StoredFile, from offset: Int, to end: Int, journal: JournalID,
    syncedFrom position: Position
  ) throws(SystemError) -> Bool {
    var lines = LineReader(file, from: offset, to: end)
    var records = RecordReader(journal: journal)
    while let line = try lines.next() {
      guard line.isTerminated else { continue }
      var view = RecordView.none
      guard records.read(line, into: &view) == nil else {
        continue
      }
      if let synced = view.synced, synced >= position { return true }
    }
    return false
  }
}

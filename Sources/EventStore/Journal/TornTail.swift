/// What a writer left behind that was cut off before its append was on stable storage: nothing of
/// it was ever acknowledged, and the next writer cuts it.
public struct TornTail: Hashable, Sendable {
  /// Where it begins in the open segment, in bytes.
  public let offset: Int
  public let bytes: Int

  /// Whether a record behind a damaged place proves that the place had been on stable storage:
  /// one that says `synced` at or behind the first position that would be cut.
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

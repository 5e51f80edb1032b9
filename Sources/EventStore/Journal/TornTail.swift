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
}

/// Records that prove which places of the open segment had been on stable storage: what is damaged
/// there is no torn tail.
struct StoredProofs {
  /// Of the records read, those whose `synced` is greater than that of all later ones, in the
  /// order of the file. Mostly the last record with `synced` alone.
  private var proofs: ArraySlice<(offset: Int, synced: Position)> = []

  /// Reads what is readable from an offset on. O(length).
  init(
    in file: any StoredFile, from offset: Int, to end: Int, journal: JournalID
  ) throws(SystemError) {
    var lines = LineReader(file, from: offset, to: end)
    var records = RecordReader(journal: journal)
    while let line = try lines.next() {
      guard line.isTerminated else { continue }
      var view = RecordView.none
      guard records.read(line, into: &view) == nil, let synced = view.synced else { continue }
      while let last = proofs.last, last.synced <= synced { proofs.removeLast() }
      proofs.append((line.offset, synced))
    }
  }

  /// Whether a record at an offset or after it proves that a position had been on stable storage.
  /// The offsets of successive calls must not decrease. O(1), amortized.
  mutating func prove(_ position: Position, from offset: Int) -> Bool {
    while let first = proofs.first, first.offset < offset { proofs.removeFirst() }
    return proofs.first.map { $0.synced >= position } ?? false
  }
}

import Dispatch
import Synchronization

/// Checks of the closed segments on opening: their names and their ends. Damage inside a segment is
/// detected by the first read that reaches it, and always by `verify`.
extension JournalReader {
  /// Throws `.replaced` if this reader has seen no event and the folder has another manifest by now,
  /// or none: an import may replace an empty journal. The files of a journal with events show
  /// that they were replaced. Called under the lock.
  func requireSameJournal() throws(JournalError) {
    guard head == .start else { return }
    let found: Manifest
    do throws(JournalError) { found = try directory.manifest() } catch {
      if case .missing(let path) = error { throw .replaced(path: path) }
      throw error
    }
    guard found.journal == manifest.journal else { throw .replaced(path: directory.path) }
  }

  /// Checks the existing segments: they must be those in the manifest, the open one, and those
  /// closed since the manifest was last written.
  static func checkChain(
    _ firsts: [Position], _ manifest: Manifest, _ directory: JournalDirectory
  ) throws(JournalError) {
    let expected = Set(manifest.closed.map(\.first) + [manifest.firstOpen])
    let missing = expected.subtracting(firsts)
    if let first = missing.min() {
      throw .damaged(
        Damage(path: directory.segmentPath(first), position: first, reason: .missingSegment))
    }
    for first in firsts where first < manifest.firstOpen && !expected.contains(first) {
      throw .damaged(
        Damage(path: directory.segmentPath(first), position: first, reason: .unexpectedSegment))
    }
  }

  /// Checks that no segment follows the open one: it would begin at the wrong position.
  func checkNothingFollows(_ firsts: [Position]) throws(JournalError) {
    guard let stray = firsts.last, stray > open.first else { return }
    throw .damaged(
      Damage(
        path: directory.segmentPath(open.first), position: open.next, offset: open.end,
        reason: .truncated))
  }

  /// Checks that all closed segments end with the expected records, on all processors if there are
  /// many.
  ///
  /// - Returns: the last record; nil if there is none.
  static func checkEnds(
    of segments: [Manifest.ClosedSegment], in directory: JournalDirectory, _ manifest: Manifest
  ) throws(JournalError) -> LastRecord? {
    let runs = (segments.count + endsInRun - 1) / endsInRun
    let none = [Result<LastRecord?, JournalError>](repeating: .success(nil), count: runs)
    let checked = Mutex(none)
    DispatchQueue.concurrentPerform(iterations: runs) { run in
      let result = Result { () throws(JournalError) in
        var last: LastRecord?
        for segment in segments.dropFirst(run * endsInRun).prefix(endsInRun) {
          last = try checkEnd(of: segment, in: directory, manifest)
        }
        return last
      }
      checked.withLock { $0[run] = result }
    }
    var last: LastRecord?
    for result in checked.withLock({ $0 }) { last = try result.get() }
    return last
  }

  /// The number of segments whose ends one thread checks in a row: fewer take less time than
  /// another thread takes to start.
  private static let endsInRun = 128

  /// Checks that a closed segment ends with the expected record.
  ///
  /// - Returns: that record.
  static func checkEnd(
    of segment: Manifest.ClosedSegment, in directory: JournalDirectory, _ manifest: Manifest
  ) throws(JournalError) -> LastRecord {
    let path = directory.segmentPath(segment.first)
    let file = try directory.openSegment(segment.first, for: .reading)
    let found = try directory.attempt("reading", path) { () throws(SystemError) in
      try lastRecord(of: file, journal: manifest.journal)
    }
    guard let found, found.position == segment.last, found.isLastOfAppend else {
      throw .damaged(Damage(path: path, position: segment.last, reason: .truncated))
    }
    return found
  }

  struct LastRecord {
    var position: Position
    var time: Timestamp
    var id: EventID
    var isLastOfAppend: Bool
  }

  /// The last record of a file; nil if its last line is not a record. O(length of that record).
  private static func lastRecord(
    of file: any StoredFile, journal: JournalID
  ) throws(SystemError) -> LastRecord? {
    let size = try file.size()
    var window = 1024
    while true {
      let start = max(0, size - window)
      var lines = LineReader(file, from: start, to: size)
      var isWhole = start == 0
      while let line = try lines.next() {
        // The first line of a window inside the file may be incomplete.
        defer { isWhole = true }
        guard isWhole, line.isTerminated, line.offset + line.length + 1 == size else { continue }
        var records = RecordReader(journal: journal)
        var view = RecordView.none
        guard records.read(line, into: &view) == nil else { continue }
        return LastRecord(
          position: view.position, time: view.time, id: view.id,
          isLastOfAppend: view.index == view.count)
      }
      if start == 0 || window > Limits.recordBytes { return nil }
      window *= 8
    }
  }
}

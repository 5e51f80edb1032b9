/// Rewrites a closed segment without the erasable sections at some positions.
///
/// The new file is written beside the old one, synced, and renamed over it, so readers see either
/// the old or the new file. A process that has the old file open continues to read that one.
struct SegmentErasing {
  private static let writeSize = 1 << 20

  private let directory: JournalDirectory
  private let journal: JournalID
  private let segment: Manifest.ClosedSegment
  private let positions: PositionRanges
  private var lines: SingleRecordDecoder
  private var pending: [UInt8] = []
  private var written = 0

  init(
    _ segment: Manifest.ClosedSegment, of journal: JournalID, in directory: JournalDirectory,
    without positions: PositionRanges
  ) {
    self.directory = directory
    self.journal = journal
    self.segment = segment
    self.positions = positions
    lines = SingleRecordDecoder(journal: journal)
  }

  /// Rewrites the segment. O(its length).
  ///
  /// - Parameter progress: called from time to time with the number of records copied.
  mutating func run(progress: (Int) -> Void) throws(JournalError) {
    let path = directory.segmentPath(segment.first)
    let temporary = "\(path).new"
    let old = try directory.openSegment(segment.first, for: .reading)
    let file = try directory.attempt("writing", temporary) { () throws(SystemError) in
      if try directory.files.exists(temporary) { try directory.files.remove(temporary) }
      return try directory.files.open(temporary, for: .creating)
    }
    try copy(old, path, to: file, progress)
    try directory.attempt("replacing", path) { () throws(SystemError) in
      try file.write(pending, at: written)
      try file.sync()
      try directory.files.rename(temporary, to: path)
      try directory.files.syncDirectory(directory.segmentsPath)
    }
  }

  private mutating func copy(
    _ old: any StoredFile, _ path: String, to file: any StoredFile, _ progress: (Int) -> Void
  ) throws(JournalError) {
    let size = try directory.size(of: old, at: path)
    var records = SegmentReader(
      old, journal: journal, from: 0, to: size, expecting: segment.first, notBefore: .earliest)
    while true {
      switch try records.next(of: path) {
      case .record:
        if let reason = take(records.view) { throw damage(reason, records.offset, records.view) }
      case .wrong(let reason):
        throw .damaged(
          Damage(path: path, position: records.expected, offset: records.offset, reason: reason))
      case .end:
        guard records.expected == segment.last.next else {
          throw .damaged(
            Damage(path: path, position: records.expected, offset: size, reason: .truncated))
        }
        return
      }
      if pending.count >= Self.writeSize {
        try flush(to: file)
        progress(records.expected.rawValue - segment.first.rawValue)
      }
    }
  }

  private func damage(_ reason: Damage.Reason, _ offset: Int, _ view: RecordView) -> JournalError {
    .damaged(
      Damage(
        path: directory.segmentPath(segment.first), position: view.position, offset: offset,
        reason: reason))
  }

  /// Copies a record, without its section if that is to be erased.
  ///
  /// - Returns: the reason why the section cannot be erased; nil on success.
  private mutating func take(_ view: RecordView) -> Damage.Reason? {
    let start = pending.count
    if positions.contains(view.position) && view.hasSection {
      view.appendErased(to: &pending, seed: journal.checksumSeed)
      // Bytes added by hand between the section and the checksum would survive the erasure.
      let leaf = view.leaf
      let reason = lines.read(pending[start...]) { erased in
        erased.position == view.position && erased.leaf == leaf && erased.isErased
          ? nil
          : .malformed(
            "its erasable section cannot be removed", ru: "её удаляемую часть не убрать")
      }
      if let reason { return reason }
    } else {
      view.appendLine(to: &pending)
    }
    pending.append(0x0a)
    return nil
  }

  private mutating func flush(to file: any StoredFile) throws(JournalError) {
    try directory.attempt("writing", directory.segmentPath(segment.first)) {
      () throws(SystemError) in try file.write(pending, at: written)
    }
    written += pending.count
    pending.removeAll(keepingCapacity: true)
  }
}

/// The length up to which the open segment is known to be on stable storage: one line in
/// `journal.synced`.
///
/// A killed process may leave bytes that were never synced, and a write error that no process saw
/// may keep them from the disk although every process reads them. So bytes count as stored only if
/// a sync is known to have succeeded: a process writes this mark after each sync of the segment,
/// and the first record of the next write says the same in `synced`.
///
/// The mark itself is never synced. It is written only after the sync that it records, so it is
/// true even after a crash. If it is missing or damaged, the last batch is written again.
struct SyncedMark: Hashable {
  /// The first position of the segment.
  var segment: Position
  /// The length that is on stable storage, in bytes, at the end of an append.
  var end: Int

  /// Two numbers of 20 digits and a checksum, each with a separator.
  private static let length = 51

  private func encoded(for journal: JournalID) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in [segment.rawValue, end] {
      let digits = String(number)
      bytes.append(contentsOf: repeatElement(0x30, count: 20 - digits.utf8.count))
      bytes.append(text: digits)
      bytes.append(0x20)
    }
    bytes.append(hexadecimal: CRC32C.checksum(bytes, continuing: journal.checksumSeed))
    bytes.append(0x0a)
    return bytes
  }

  private init?(encoded bytes: [UInt8], for journal: JournalID) {
    guard bytes.count == Self.length,
      let segment = Int(String(decoding: bytes[..<20], as: UTF8.self)), segment > 0,
      let end = Int(String(decoding: bytes[21..<41], as: UTF8.self)), end > 0
    else { return nil }
    self.init(segment: Position(segment), end: end)
    guard encoded(for: journal) == bytes else { return nil }
  }

  init(segment: Position, end: Int) {
    self.segment = segment
    self.end = end
  }

  /// The number of bytes after the offset `end` of a segment that were on stable storage; nil if
  /// the mark shows none.
  func bytesStored(after end: Int, of segment: Position) -> Int? {
    self.segment == segment && self.end > end ? self.end - end : nil
  }

  static func read(from file: any StoredFile, of journal: JournalID) throws(SystemError)
    -> SyncedMark?
  {
    SyncedMark(encoded: try file.contents(length), for: journal)
  }

  func write(to file: any StoredFile, of journal: JournalID) throws(SystemError) {
    try file.write(encoded(for: journal), at: 0)
  }
}

extension JournalDirectory {
  var syncedPath: String { "\(path)/journal.synced" }

  /// The mark of this journal; nil if there is none.
  func syncedMark(of journal: JournalID) -> SyncedMark? {
    DerivedFiles.ignoringFailure {
      try SyncedMark.read(from: files.open(syncedPath, for: .reading), of: journal)
    } ?? nil
  }

  /// Marks a segment that was synced as a whole, in a journal that was just created.
  func markSynced(_ segment: Position, end: Int, of journal: JournalID) {
    guard end > 0 else { return }
    DerivedFiles.ignoringFailure {
      if try files.exists(syncedPath) { try files.remove(syncedPath) }
      let file = try files.open(syncedPath, for: .creating)
      try SyncedMark(segment: segment, end: end).write(to: file, of: journal)
    }
  }
}

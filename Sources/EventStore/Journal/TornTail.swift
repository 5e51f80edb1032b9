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
    while let line = try lines.next(), line.isTerminated {
      var view = unsafe RecordView(line: line.bytes, length: line.length)
      guard unsafe records.read(line.bytes, length: line.length, into: &view) == nil else {
        continue
      }
      if let synced = view.synced, synced >= position { return true }
    }
    return false
  }
}

/// A place that a writer could neither finish nor take back: the next writer cuts the segment
/// there. In `journal.suspect`, for as long as it takes.
struct Suspect: Hashable, Codable {
  /// The first position of the segment.
  var segment: Position
  /// What of it is on stable storage, in bytes.
  var length: Int
}

extension JournalDirectory {
  var suspectPath: String { "\(path)/journal.suspect" }

  func suspect() throws(JournalError) -> Suspect? {
    let exists = try attempt("looking for", suspectPath) { () throws(SystemError) in
      try files.exists(suspectPath)
    }
    guard exists, let bytes = try contents(of: suspectPath, limit: 4096) else { return nil }
    do throws(PayloadDecodingError) {
      var decoder = PayloadDecoder()
      return try decoder.decode(Suspect.self, from: bytes)
    } catch {
      throw .damaged(Damage(path: suspectPath, reason: .malformed("\(error)")))
    }
  }

  func mark(_ suspect: Suspect) throws(JournalError) {
    var bytes: [UInt8] = []
    var encoder = PayloadEncoder()
    do throws(PayloadEncodingError) { try encoder.encode(suspect, into: &bytes) } catch {
      preconditionFailure("two numbers can be encoded: \(error)")
    }
    try replace(suspectPath, with: bytes + [0x0a])
  }

  func clearSuspect() throws(JournalError) {
    try attempt("removing", suspectPath) { () throws(SystemError) in
      try files.remove(suspectPath)
      try files.syncDirectory(path)
    }
  }
}

/// The place of a write that could be neither finished nor undone, stored in `journal.suspect`.
/// Readers stop there; the next writer cuts the segment there and removes the mark.
struct TruncationMark: Hashable, Codable {
  /// The first position of the segment.
  var segment: Position
  /// The durable length of the segment, in bytes.
  var length: Int
}

/// The content of `journal.suspect`.
enum SuspectMark: Hashable {
  case none
  /// The file is empty: the segment was cut, but the file was not removed yet.
  case void
  case set(TruncationMark)

  var isSet: Bool { if case .set = self { true } else { false } }
}

extension JournalDirectory {
  private static let suspectName = "journal.suspect"
  var suspectPath: String { "\(path)/\(Self.suspectName)" }

  func suspect() throws(JournalError) -> TruncationMark? {
    guard case .set(let suspect) = try suspectMark() else { return nil }
    return suspect
  }

  func suspectMark() throws(JournalError) -> SuspectMark {
    guard try has(Self.suspectName), let bytes = try contents(of: suspectPath, limit: 4096) else {
      return .none
    }
    if bytes.isEmpty { return .void }
    guard let suspect = ChecksummedLine.decoded(TruncationMark.self, from: bytes),
      1...Limits.lastPosition ~= suspect.segment.rawValue,
      0...Limits.fileBytes ~= suspect.length
    else {
      throw .damaged(
        Damage(
          path: suspectPath,
          reason: .malformed("it is not a whole mark", ru: "это не целая отметка")))
    }
    return .set(suspect)
  }

  func mark(_ suspect: TruncationMark) throws(JournalError) {
    try replace(suspectPath, with: ChecksummedLine.encoded(suspect))
  }

  /// Empties the mark, then removes it. A mark that was only removed could come back after a power
  /// failure, and bytes that were acknowledged since would be cut.
  func clearSuspect() throws(JournalError) {
    try attempt("removing", suspectPath) { () throws(SystemError) in
      let file = try files.open(suspectPath, for: .writing)
      try file.truncate(to: 0)
      try file.sync()
      try files.remove(suspectPath)
      try files.syncDirectory(path)
    }
  }
}

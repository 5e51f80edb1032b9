/// The files of an unfinished erasure.
extension JournalDirectory {
  /// The path of the erasure mark, an empty file. The mark exists from before an erasure is
  /// recorded until the erasure is finished. A writer that finds the mark finishes the recorded
  /// erasure, if there is one.
  var erasureMarkPath: String { "\(path)/\(Self.erasureMark)" }
  private static let erasureMark = "journal.erasing"

  /// Folders of files derived from the records, which are rebuilt when missing.
  static let derivedFolders = ["index", "snapshots"]

  func hasErasureMark() throws(JournalError) -> Bool { try has(Self.erasureMark) }

  /// Creates the mark; it is on stable storage when this returns.
  func markErasure() throws(JournalError) {
    try attempt("writing", erasureMarkPath) { () throws(SystemError) in
      if try !files.exists(erasureMarkPath) {
        try files.open(erasureMarkPath, for: .creating).sync()
      }
      try files.syncDirectory(path)
    }
  }

  func clearErasureMark() throws(JournalError) {
    try attempt("removing", erasureMarkPath) { () throws(SystemError) in
      try files.remove(erasureMarkPath)
      try files.syncDirectory(path)
    }
  }

  /// Removes files that may hold copies of the erased data: unfinished files and everything derived
  /// from the records. Called under the lock.
  func removeCopies() throws(JournalError) {
    for folder in [path, segmentsPath] { try remove(in: folder) { $0.hasSuffix(".new") } }
    for folder in Self.derivedFolders { try remove(in: "\(path)/\(folder)") { _ in true } }
  }

  private func remove(
    in folder: String, where isCopy: (String) -> Bool
  ) throws(JournalError) {
    try attempt("clearing", folder) { () throws(SystemError) in
      let copies = try files.namesIfAny(in: folder).filter(isCopy)
      for name in copies {
        do throws(SystemError) { try files.remove("\(folder)/\(name)") } catch {
          // The engine's copies are files, so a folder is left alone.
          if error != .isDirectory { throw error }
        }
      }
      if !copies.isEmpty { try files.syncDirectory(folder) }
    }
  }
}

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
  /// from the records. Other people's files are left alone: a folder may be linked to from here.
  /// Called under the lock.
  func removeCopies() throws(JournalError) {
    for folder in [path, segmentsPath] { try remove([".new"], in: folder) }
    for folder in Self.derivedFolders {
      try remove([".new", ".index", ".snapshot"], in: "\(path)/\(folder)")
    }
  }

  private func remove(_ suffixes: [String], in folder: String) throws(JournalError) {
    let copies = try attempt("clearing", folder) { () throws(SystemError) in
      try files.namesIfAny(in: folder).filter { name in suffixes.contains { name.hasSuffix($0) } }
    }
    for name in copies {
      try attempt("removing", "\(folder)/\(name)") { () throws(SystemError) in
        // A file that is not found was removed by another process, or its name is no text.
        do throws(SystemError) { try files.removeIfAny("\(folder)/\(name)") } catch {
          // The engine's copies are files, so a folder is left alone. macOS does not permit to
          // remove one as a file.
          let isFolder =
            error == .isDirectory
            || error == .operationNotPermitted
              && DerivedFiles.ignoringFailure { try files.names(in: "\(folder)/\(name)") } != nil
          if !isFolder { throw error }
        }
      }
    }
    try attempt("clearing", folder) { () throws(SystemError) in
      if !copies.isEmpty { try files.syncDirectory(folder) }
    }
  }
}

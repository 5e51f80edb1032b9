/// The files that an erasure leaves behind when it is cut off.
extension JournalDirectory {
  /// There from before an erasure is recorded until it is finished; empty. Whoever finds it
  /// finishes what was recorded, which may be nothing.
  var erasureMarkPath: String { "\(path)/\(Self.erasureMark)" }
  private static let erasureMark = "journal.erasing"

  /// Folders of files made from the records, which are made anew when they are missing.
  static let derivedFolders = ["index", "snapshots"]

  func hasErasureMark() throws(JournalError) -> Bool { try has(Self.erasureMark) }

  /// When this returns the mark is on stable storage.
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

  /// Removes what may hold copies of what was erased: files that were being written, and everything
  /// that is made from the records. Called under the lock.
  func removeCopies() throws(JournalError) {
    for folder in [path, segmentsPath] { try remove(in: folder) { $0.hasSuffix(".new") } }
    for folder in Self.derivedFolders { try remove(in: "\(path)/\(folder)") { _ in true } }
  }

  private func remove(
    in folder: String, where isCopy: (String) -> Bool
  ) throws(JournalError) {
    try attempt("clearing", folder) { () throws(SystemError) in
      let names: [String]
      do throws(SystemError) { names = try files.names(in: folder) } catch {
        if error == .noSuchFile { return }
        throw error
      }
      let copies = names.filter(isCopy)
      for name in copies {
        do throws(SystemError) { try files.remove("\(folder)/\(name)") } catch {
          // Somebody's own folder: no copy of ours.
          if error != .isDirectory { throw error }
        }
      }
      if !copies.isEmpty { try files.syncDirectory(folder) }
    }
  }
}

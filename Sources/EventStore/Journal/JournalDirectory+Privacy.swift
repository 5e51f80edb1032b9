/// Who may have touched a journal: its promises hold against those who cannot write its files, and
/// its key is one only as long as others cannot read it. The same is asked of files by `ssh`.
extension JournalDirectory {
  /// Refuses a folder that others than its owner may write to.
  ///
  /// - Throws: `.exposed`.
  func requirePrivate() throws(JournalError) {
    guard let status = try folderStatus() else { return }
    if status.isWritableByOthers {
      throw .exposed(
        path: path, reason: "may be written to by others (mode \(status.octalPermissions))",
        remedy: "chmod go-w")
    }
  }

  /// Refuses to write to a journal that belongs to somebody else: what this process makes there
  /// could not be read by its owner.
  ///
  /// - Throws: `.exposed`.
  func requireOwned() throws(JournalError) {
    guard let status = try folderStatus(), !status.isOwned else { return }
    throw .exposed(path: path, reason: "belongs to another user", remedy: nil)
  }

  /// Whether the process runs as the owner of the folder.
  func isOwned() throws(JournalError) -> Bool { try folderStatus()?.isOwned ?? true }

  private func folderStatus() throws(JournalError) -> FileStatus? {
    try attempt("looking at", path) { () throws(SystemError) in try folder?.status() }
  }

  /// The key that the manifest names.
  ///
  /// - Throws: `.keyUnavailable`, also for a key that others than its owner may read.
  func key(for manifest: Manifest) throws(JournalError) -> JournalKey {
    guard let bytes = try contents(of: keyPath, limit: 4096) else {
      throw .keyUnavailable(path: keyPath, reason: "is missing")
    }
    let status = try attempt("looking at", keyPath) { () throws(SystemError) in
      try files.status(of: keyPath)
    }
    if let status, status.isOpenToOthers {
      throw .keyUnavailable(
        path: keyPath,
        reason: "may be read by others (mode \(status.octalPermissions)): chmod 600 it")
    }
    guard let key = JournalKey(encoded: bytes) else {
      throw .keyUnavailable(path: keyPath, reason: "does not contain a key")
    }
    guard key.id == manifest.key else {
      throw .keyUnavailable(path: keyPath, reason: "belongs to another journal")
    }
    return key
  }
}

extension FileStatus {
  /// Such as `0644`.
  fileprivate var octalPermissions: String {
    let digits = String(permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// Checks of a journal's ownership and permissions. The journal's guarantees hold only against
/// users who cannot write its files, and its key is secret only while others cannot read it. `ssh`
/// makes the same demands.
extension JournalDirectory {
  /// Rejects folders that users other than the owner may write to, and links to folders elsewhere.
  ///
  /// - Throws: `.exposed`.
  func requirePrivate() throws(JournalError) {
    try folderStatus()?.requirePrivate(path)
    for name in ["segments", "secrets", "consumers", "journal.json"] {
      let path = "\(path)/\(name)"
      let status = try attempt("looking at", path) { () throws(SystemError) in
        try files.status(of: path)
      }
      try status?.requirePrivate(path)
    }
    // The journal works without these.
    for name in Self.derivedFolders {
      let path = "\(path)/\(name)"
      try (DerivedFiles.ignoringFailure { try files.status(of: path) } ?? nil)?.requirePrivate(path)
    }
  }

  /// Rejects writing to a journal that belongs to another user: its owner could not read the files
  /// that this process creates.
  ///
  /// - Throws: `.exposed`.
  func requireOwned() throws(JournalError) {
    guard let status = try folderStatus(), !status.isOwned else { return }
    throw .exposed(path: path, .otherOwner)
  }

  /// Whether the process runs as the owner of the folder.
  func isOwned() throws(JournalError) -> Bool { try folderStatus()?.isOwned ?? true }

  /// The folder of the secrets, if users other than its owner may read one of them; nil if not, or
  /// if that cannot be determined.
  package func exposedSecrets() -> String? {
    let secrets = "\(path)/secrets"
    if origin != nil { return nil }
    let isExposed = DerivedFiles.ignoringFailure {
      for folder in [path, secrets] where try files.status(of: folder)?.isOpenToOthers != true {
        return false
      }
      return try files.namesIfAny(in: secrets).contains {
        try files.status(of: "\(secrets)/\($0)")?.isOpenToOthers == true
      }
    }
    return isExposed == true ? secrets : nil
  }

  private func folderStatus() throws(JournalError) -> FileStatus? {
    try attempt("looking at", path) { () throws(SystemError) in try folder?.status() }
  }

  /// The key that the manifest names.
  ///
  /// - Throws: `.keyUnavailable`, also for a key that users other than its owner may read.
  func key(for manifest: Manifest) throws(JournalError) -> JournalKey {
    let (keyPath, files) = (keyPath, origin == nil ? files : SystemFileSystem())
    let key = try JournalKey.read(keyPath, in: files)
    guard key.id == manifest.key else {
      throw .keyUnavailable(path: keyPath, reason: .ofAnotherJournal)
    }
    return key
  }
}

extension FileStatus {
  /// Rejects what users other than the owner may write to, and links. A file that is written to may
  /// have no second name either: the writers of the other folder hold another lock.
  ///
  /// - Throws: `.exposed`.
  func requirePrivate(
    _ path: String, for purpose: OpenPurpose = .reading
  ) throws(JournalError) {
    if isLink { throw .exposed(path: path, .linkedFolder) }
    if isWritableByOthers {
      throw .exposed(path: path, .writable(permissions: octalPermissions))
    }
    if purpose == .writing, hasOtherNames { throw .exposed(path: path, .linkedFile) }
  }
}

extension JournalKey {
  /// The key in the file at `keyPath`.
  ///
  /// - Throws: `.keyUnavailable`, also for a key that users other than its owner may read.
  static func read(
    _ keyPath: String, in files: any FileSystem
  ) throws(JournalError) -> JournalKey {
    let directory = JournalDirectory(keyPath, files: files)
    guard let bytes = try directory.contents(of: keyPath, limit: 4096) else {
      throw .keyUnavailable(path: keyPath, reason: .missing)
    }
    let status = try directory.attempt("looking at", keyPath) { () throws(SystemError) in
      try files.status(of: keyPath)
    }
    if let status, status.isOpenToOthers {
      throw .keyUnavailable(
        path: keyPath, reason: .open(permissions: status.octalPermissions))
    }
    guard let key = JournalKey(encoded: bytes) else {
      throw .keyUnavailable(path: keyPath, reason: .withoutKey)
    }
    return key
  }

  /// The key in a file outside of a journal's folder; creates the file if it is missing. If several
  /// processes create it at the same time, all of them get the key of the first.
  static func readOrCreate(at path: String) throws(JournalError) -> JournalKey {
    let files = SystemFileSystem()
    do throws(SystemError) {
      if try !files.exists(path), let key = try create(at: path, in: files) { return key }
    } catch { throw .cannotCreate(path: path, error) }
    return try read(path, in: files)
  }

  /// Creates a file with a new key; nil if the file exists by now. It gets its name once the key is
  /// on stable storage.
  private static func create(
    at path: String, in files: SystemFileSystem
  ) throws(SystemError) -> JournalKey? {
    let key = JournalKey.random()
    var random = SystemRandom()
    // Another process may be making the file, too.
    let temporary = "\(path).\(Hexadecimal.encode(random.next(8))).new"
    let folder = String(path[..<(path.unicodeScalars.lastIndex(of: "/") ?? path.startIndex)])
    try JournalDirectory(folder).makeDirectories(to: folder)
    do throws(SystemError) {
      try files.create(temporary, key.encoded)
      try files.renameIfFree(temporary, to: path)
    } catch {
      DerivedFiles.ignoringFailure { try files.remove(temporary) }
      if error == .exists { return nil }
      throw error
    }
    try files.syncDirectory(folder.isEmpty ? "." : folder)
    return key
  }
}

extension FileStatus {
  /// The permissions in octal, such as `0644`.
  fileprivate var octalPermissions: String {
    let digits = String(permissions, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

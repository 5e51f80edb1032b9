/// What is made from the journal, and made anew when it is missing. None of it is synced: what a
/// crash leaves is recognised by its checksums.
enum Derived {
  /// What `body` gives, nil where it fails: nobody depends on it, and the journal is read instead.
  @discardableResult
  static func attempt<Value>(_ body: () throws -> Value) -> Value? {
    do { return try body() } catch { return nil }
  }
}

extension JournalDirectory {
  /// Makes a folder of derived files where there is none.
  func createDerivedFolder(_ folder: String) throws(SystemError) {
    if try !files.exists(folder) { try files.createDirectory(folder) }
  }
}

extension JournalReader {
  /// Makes a derived file of what this reader has read up to `position`, whole or not at all.
  /// Nobody can erase while it is put in its place, and the reader sees nothing new by it.
  ///
  /// - Returns: false when personal data was erased since the reader last looked: then the file,
  ///   which may hold it, is gone.
  func place(
    _ path: String, madeUpTo position: Position, _ write: (any StoredFile) throws -> Void
  ) throws -> Bool {
    let files = directory.files
    let temporary = "\(path).new"
    if try files.exists(temporary) { try files.remove(temporary) }
    try write(files.open(temporary, for: .creating))
    let lock = try Self.lock(of: directory)
    try lock?.acquire(.shared, until: JournalLock.deadline(after: 1000))
    defer { lock?.release() }
    guard try !mayHoldErased(upTo: position) else {
      if try files.exists(temporary) { try files.remove(temporary) }
      return false
    }
    try files.rename(temporary, to: path)
    return true
  }

  /// Whether something up to `position` was erased since this reader last looked. Called while
  /// nobody can append. Two system calls where nothing was appended.
  private func mayHoldErased(upTo position: Position) throws(JournalError) -> Bool {
    if try directory.hasErasureMark() { return true }
    guard try mayHaveNews() else { return false }
    // Another reader: whoever uses this one has yet to learn of the erasure.
    var other = try Self.openQuiet(directory, manifest: directory.manifest(), for: .reading)
    return try other.hasErased(anyUpTo: position)
  }
}

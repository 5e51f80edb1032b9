/// Files derived from the journal and rebuilt when missing. A file is synced before it gets its
/// name, so a crash leaves no incomplete one. Authentication codes reveal any other damage, and
/// files made without the journal's key.
enum DerivedFiles {
  /// The result of `body`; nil on failure, which is harmless: the journal is read instead.
  @discardableResult
  static func ignoringFailure<Value>(_ body: () throws -> Value) -> Value? {
    do { return try body() } catch { return nil }
  }
}

/// A derived file that does not match the journal. No answer needs it, so deleting it is harmless.
package struct DerivedFinding: Hashable, Sendable {
  package let path: String
  package let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  package enum Reason: Hashable, Sendable {
    /// It was made without the journal's key, or was changed or truncated since. It is never used.
    case code
    /// It was made from another history. It is never used.
    case otherHistory
    /// It was made before an erasure that should have removed it. It is never used.
    case erasedSince
    /// The code is right and the contents are wrong: its author had the journal's key.
    case contents
  }
}

extension DerivedFinding: CustomStringConvertible {
  package var description: String { "\(path): \(reason)" }
}

extension DerivedFinding.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .code:
      "not made with the journal's key, or changed or truncated since; it is ignored"
    case .otherHistory: "made from another history than this journal's; it is ignored"
    case .erasedSince:
      "made before an erasure that should have removed it; it is ignored"
    case .contents:
      "it contradicts the events, but was made with the journal's key, which may have leaked"
    }
  }
}

extension JournalDirectory {
  /// Creates a folder of derived files if it is missing.
  ///
  /// - Throws: `.exposed` if the journal belongs to another user: its owner could not replace the
  ///   files that root makes, for example.
  func createDerivedFolder(_ folder: String) throws(JournalError) {
    try requireOwned()
    try attempt("making", folder) { () throws(SystemError) in
      if try !files.exists(folder) { try files.createDirectory(folder) }
    }
  }
}

extension JournalReader {
  /// Atomically writes a derived file made from the events up to `position`, which this reader has
  /// read. The reader must not catch up meanwhile.
  ///
  /// The file is created and renamed under a shared lock, which excludes erasures. It is written
  /// between the two without that lock: an erasure then removes the file, and the rest of the write
  /// goes to a file without a name.
  ///
  /// - Returns: false if personal data was erased since the reader last looked: the file may hold
  ///   it, and the erasure removes it. Also false if another process is writing the same file.
  func writeDerivedFile(
    _ path: String, madeUpTo position: Position, _ write: (any StoredFile) throws -> Void
  ) throws -> Bool {
    let files = directory.files
    let temporary = "\(path).new"
    let begun = try unlessErased(upTo: position) { try files.begin(temporary) }
    guard let file = begun ?? nil else { return false }
    // Holds the lock until the rename, so that no process takes the file for a leftover.
    defer { DerivedFiles.ignoringFailure { try file.unlock() } }
    do {
      try write(file)
      // Renamed after the sync, so that a power failure leaves no partial file.
      try file.sync()
      return try unlessErased(upTo: position) { try files.rename(temporary, to: path) } != nil
    } catch let error as SystemError {
      // On a full disk, a partial file would take up space.
      DerivedFiles.ignoringFailure { if try file.status().isNamed { try files.remove(temporary) } }
      throw error
    }
  }

  /// Runs `body` while no process can erase, and returns its result. Returns nil, without running
  /// it, if something up to `position` was erased since this reader last looked.
  private func unlessErased<Result>(
    upTo position: Position, _ body: () throws -> Result
  ) throws -> Result? {
    let lock = try JournalLock(directory)
    try lock.acquire(.shared, until: SystemClock.deadline(after: 1000))
    defer { lock.release() }
    return try mayHoldErased(upTo: position) ? nil : try body()
  }

  /// Whether something up to `position` was erased since this reader last looked. Called while
  /// no process can append. Three system calls if nothing was appended.
  private func mayHoldErased(upTo position: Position) throws(JournalError) -> Bool {
    if try directory.hasErasureMark() { return true }
    guard try mayHaveNews() else { return false }
    // A separate reader: the caller's reader must still see the erasure when it refreshes.
    var other = try Self.openWhileLocked(directory, manifest: directory.manifest(), for: .reading)
    return try other.hasErased(anyUpTo: position)
  }
}

extension FileSystem {
  /// Creates an empty file whose lock shows that it is in use; nil if another process is writing
  /// it.
  fileprivate func begin(_ path: String) throws(SystemError) -> (any StoredFile)? {
    while true {
      guard try removeLeftover(path) else { return nil }
      do throws(SystemError) {
        let file = try open(path, for: .creating)
        // Before it was locked, another process may have removed it as a leftover.
        if try file.tryLock(.exclusive), try exists(path) { return file }
      } catch {
        // Another process created it first.
        guard error == .exists else { throw error }
      }
    }
  }

  /// Removes a file that an interrupted process left.
  ///
  /// - Returns: false if a process is still writing it.
  func removeLeftover(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      let file = try open(path, for: .reading)
      guard try file.tryLock(.exclusive) else { return false }
      try remove(path)
      try file.unlock()
    } catch {
      guard error == .noSuchFile else { throw error }
    }
    return true
  }
}

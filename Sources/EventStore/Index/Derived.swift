/// What is made from the journal, and made anew when it is missing. A file is synced before it gets
/// its name, so that one that is not whole was damaged by somebody or something else than a crash; it
/// is recognised by its codes, and so is what was made without the journal's key.
enum Derived {
  /// What `body` gives, nil where it fails: nobody depends on it, and the journal is read instead.
  @discardableResult
  static func attempt<Value>(_ body: () throws -> Value) -> Value? {
    do { return try body() } catch { return nil }
  }
}

/// A derived file that is not what the journal leads to. No answer depends on it: deleting it is
/// harmless.
package struct DerivedFinding: Hashable, Sendable {
  package let path: String
  package let reason: Reason

  package init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }

  package enum Reason: Hashable, Sendable {
    /// It was not made with the journal's key, or it was changed or cut off since. Nobody uses it.
    case code
    /// It was made of another history. Nobody uses it.
    case otherHistory
    /// It was made before an erasure that should have removed it. Nobody uses it.
    case erasedSince
    /// The code is right and the contents are wrong: who made it has the journal's key.
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
      "it contradicts the events, but was made with the journal's key: somebody else may have the key"
    }
  }
}

extension JournalDirectory {
  /// Makes a folder of derived files where there is none.
  func createDerivedFolder(_ folder: String) throws(SystemError) {
    if try !files.exists(folder) { try files.createDirectory(folder) }
  }
}

extension JournalReader {
  /// Makes a derived file of what this reader has read up to `position`, whole or not at all. The
  /// reader sees nothing new by it.
  ///
  /// It is begun and put in its place while nobody can erase, and written in between: an erasure
  /// removes what was begun before it, and what is written then has no name any more.
  ///
  /// - Returns: false when personal data was erased since the reader last looked: then the file,
  ///   which may hold it, is gone. Or when somebody else is making the same file.
  func place(
    _ path: String, madeUpTo position: Position, _ write: (any StoredFile) throws -> Void
  ) throws -> Bool {
    let files = directory.files
    let temporary = "\(path).new"
    let begun = try unlessErased(upTo: position) { try files.begin(temporary) }
    guard let file = begun ?? nil else { return false }
    // Until then nobody takes it for a leftover.
    defer { Derived.attempt { try file.unlock() } }
    do {
      try write(file)
      // Its name comes after its bytes, so that a power failure leaves no half of it.
      try file.sync()
      return try unlessErased(upTo: position) { try files.rename(temporary, to: path) } != nil
    } catch let error as SystemError {
      // Where the disk is full, half a file is in the way.
      Derived.attempt { if try file.status().isNamed { try files.remove(temporary) } }
      throw error
    }
  }

  /// What `body` gives; nil, without it, when something up to `position` was erased since this
  /// reader last looked. Nobody can erase meanwhile.
  private func unlessErased<Result>(
    upTo position: Position, _ body: () throws -> Result
  ) throws -> Result? {
    let lock = try JournalLock(directory)
    try lock.acquire(.shared, until: JournalLock.deadline(after: 1000))
    defer { lock.release() }
    return try mayHoldErased(upTo: position) ? nil : try body()
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

extension FileSystem {
  /// Makes an empty file that is seen to be in use for as long as it is open; nil where somebody
  /// else is writing it.
  fileprivate func begin(_ path: String) throws(SystemError) -> (any StoredFile)? {
    while true {
      guard try removeLeftover(path) else { return nil }
      do throws(SystemError) {
        let file = try open(path, for: .creating)
        // Before it was locked somebody may have taken it for a leftover.
        if try file.tryLock(.exclusive), try exists(path) { return file }
      } catch {
        // Somebody else was quicker.
        guard error == .exists else { throw error }
      }
    }
  }

  /// Removes a file that was begun by somebody who was cut off.
  ///
  /// - Returns: false when somebody is still writing it.
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

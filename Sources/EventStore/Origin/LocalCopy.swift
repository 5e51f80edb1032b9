/// A machine's copy of a journal that lives at an origin: an ordinary journal in a folder of the
/// user's cache. It is disposable: a damaged copy is made anew, and without a usable folder it is
/// kept in memory. Processes of the machine share it and hold its lock only while they copy.
package struct LocalCopy: ~Copyable {
  private var writer: JournalWriter
  private let manifest: Manifest
  /// The path of the folder; nil for a copy in memory.
  private let folder: String?
  /// The integrity tree over the first events of the copy, kept so that only new ones are added.
  private var tree: MerkleTree

  /// How long to wait for another process that copies, in milliseconds. If a stopped process holds
  /// the lock for longer, this one uses a copy in memory.
  private static let wait = 1000

  /// Opens the copy, and makes it if it is missing or damaged.
  ///
  /// - Parameter folder: nil for a copy in memory.
  package init(of manifest: Manifest, in folder: String?) throws(JournalError) {
    self.manifest = manifest
    if let folder, let writer = Self.openOrRecreate(manifest, in: folder) {
      self.folder = folder
      self.writer = writer
    } else {
      self.folder = nil
      let directory = JournalDirectory.disposable(nil)
      _ = try directory.create(manifest, key: nil)
      writer = try JournalWriter.open(directory, wait: Self.wait)
    }
    tree = manifest.tree ?? MerkleTree()
  }

  /// Opens the copy. One that cannot be used is removed and made anew; nil if that fails, too.
  private static func openOrRecreate(_ manifest: Manifest, in folder: String) -> JournalWriter? {
    let directory = JournalDirectory.disposable(folder)
    guard directory.isOfUserOnly else { return nil }
    // Another process may be removing the same copy.
    for _ in 1...3 {
      do throws(JournalError) {
        if let writer = try open(manifest, in: directory) { return writer }
      } catch {
        if error.isBusy { return nil }
      }
      directory.removeEverything()
    }
    return nil
  }

  /// Opens the copy, and makes it if it is missing; nil if it is of another journal.
  private static func open(
    _ manifest: Manifest, in directory: JournalDirectory
  ) throws(JournalError) -> JournalWriter? {
    _ = try directory.create(manifest, key: nil)
    let writer = try JournalWriter.open(directory, wait: wait)
    guard writer.manifest.fixedPart == manifest.fixedPart else { return nil }
    return writer
  }

  package var directory: JournalDirectory { writer.reader.directory }

  /// The copy for readers, with its end as this process knows it.
  package func copied(of origin: any JournalOrigin) -> OriginCopy {
    OriginCopy(
      directory: directory.asCopy(of: origin), open: writer.reader.open,
      lastErasure: writer.reader.lastErasure)
  }

  /// The last position that this process has seen in the copy.
  package var knownHead: Position { writer.reader.head }

  /// The last position in the copy, after catching up with what other processes have copied.
  package mutating func head() throws(JournalError) -> Position {
    try renewIfBroken()
    return writer.reader.head
  }

  /// Catches up with other processes. After an error, opens the copy again, and makes it anew if it
  /// cannot be used. If the lock is busy, uses a copy in memory instead.
  private mutating func renewIfBroken() throws(JournalError) {
    do throws(JournalError) { try writer.reader.refresh(wait: Self.wait) } catch {
      self = try LocalCopy(of: manifest, in: error.isBusy ? nil : folder)
    }
  }

  /// The integrity tree over the events up to `position`; nil if the copy was made anew and does
  /// not have them all. O(number of events since the last call); more for an earlier position.
  package mutating func tree(at position: Position) throws(JournalError) -> MerkleTree? {
    guard writer.reader.head >= position else { return nil }
    if tree.size > position.rawValue {
      return try writer.reader.integrityTree(through: position)
    }
    if tree.size < position.rawValue {
      tree = try writer.reader.integrityTree(through: position, after: tree.size == 0 ? nil : tree)
    }
    return tree
  }

  /// Adds records that follow `position` and are on stable storage at the origin, and indexes them
  /// if there are enough.
  ///
  /// - Parameter name: of the origin, for the error.
  /// - Returns: false if the copy was made anew and lacks events before them.
  /// - Throws: `.damaged` if a record is not what was recorded.
  package mutating func adopt(
    _ records: [OriginRecord], after position: Position, of name: String
  ) throws(JournalError) -> Bool {
    guard let tree = try tree(at: position) else { return false }
    try adopt(UncopiedLines(checking: records, of: manifest.journal, after: tree, at: name))
    writer.finishBatch()
    return true
  }

  /// Adds lines. Another process may have added them meanwhile.
  package mutating func adopt(_ kept: UncopiedLines) throws(JournalError) {
    writer.knownTree = kept.before
    do throws(JournalError) {
      try Self.write(kept.lines, with: &writer)
    } catch {
      // A copy that cannot be written is replaced by one in memory, which the caller fills from the
      // server.
      self = try LocalCopy(of: manifest, in: nil)
    }
    if writer.reader.head.rawValue >= kept.tree.size { tree = kept.tree }
  }

  private static func write(
    _ lines: AdoptedLines, with writer: inout JournalWriter
  ) throws(JournalError) {
    try writer.inBatch { (writer) throws(JournalError) in
      // Another process may have added the lines, and a copy that was made anew lacks those before.
      guard let missing = lines.following(writer.reader.head) else { return }
      if let erasure = lines.lastErasure {
        try writer.reader.directory.markErasure()
        writer.reader.lastErasure = erasure
      }
      writer.pending.adopt(missing.bytes, to: missing.last)
    }
    // The next batch finishes the erasure: it removes the sections from the copy.
    if lines.lastErasure != nil { try writer.inBatch { (_) throws(JournalError) in } }
  }
}

/// A copy of a journal, and its end as this process last read or wrote it.
package struct OriginCopy: Sendable {
  package let directory: JournalDirectory
  let open: JournalReader.OpenSegment
  let lastErasure: Position?
}

extension JournalError {
  /// Whether the journal was locked by another process for too long.
  package var isBusy: Bool { if case .busy = self { true } else { false } }

  /// Whether the failure may pass, so that a reader that follows the journal tries again.
  package var isPassing: Bool {
    switch self {
    case .busy: true
    case .origin(_, let failure): failure.kind == .unavailable
    default: false
    }
  }
}

extension JournalDirectory {
  /// Whether the folder and its subfolders, as far as they exist, belong to the user and only the
  /// user can write to them. A link is rejected: removing a copy through it could remove another
  /// journal.
  fileprivate var isOfUserOnly: Bool {
    do throws(SystemError) {
      for folder in [path] + innerFolders {
        guard let status = try files.status(of: folder) else { continue }
        if status.isLink || !status.isOwned || status.isWritableByOthers { return false }
      }
      return true
    } catch { return false }
  }

  private var innerFolders: [String] {
    ["segments", "index", "snapshots", "secrets", "consumers"].map { "\(path)/\($0)" }
  }

  /// The names in a copy's folders. A temporary file has `.new` at its end.
  private var ownNames: [(folder: String, isOwn: (String) -> Bool)] {
    let names = ["json", "synced", "suspect", "erasing"].map { "journal.\($0)" }
    return [
      ("\(path)/segments", { Self.firstPosition(ofSegment: $0) != nil }),
      ("\(path)/index", { JournalIndex.positions(ofRun: $0) != nil }),
      ("\(path)/snapshots", { $0.hasSuffix(".snapshot") }),
      (path, { (names + ["segments", "index", "snapshots"]).contains($0) }),
    ]
  }

  /// Removes a copy with everything in it. A folder with other files in it stays as it is: it may
  /// be the user's. Files that another process adds meanwhile stay.
  ///
  /// - Returns: false if the folder was left as it is.
  @discardableResult
  package func removeEverything() -> Bool {
    guard isOfUserOnly else { return false }
    do throws(SystemError) {
      let found = try ownNames.map { (folder, isOwn) throws(SystemError) in
        (folder, names: try files.namesIfAny(in: folder), isOwn)
      }
      for (_, names, isOwn) in found {
        let isCopy = names.allSatisfy { isOwn($0.hasSuffix(".new") ? String($0.dropLast(4)) : $0) }
        guard isCopy else { return false }
      }
      for (folder, names, _) in found {
        for name in names {
          DerivedFiles.ignoringFailure { try files.remove("\(folder)/\(name)") }
        }
        DerivedFiles.ignoringFailure { try files.removeDirectory(folder) }
      }
      return true
    } catch { return false }
  }
}

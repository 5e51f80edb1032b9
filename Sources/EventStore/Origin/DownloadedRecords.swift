/// The records of a server, written as they are into one segment in a working folder. Only the
/// roots of the batches are compared.
package struct DownloadedRecords: ~Copyable {
  private let directory: JournalDirectory
  private let journal: JournalID
  private let file: any StoredFile
  private var length = 0
  private var tree = MerkleTree()
  private var intact = Position.start
  private var damage: Position?

  package init(
    _ directory: JournalDirectory, of manifest: Manifest
  ) throws(JournalError) {
    _ = try directory.create(manifest, key: nil)
    let file = try directory.openSegment(Position(1), for: .writing)
    self.directory = directory
    self.file = file
    journal = manifest.journal
  }

  package mutating func add(_ records: [OriginRecord]) throws(JournalError) {
    var bytes: [UInt8] = []
    let seed = journal.checksumSeed
    for record in records {
      record.appendLine(to: &bytes, seed: seed)
      bytes.append(0x0a)
      tree.append(leaf: record.leaf)
      guard damage == nil, let root = record.root else { continue }
      if root == tree.root { intact = record.position } else { damage = record.position }
    }
    try directory.attempt("writing", directory.path) { () throws(SystemError) in
      try file.write(bytes, at: length)
    }
    length += bytes.count
  }

  /// - Parameters:
  ///   - newest: the end of the last batch; records that are missing there are damage, too.
  ///   - stray: the first position of rows that no append has left.
  package consuming func finish(newest: Position, stray: Position?) -> OriginDownload {
    let isShort = tree.size < newest.rawValue
    return OriginDownload(
      directory: directory, intact: intact,
      damage: damage ?? (isShort ? Position(tree.size).next : nil), stray: stray)
  }
}

extension JournalDirectory {
  /// A folder for files that may be lost at any time.
  ///
  /// - Parameter path: nil for a folder in memory.
  package static func disposable(_ path: String?) -> JournalDirectory {
    guard let path else { return JournalDirectory("working", files: MemoryFileSystem()) }
    return JournalDirectory(path, files: SystemFileSystem.ofCaches)
  }
}

/// Creates a journal from another one's records, byte for byte, in a vacant folder, an empty
/// journal, or on a server.
///
/// Segments are written under temporary names and renamed when all records are there and valid. The
/// manifest is written last, so a partial import never passes for a journal. An interrupted import
/// is finished by repeating it: a segment that already has its name is replaced only by one that
/// begins with the very same bytes.
package struct RecordsImport: ~Copyable {
  private let directory: JournalDirectory
  private let header: RecordsHeader
  private let lock: JournalLock
  /// The server that gets the records once all of them are valid, and how long to wait for its
  /// locks, in milliseconds; nil for a journal of files.
  private var origin: (server: any JournalOrigin, wait: Int)?
  private var records: SingleRecordDecoder
  private var sequence = RecordSequence(expecting: Position(1), notBefore: .earliest)
  private var closed: [Manifest.ClosedSegment] = []
  private var hasErasure = false
  private var tree = MerkleTree()
  private var closedTree = MerkleTree()

  private var first = Position(1)
  private var file: any StoredFile
  private var written = 0
  private var pending: [UInt8] = []
  /// Whether segments may have their names already.
  private var isNaming = false

  /// The latest time that a record may have; nil for no limit.
  package var latest: Timestamp?

  private static let writeSize = 1 << 20

  /// Acquires the lock and begins.
  package static func begin(
    _ header: RecordsHeader, into directory: JournalDirectory, wait: Int
  ) throws(RecordsImportError) -> RecordsImport {
    if let origin = directory.remote {
      try requireEmpty(origin, wait: wait)
      var staged = try begin(header, into: origin.workingFolder(), wait: wait)
      staged.origin = (origin, wait)
      return staged
    }
    let (directory, lock) = try locked(directory, wait: wait)
    do throws(RecordsImportError) {
      do throws(JournalError) { try directory.makeSegmentsFolder() } catch { throw .journal(error) }
      try requireEmpty(directory)
      let file = try newSegment(Position(1), in: directory)
      return RecordsImport(header, directory, lock, file)
    } catch {
      lock.release()
      throw error
    }
  }

  private init(
    _ header: RecordsHeader, _ directory: JournalDirectory, _ lock: JournalLock,
    _ file: any StoredFile
  ) {
    self.directory = directory
    self.header = header
    self.lock = lock
    self.file = file
    records = SingleRecordDecoder(journal: header.journal)
  }

  private static func locked(
    _ directory: JournalDirectory, wait: Int
  ) throws(RecordsImportError) -> (JournalDirectory, JournalLock) {
    do throws(JournalError) {
      if try !directory.exists(), try directory.hasForeignFiles() {
        throw .cannotCreate(path: directory.path, .exists)
      }
      return try directory.makeLocked(wait: wait)
    } catch { throw .journal(error) }
  }

  private static func requireEmpty(_ directory: JournalDirectory) throws(RecordsImportError) {
    let events: Int
    do throws(JournalError) {
      if try directory.exists() {
        let reader = try JournalReader.openWhileLocked(
          directory, manifest: directory.manifest(), for: .reading)
        events = reader.head.rawValue
      } else {
        events = 0
      }
      if events == 0 { try directory.removeUnfinishedSegments() }
    } catch { throw .journal(error) }
    if events > 0 { throw .notEmpty(path: directory.path, events: events) }
  }

  private static func requireEmpty(
    _ origin: any JournalOrigin, wait: Int
  ) throws(RecordsImportError) {
    let events: Int
    do throws(JournalError) {
      guard try origin.exists() else { return }
      events = try JournalReader.open(JournalDirectory(origin), wait: wait).head.rawValue
    } catch { throw .journal(error) }
    if events > 0 { throw .notEmpty(path: origin.name, events: events) }
  }

  private static func newSegment(
    _ first: Position, in directory: JournalDirectory
  ) throws(RecordsImportError) -> any StoredFile {
    let path = directory.segmentPath(first) + ".new"
    do throws(SystemError) { return try directory.files.open(path, for: .creating) } catch {
      throw .journal(.cannotCreate(path: path, error))
    }
  }

  /// The number of records added.
  package var count: Int { sequence.expected.rawValue - 1 }

  /// Adds the next record, given without its line feed.
  ///
  /// - Parameter number: of the line, for the error.
  package mutating func add(_ line: [UInt8], number: Int) throws(RecordsImportError) {
    if sequence.endsWithAppend && written + pending.count >= header.segmentBytes
      && closed.count < Limits.closedSegments
    {
      try roll()
    }
    var sequence = sequence
    var isErasure = false
    var leaf: Digest?
    var time = Timestamp.earliest
    let reason = records.read(line[...]) { view in
      isErasure = view.isErasure
      leaf = view.leaf
      time = view.time
      return sequence.follow(view)
    }
    if let reason { throw .line(number, reason) }
    if let latest, time > latest { throw .timeInFuture(line: number, time) }
    if let leaf { tree.append(leaf: leaf) }
    hasErasure = hasErasure || isErasure
    self.sequence = sequence
    pending.append(contentsOf: line)
    pending.append(0x0a)
    if pending.count >= Self.writeSize { try write() }
  }

  private mutating func write() throws(RecordsImportError) {
    let path = directory.segmentPath(first)
    do throws(SystemError) { try file.write(pending, at: written) } catch {
      throw .journal(.storageFailed(doing: "writing", path: path, error))
    }
    written += pending.count
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func roll() throws(RecordsImportError) {
    try write()
    try sync()
    closed.append(.init(first: first, last: Position(count), root: tree.root))
    closedTree = tree
    first = sequence.expected
    file = try Self.newSegment(first, in: directory)
    written = 0
  }

  private func sync() throws(RecordsImportError) {
    do throws(SystemError) { try file.sync() } catch {
      throw .journal(
        .storageFailed(doing: "syncing", path: directory.segmentPath(first), error))
    }
  }

  /// Completes the journal; it is durable when this returns.
  package mutating func finish() throws(RecordsImportError) {
    guard count == header.events else {
      throw .incomplete(expected: header.events, found: count)
    }
    guard sequence.endsWithAppend else { throw .line(count + 1, .appendOrder) }
    try write()
    try sync()
    var manifest = header.manifest
    manifest.closed = closed
    manifest.frontier = closedTree.frontier
    do throws(JournalError) {
      let firsts = closed.map(\.first) + [first]
      // A journal with a manifest is empty here: any bytes in its segment were never recorded.
      if try !directory.exists() { try directory.requireNothingElse(than: firsts) }
      if try directory.suspectMark() != .none { try directory.clearSuspect() }
      isNaming = true
      try directory.removeManifest()
      // The source journal may have had an unfinished erasure, which the next writer finishes.
      if hasErasure { try directory.markErasure() }
      try directory.nameSegments(firsts)
      try directory.replace(manifest)
      directory.markSynced(first, end: written, of: header.journal)
      try directory.requireInPlace()
    } catch { throw .journal(error) }
    lock.release()
    try upload()
  }

  /// Sends the records to the server: all of them in one transaction.
  private func upload() throws(RecordsImportError) {
    guard let origin else { return }
    do throws(JournalError) { try origin.server.upload(directory, wait: origin.wait) } catch {
      if case .cannotCreate(let path, .exists) = error { throw .notEmpty(path: path, events: 1) }
      throw .journal(error)
    }
    origin.server.remove(directory)
  }

  /// Removes the files written so far. If the import has failed after it had named its segments, it
  /// removes these, too: the input still has their records.
  package mutating func discard() {
    if let origin {
      lock.release()
      return origin.server.remove(directory)
    }
    if isNaming {
      let firsts = closed.map(\.first) + [first]
      directory.discard(
        [directory.manifestPath + ".new", directory.erasureMarkPath]
          + firsts.map(directory.segmentPath))
    }
    do throws(JournalError) { try directory.removeUnfinishedSegments() } catch {
      // No process reads files of this name; the next import retries.
    }
    lock.release()
  }
}

extension JournalDirectory {
  /// Removes segments that an interrupted import was writing.
  fileprivate func removeUnfinishedSegments() throws(JournalError) {
    try attempt("clearing", segmentsPath) { () throws(SystemError) in
      for name in try files.names(in: segmentsPath) where name.hasSuffix(".new") {
        try files.removeIfAny("\(segmentsPath)/\(name)")
      }
    }
  }

  /// Rejects replacing a segment by one that does not begin with the same bytes: those would be
  /// events of a journal that has lost its manifest.
  fileprivate func requireNothingElse(than firsts: [Position]) throws(JournalError) {
    for first in try segments() {
      let path = segmentPath(first)
      let isSame = try attempt("reading", path) { () throws(SystemError) in
        let found = try files.open(path, for: .reading)
        let size = try found.size()
        if !firsts.contains(first) { return size == 0 }
        let replacement = try files.open(path + ".new", for: .reading)
        for offset in stride(from: 0, to: size, by: 1 << 20) {
          let count = min(1 << 20, size - offset)
          if try found.contents(count, at: offset) != replacement.contents(count, at: offset) {
            return false
          }
        }
        return true
      }
      if !isSame { throw .damaged(Damage(path: manifestPath, reason: .missingManifest)) }
    }
  }

  /// Removes the manifest of an empty journal, whose identity differs from that of the records.
  fileprivate func removeManifest() throws(JournalError) {
    try attempt("removing", manifestPath) { () throws(SystemError) in
      guard try files.exists(manifestPath) else { return }
      try files.remove(manifestPath)
      try files.syncDirectory(path)
    }
  }

  fileprivate func nameSegments(_ firsts: [Position]) throws(JournalError) {
    try attempt("renaming segments in", segmentsPath) { () throws(SystemError) in
      for first in firsts {
        try files.rename(segmentPath(first) + ".new", to: segmentPath(first))
      }
      try files.syncDirectory(segmentsPath)
    }
  }
}

/// The writer's file operations. All of them run under the lock.
extension JournalWriter {
  /// Prepares the journal before a decision: cuts bytes that were never acknowledged, makes the
  /// rest durable, closes a full segment, lists closed segments in the manifest, finishes an
  /// erasure, and drops secrets that no event names.
  mutating func prepare() throws(JournalError) {
    if reader.torn != nil || reader.suspect.isSet { try cutTail() }
    try proveOpenSegment()
    if reader.suspect != .none {
      try reader.directory.clearSuspect()
      reader.suspect = .none
    }
    if isSegmentFull { try roll() }
    try settleSegments()
    try finishErasure()
    try dropUnrecordedSecrets()
  }

  private var isSegmentFull: Bool {
    reader.head >= reader.open.first && reader.open.end >= manifest.segmentBytes
      && reader.closed.count < Limits.closedSegments
  }

  /// - Throws: `.outcomeUnknown` if earlier bytes cannot be stored: a retried command may be among
  ///   them.
  private mutating func proveOpenSegment() throws(JournalError) {
    do throws(JournalError) { try reader.proveOpenSegment() } catch {
      guard case .storageFailed(_, let path, let cause) = error else { throw error }
      throw .outcomeUnknown(path: path, cause)
    }
    guard reader.unproved == nil else {
      throw .outcomeUnknown(
        path: reader.directory.segmentPath(reader.open.first), .readOnly)
    }
  }

  /// Makes the names of the segments durable and lists the closed ones in the manifest.
  private mutating func settleSegments() throws(JournalError) {
    let directory = reader.directory
    if !reader.open.hasDurableName {
      try directory.attempt("syncing", directory.segmentsPath) { () throws(SystemError) in
        try directory.files.syncDirectory(directory.segmentsPath)
      }
      reader.open.hasDurableName = true
    }
    if reader.closed.count > manifest.closed.count { try recordClosedSegments() }
  }

  /// Closes the open segment, full or not, and begins the next one.
  ///
  /// - Precondition: the open segment is not empty.
  mutating func closeOpenSegment() throws(JournalError) {
    try roll()
    try settleSegments()
  }

  /// Truncates the open segment after its last complete append.
  private mutating func cutTail() throws(JournalError) {
    let (file, end) = (reader.open.file, reader.open.end)
    let path = reader.directory.segmentPath(reader.open.first)
    let excess = try reader.directory.attempt("repairing", path) { () throws(SystemError) in
      let excess = try file.size() - end
      try file.truncate(to: end)
      try file.sync()
      return excess
    }
    if excess > 0 {
      let stored = reader.syncedMark?.bytesStored(after: end, of: reader.open.first)
      repaired.append(TornTail(offset: end, bytes: excess, wasStored: stored != nil))
    }
    reader.torn = nil
  }

  /// Notes acknowledged bytes that are missing although no append is unfinished, once, since the
  /// next append or segment makes the mark that shows them useless.
  mutating func noteLoss() {
    guard reader.torn == nil else { return }
    let (end, mark) = (reader.open.end, reader.syncedMark)
    guard mark?.bytesStored(after: end, of: reader.open.first) != nil,
      !repaired.contains(where: { $0.wasStored && $0.offset == end })
    else { return }
    repaired.append(TornTail(offset: end, bytes: 0, wasStored: true))
  }

  /// Closes the open segment and begins the next one. The new file exists, empty, before the
  /// manifest lists the former segment as closed.
  private mutating func roll() throws(JournalError) {
    let directory = reader.directory
    let path = directory.segmentPath(reader.open.next)
    let former = reader.open.file
    let file = try directory.attempt("creating", path) { () throws(SystemError) in
      // Another process may have truncated this segment and ended before it synced that.
      try former.sync()
      let file = try directory.files.open(path, for: .creating)
      try file.sync()
      return file
    }
    try reader.roll(to: file)
  }

  private mutating func recordClosedSegments() throws(JournalError) {
    // Another process may have replaced the manifest since this one read it.
    var manifest = try reader.directory.manifest()
    try addClosedSegments(to: &manifest)
    try reader.directory.replace(manifest)
    reader.manifest = manifest
    reader.closed = manifest.closed
  }

  /// Adds the segments that the manifest does not list yet, and extends the integrity tree by their
  /// events. O(their length), since each event is hashed; a segment is not hashed again if
  /// `knownTree` is the tree up to its last event.
  private mutating func addClosedSegments(to manifest: inout Manifest) throws(JournalError) {
    var tree = manifest.tree
    for var segment in reader.closed.dropFirst(manifest.closed.count) {
      if let knownTree, tree != nil, knownTree.size == segment.last.rawValue {
        tree = knownTree
      } else if let before = tree {
        tree = try reader.integrityTree(through: segment.last, after: before)
      }
      segment.root = tree?.root
      manifest.closed.append(segment)
    }
    manifest.frontier = tree?.frontier
  }

  /// Writes and syncs all the appends of the batch: one write, one sync.
  ///
  /// - Throws: `.storageFailed` if the write was undone, `.outcomeUnknown` if it could not be;
  ///   `.replaced` if the journal was moved meanwhile. The batch is then in the moved journal and
  ///   must not be acknowledged for the one at the path.
  mutating func write() throws(JournalError) {
    guard let last = pending.last, let time = pending.lastTime else { return }
    let (file, end) = (reader.open.file, reader.open.end)
    try emptyMarkOfLoss()
    do throws(SystemError) {
      try file.write(pending.json.bytes, at: end)
      try file.sync()
    } catch {
      mustReopen = true
      try undo(after: error)
    }
    reader.open.end = end + pending.json.bytes.count
    reader.open.next = last.next
    reader.open.lastTime = time
    reader.open.lastID = pending.lastID
    reader.markSynced()
    try requireStillInPlace()
  }

  /// Empties `journal.synced` if it tells of bytes that are lost: those written in their place could
  /// end where it says, and would count as stored before they are.
  private func emptyMarkOfLoss() throws(JournalError) {
    let (end, first) = (reader.open.end, reader.open.first)
    guard reader.syncedMark?.bytesStored(after: end, of: first) != nil else { return }
    let directory = reader.directory
    try directory.attempt("emptying", directory.syncedPath) { () throws(SystemError) in
      let file = try directory.files.open(directory.syncedPath, for: .writing)
      try file.truncate(to: 0)
      try file.sync()
    }
  }

  /// Checks, after the sync, that the path still leads to this journal: acknowledged events must be
  /// in the journal at the path.
  private mutating func requireStillInPlace() throws(JournalError) {
    let isInPlace: Bool
    do throws(JournalError) { isInPlace = try reader.isInPlace() } catch {
      mustReopen = true
      guard case .storageFailed(_, let path, let cause) = error else { throw error }
      throw .outcomeUnknown(path: path, cause)
    }
    if isInPlace { return }
    mustReopen = true
    throw .replaced(path: reader.directory.path)
  }

  /// Truncates the segment to its durable length after a failed write or sync. A failed sync is
  /// never simply repeated: the success of the second would prove nothing.
  private mutating func undo(after failure: SystemError) throws(JournalError) -> Never {
    let directory = reader.directory
    let path = directory.segmentPath(reader.open.first)
    let (file, end) = (reader.open.file, reader.open.end)
    do throws(SystemError) {
      try file.truncate(to: end)
      try file.sync()
    } catch {
      // Readers and the next writer stop at the mark. If the mark cannot be written, they read the
      // append, and write it again before they rely on it.
      DerivedFiles.ignoringFailure {
        try directory.mark(TruncationMark(segment: reader.open.first, length: end))
      }
      throw .outcomeUnknown(path: path, failure)
    }
    throw .storageFailed(doing: "appending to", path: path, failure)
  }
}

/// Reads a journal: everything up to the last whole append, in order, in constant memory.
///
/// Needs no write permission and makes no file. What it shows was on stable storage before: it
/// looks for the journal's end while no append is under way, and syncs the open segment itself
/// where whoever wrote it may not have come to it.
public struct JournalReader: ~Copyable, Sendable {
  public let directory: JournalDirectory
  public internal(set) var manifest: Manifest
  /// Segments behind which another one stands, in order.
  var closed: [Manifest.ClosedSegment]
  /// The last segment, up to the last whole append.
  var open: OpenSegment
  /// Bytes behind the last whole append, left by a writer that was cut off.
  public internal(set) var torn: TornTail?
  /// What stood in place of a suspect mark when the reader last looked for the end.
  var suspect = SuspectMark.none
  /// What the reader stops in front of; nil unless only the intact part was opened.
  public internal(set) var damage: Damage?
  /// The end of a former read: the next one often goes on there.
  var resume: Place?
  /// The end of a former read further back: whoever looks things up one after another, such as
  /// commands that are sent again, goes on there.
  var lookUp: Place?
  var index: JournalIndex
  /// The head at which the index is worth looking for (again).
  var indexSoughtFrom = Position.start
  /// Sections that an erasure has named and, cut off, not removed yet: they are read as erased.
  var hidden = PositionRanges()
  /// The last erasure among the events this reader has looked through to find the end: since it was
  /// opened, and in what it looked through then.
  public internal(set) var lastErasure: Position?

  /// The segment that appends go to.
  struct OpenSegment: Sendable {
    var first: Position
    var file: any StoredFile
    /// Where the last whole append ends, in bytes.
    var end = 0
    /// The position that the next record gets.
    var next: Position
    var lastTime: Timestamp
    /// What this reader has seen on stable storage, in bytes.
    var synced = -1
    /// Why a sync failed. Another one would prove nothing: the system may have forgotten the bytes
    /// that it could not write.
    var failedSync: SystemError?
    /// Whether the file's name is known to be on stable storage, which matters to writers only.
    var hasDurableName = false
  }

  struct Place: Sendable {
    /// What the next record has to be.
    var sequence: RecordSequence
    var segment: Position
    var offset: Int
  }

  init(_ directory: JournalDirectory, _ manifest: Manifest, _ open: OpenSegment) {
    self.directory = directory
    self.manifest = manifest
    self.open = open
    closed = manifest.closed
    index = JournalIndex(directory, manifest)
  }

  /// The lock as a reader takes it; nil where there is none to take, since nobody has written here.
  static func lock(of directory: JournalDirectory) throws(JournalError) -> JournalLock? {
    do throws(SystemError) { return try JournalLock(directory, for: .reading) } catch {
      if error == .noSuchFile || error == .notPermitted { return nil }
      throw .storageFailed(doing: "opening", path: directory.lockPath, error)
    }
  }

  /// The position of the last event; zero when there is none.
  public var head: Position { Position(open.next.rawValue - 1) }

  /// The time of the last event.
  public var lastTime: Timestamp? { head == .start ? nil : open.lastTime }

  /// The number of segments.
  public var segmentCount: Int { closed.count + 1 }

  /// The length of all segments, in bytes.
  public func byteCount() throws(JournalError) -> Int {
    var total = open.end
    for segment in closed {
      let file = try directory.openSegment(segment.first, for: .reading)
      total += try directory.attempt("reading", directory.segmentPath(segment.first)) {
        () throws(SystemError) in try file.size()
      }
    }
    return total
  }

  /// Takes in what was appended since. O(length of what is new); two system calls and no lock where
  /// nothing was.
  ///
  /// - Throws: `.busy`; `.damaged` and `.replaced`, which are for ever; `.storageFailed`, which is
  ///   for as long as the reader is open where a sync has failed.
  public mutating func refresh(wait: Int = 10_000) throws(JournalError) {
    try requireWhole()
    guard try mayHaveNews() else { return }
    try extendLocked(wait)
    try hideUnfinishedErasure()
  }

  private mutating func extendLocked(_ wait: Int) throws(JournalError) {
    let lock = try Self.lock(of: directory)
    try lock?.acquire(.shared, until: JournalLock.deadline(after: wait))
    defer { lock?.release() }
    try extend(for: .reading)
    try syncOpenSegment()
  }

  /// Makes what was seen durable, whoever wrote it. Free where it is.
  mutating func syncOpenSegment() throws(JournalError) {
    guard open.synced != open.end else { return }
    let path = directory.segmentPath(open.first)
    do throws(SystemError) {
      if let failure = open.failedSync { throw failure }
      try open.file.sync()
    } catch {
      open.failedSync = error
      throw .storageFailed(doing: "syncing", path: path, error)
    }
    open.synced = open.end
  }
}

// MARK: - Finding the end

extension JournalReader {
  /// The open segment was closed and `file` begins the next.
  mutating func rolled(to file: any StoredFile) {
    closed.append(.init(first: open.first, last: head))
    open = OpenSegment(first: open.next, file: file, next: open.next, lastTime: open.lastTime)
  }
}

extension JournalReader {
  /// Reads on to the end of the last segment. Called while nobody can append.
  mutating func extend(for purpose: OpenPurpose) throws(JournalError) {
    if head == .start { try requireSameJournal() }
    while true {
      let isNamed = try extendOpenSegment()
      guard open.next > open.first, try directory.hasSegment(open.next) else {
        // A closed segment may be replaced, when something is erased from it; the last one never.
        guard isNamed else { throw .replaced(path: directory.path) }
        return
      }
      if let torn {
        throw .damaged(
          Damage(
            path: directory.segmentPath(open.first), position: open.next, offset: torn.offset,
            reason: .truncated))
      }
      rolled(to: try directory.openSegment(open.next, for: purpose))
    }
  }

  /// An empty journal may be replaced by the records of another one: its manifest goes first.
  private func requireSameJournal() throws(JournalError) {
    let found: Manifest
    do throws(JournalError) { found = try directory.manifest() } catch {
      if case .missing(let path) = error { throw .replaced(path: path) }
      throw error
    }
    guard found.journal == manifest.journal else { throw .replaced(path: directory.path) }
  }

  /// - Returns: whether the segment's file still has a name.
  private mutating func extendOpenSegment() throws(JournalError) -> Bool {
    let file = open.file
    let status = try openSegmentStatus()
    var size = status.size
    suspect = try directory.suspectMark()
    if case .set(let suspect) = suspect, suspect.segment == open.first {
      size = min(size, suspect.length)
    }
    torn = nil
    guard size != open.end else { return status.isNamed }
    let path = directory.segmentPath(open.first)
    guard size > open.end else {
      throw .damaged(Damage(path: path, position: open.next, offset: size, reason: .truncated))
    }
    let damage = try directory.attempt("reading", path) { () throws(SystemError) in
      try scan(file, to: size)
    }
    if let damage { throw .damaged(damage) }
    return status.isNamed
  }

  /// Reads records up to `size` and moves the end behind every whole append. What is left is a torn
  /// tail, or the damage that is returned.
  private mutating func scan(_ file: any StoredFile, to size: Int) throws(SystemError) -> Damage? {
    var records = SegmentReader(
      file, journal: manifest.journal, from: open.end, to: size, expecting: open.next,
      notBefore: open.lastTime)
    var erasure: Position?
    while true {
      switch try records.next() {
      case .record:
        if records.view.isErasure { erasure = records.view.position }
        guard records.endsWithAppend else { continue }
        if let erasure { lastErasure = erasure }
        open.end = records.nextOffset
        open.next = records.expected
        open.lastTime = records.time
      case .end:
        if open.end < size { torn = TornTail(offset: open.end, bytes: size - open.end) }
        return nil
      case .wrong(let reason):
        let isFollowed = try TornTail.isFollowed(
          in: file, from: records.nextOffset, to: size, journal: manifest.journal,
          syncedFrom: open.next)
        if records.looksTorn && !isFollowed {
          torn = TornTail(offset: open.end, bytes: size - open.end)
          return nil
        }
        return Damage(
          path: directory.segmentPath(open.first), position: records.expected,
          offset: records.offset, reason: reason)
      }
    }
  }
}

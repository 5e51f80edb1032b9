/// Reads a journal: everything up to the last complete append, in order, in constant memory.
///
/// Every record it returns is on stable storage. The reader looks for the journal's end while no
/// append is in progress. If a killed writer left bytes that are not proved to be stored, the
/// reader writes them again, syncs them and notes that in `journal.synced`. Apart from that it
/// needs no write permission, and creates no files but derived ones: snapshots and the index.
/// Without the permission, `unproved` has the events that may not survive a power failure.
public struct JournalReader: ~Copyable, Sendable {
  /// The journal's folder.
  package let directory: JournalDirectory
  package internal(set) var manifest: Manifest
  /// The segments that are followed by another one, in order.
  var closed: [Manifest.ClosedSegment]
  /// The last segment, up to the last complete append.
  var open: OpenSegment
  /// The bytes after the last complete append, left by a killed writer.
  package internal(set) var torn: TornTail?
  /// The truncation mark (`journal.suspect`) at the reader's last search for the journal's end.
  var suspect = SuspectMark.none
  /// The damage at which the reader stops; nil unless only the intact part was opened.
  package internal(set) var damage: Damage?
  /// The places at which the next read may begin.
  var places = ReadPositions()
  var index: JournalIndex
  /// The index of the events that the index files do not cover; nil before the first look-up of
  /// them.
  var tail: TailIndex?
  /// Events that are not proved to be on stable storage, if this process may not write to the
  /// journal; nil otherwise.
  package internal(set) var unproved: ClosedRange<Position>?
  /// `journal.synced`, once this reader has written to it.
  var syncedFile: (any StoredFile)?
  /// Sections that an interrupted erasure has named but not yet removed: they are read as erased.
  var hidden = PositionRanges()
  /// The event that counts as the last one while ``asOf(_:_:)`` runs; nil otherwise.
  private var readLimit: (position: Position, time: Timestamp?)?
  /// The position at which damage has stopped a read, until ``renewCopy(after:)`` takes it.
  var stoppedAt: Position?
  /// The last erasure among the events scanned so far. It moves records that the index names.
  package internal(set) var lastErasure: Position? {
    didSet { if lastErasure != oldValue { index.forget() } }
  }

  /// How the open segment is opened: a writer's reader may reach the next one first.
  private let purpose: OpenPurpose

  /// The segment that appends go to.
  struct OpenSegment: Sendable {
    var first: Position
    var file: any StoredFile
    /// The offset at which the last complete append ends, in bytes.
    var end = 0
    /// The position that the next record gets.
    var next: Position
    var lastTime: Timestamp
    /// The last event; nil if there is none, or if the one before the segment was not read.
    var lastID: EventID?
    /// The end of the part known to be on stable storage.
    var proved: ProvedEnd
    let identity: FileIdentity
    /// Whether the file's name is known to be on stable storage; only writers use this.
    var hasDurableName = false

    /// A segment of which nothing has been read.
    ///
    /// - Parameter last: the last event before the segment, if any.
    init(
      _ first: Position, _ file: any StoredFile, in directory: JournalDirectory,
      after last: LastRecord?
    ) throws(JournalError) {
      self.first = first
      self.file = file
      lastTime = last?.time ?? .earliest
      lastID = last?.id
      next = first
      proved = ProvedEnd(offset: 0, next: first)
      identity = try directory.attempt("looking at", directory.segmentPath(first)) {
        () throws(SystemError) in try file.status().identity
      }
    }
  }

  init(
    _ directory: JournalDirectory, _ manifest: Manifest, _ open: OpenSegment,
    for purpose: OpenPurpose
  ) {
    self.purpose = purpose
    self.directory = directory
    self.manifest = manifest
    self.open = open
    closed = manifest.closed
    index = JournalIndex(directory, manifest)
  }

  /// The position of the last event; zero if there is none.
  public var head: Position { readLimit?.position ?? Position(open.next.rawValue - 1) }

  /// The time of the last event.
  package var lastTime: Timestamp? { head == .start ? nil : readLimit?.time ?? open.lastTime }

  /// Runs `body` with the journal as it was after the event at `position`. `body` must not refresh
  /// the reader.
  package mutating func asOf<Result>(
    _ position: Position, _ body: (inout JournalReader) throws -> Result
  ) throws -> Result {
    readLimit = (position, try time(at: position))
    defer { readLimit = nil }
    return try body(&self)
  }

  /// The identity of the journal.
  public var journal: JournalID { manifest.journal }

  /// The time zone of the journal's days, fixed when the journal was created.
  public var timeZone: TimeZoneTable { manifest.timeZone }

  package var segmentCount: Int { closed.count + 1 }

  /// The length of all segments, in bytes.
  package func byteCount() throws(JournalError) -> Int {
    var total = open.end
    for segment in closed {
      let file = try directory.openSegment(segment.first, for: .reading)
      total += try directory.size(of: file, at: directory.segmentPath(segment.first))
    }
    return total
  }

  /// Catches up with later appends. O(length of the new part); two system calls and no lock if
  /// there are none. For a journal on a server, catches up with the server first.
  ///
  /// - Throws: `.busy`; `.damaged` and `.replaced`, which are permanent; `.storageFailed`, also if
  ///   bytes of a killed writer could not be synced, which the next call tries again; `.origin`.
  public mutating func refresh(wait: Int = 10_000) throws(JournalError) {
    try requireWhole()
    if let origin = directory.origin {
      return try follow(origin.refresh(wait: wait), wait: wait)
    }
    guard try mayHaveNews() else { return }
    try readNews(wait)
  }

  /// Catches up with an up-to-date copy, or opens it if this reader has another copy open.
  mutating func follow(_ copy: OriginCopy, wait: Int) throws(JournalError) {
    if copy.directory.path == directory.path {
      do throws(JournalError) {
        return try adoptEnd(of: copy) ? hideUnfinishedErasure() : readNews(wait)
      } catch {
        guard case .replaced = error else { throw error }
      }
    }
    var reopened = try JournalReader.openFiles(in: copy.directory, wait: wait)
    try reopened.requireContinuation(of: point)
    self = reopened
  }

  /// Takes over the end of the copy as this process knows it, without reading the copy.
  ///
  /// - Returns: false if the copy must be read, for example because another segment is open by now.
  private mutating func adoptEnd(of copy: OriginCopy) -> Bool {
    let end = copy.open
    guard torn == nil, end.identity == open.identity, end.next >= open.next,
      end.proved.offset == end.end
    else { return false }
    if let erasure = copy.lastErasure, erasure >= open.next { lastErasure = erasure }
    (open.end, open.next, open.proved) = (end.end, end.next, end.proved)
    (open.lastTime, open.lastID) = (end.lastTime, end.lastID)
    return true
  }

  /// Replaces the copy of a server's journal by a new one if a read has stopped at its damage.
  ///
  /// - Parameter error: of the read; thrown again if it has another reason, or for files.
  /// - Returns: the position at which the read has stopped.
  mutating func renewCopy(after error: JournalError) throws(JournalError) -> Position {
    guard let origin = directory.origin, let damaged = stoppedAt.take() else { throw error }
    let formerLimit = readLimit
    readLimit = nil
    defer { readLimit = formerLimit }
    // Another reader may have discarded the damaged copy already.
    if try directory.isInPlace() { origin.discardCopy() }
    try follow(origin.refresh(wait: 10_000), wait: 10_000)
    return damaged
  }

  private mutating func readNews(_ wait: Int) throws(JournalError) {
    try extendLocked(wait)
    try hideUnfinishedErasure()
  }

  private mutating func extendLocked(_ wait: Int) throws(JournalError) {
    let lock = try JournalLock(directory)
    try lock.acquire(.shared, until: SystemClock.deadline(after: wait))
    defer { lock.release() }
    try requireSameJournal()
    try extend()
    try proveOpenSegment()
  }
}

// MARK: - Finding the end

extension JournalReader {
  /// Notes that the open segment is closed and `file` is the next one.
  mutating func roll(to file: any StoredFile) throws(JournalError) {
    var next = try OpenSegment(open.next, file, in: directory, after: nil)
    (next.lastTime, next.lastID) = (open.lastTime, open.lastID)
    closed.append(.init(first: open.first, last: head))
    open = next
  }

  /// Reads on to the end of the last segment. Called while no process can append.
  mutating func extend() throws(JournalError) {
    while true {
      let isNamed = try extendOpenSegment()
      guard open.next > open.first, try directory.hasSegment(open.next) else {
        // An erasure may replace a closed segment, but never the last one.
        guard isNamed else { throw .replaced(path: directory.path) }
        return
      }
      if let torn {
        throw .damaged(
          Damage(
            path: directory.segmentPath(open.first), position: open.next, offset: torn.offset,
            reason: .truncated))
      }
      try roll(to: directory.openSegment(open.next, for: purpose))
    }
  }

  /// - Returns: whether the segment's file still has a name.
  private mutating func extendOpenSegment() throws(JournalError) -> Bool {
    let file = open.file
    let status = try openSegmentStatus()
    try status.requirePrivate(directory.segmentPath(open.first), for: purpose)
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

  /// Reads records up to `size` and moves the end past every complete append. The rest is a torn
  /// tail, or the damage returned.
  private mutating func scan(_ file: any StoredFile, to size: Int) throws(SystemError) -> Damage? {
    var records = SegmentReader(
      file, journal: manifest.journal, from: open.end, to: size, expecting: open.next,
      notBefore: open.lastTime)
    var erasure: Position?
    let mark = syncedMark
    while true {
      switch try records.next() {
      case .record:
        if records.view.isErasure { erasure = records.view.position }
        // A record with `synced` is the first of its write: all before it was stored by then.
        if records.view.synced != nil { open.proved = ProvedEnd(offset: open.end, next: open.next) }
        guard records.endsWithAppend else { continue }
        if let erasure { lastErasure = erasure }
        open.end = records.nextOffset
        open.next = records.expected
        open.lastTime = records.time
        open.lastID = records.view.id
        if mark == SyncedMark(segment: open.first, end: open.end) {
          open.proved = ProvedEnd(offset: open.end, next: open.next)
        }
      case .end:
        if open.end < size { torn = TornTail(offset: open.end, bytes: size - open.end) }
        return nil
      case .wrong(let reason):
        if records.looksTorn {
          var proofs = try StoredProofs(
            in: file, from: records.nextOffset, to: size, journal: manifest.journal)
          if !proofs.prove(open.next, from: records.nextOffset) {
            torn = TornTail(offset: open.end, bytes: size - open.end)
            return nil
          }
        }
        return Damage(
          path: directory.segmentPath(open.first), position: records.expected,
          offset: records.offset, reason: reason)
      }
    }
  }
}

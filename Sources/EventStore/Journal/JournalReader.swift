/// Reads a journal: everything up to the last whole append, in order, in constant memory.
///
/// Needs no write permission and makes no file. What it shows was on stable storage before: it
/// looks for the journal's end while no append is under way, and syncs the open segment itself
/// where whoever wrote it may not have come to it.
public struct JournalReader: ~Copyable {
  public let directory: JournalDirectory
  public internal(set) var manifest: Manifest
  /// Segments behind which another one stands, in order.
  var closed: [Manifest.ClosedSegment]
  /// The last segment, up to the last whole append.
  var open: OpenSegment
  /// Bytes behind the last whole append, left by a writer that was cut off.
  public internal(set) var torn: TornTail?
  /// The end of a former read: the next one often goes on there.
  var resume: Place?

  /// The segment that appends go to.
  struct OpenSegment {
    var first: Position
    var file: any StoredFile
    /// Where the last whole append ends, in bytes.
    var end = 0
    /// The position that the next record gets.
    var next: Position
    var lastTime: Timestamp
    /// What this reader has seen on stable storage, in bytes.
    var synced = -1
  }

  struct Place {
    var position: Position
    var segment: Position
    var offset: Int
    var time: Timestamp
  }

  /// Opens the journal and checks its manifest, the names and the ends of all segments, and the
  /// open segment whole. O(segments + length of the open one).
  ///
  /// - Parameters:
  ///   - wait: how long to wait for a writer to finish its batch, in milliseconds.
  public static func open(_ directory: JournalDirectory, wait: Int = 10_000)
    throws(JournalError) -> JournalReader
  {
    let manifest = try directory.manifest()
    let lock = try Self.lock(of: directory)
    try lock?.acquire(.shared, until: SystemClock.ticks() + UInt64(wait) * 1_000_000)
    defer { lock?.release() }
    var reader = try Self.openQuiet(directory, manifest: manifest, for: .reading)
    try reader.syncOpenSegment()
    return reader
  }

  /// Opens the journal while nobody can append.
  static func openQuiet(
    _ directory: JournalDirectory, manifest: Manifest, for purpose: OpenPurpose
  ) throws(JournalError) -> JournalReader {
    let firsts = try directory.segments()
    try Self.checkChain(firsts, manifest, directory)
    var lastTime = Timestamp.earliest
    for segment in manifest.closed {
      lastTime = try Self.checkEnd(of: segment, in: directory, manifest)
    }
    let first = manifest.firstOpen
    let file = try directory.openSegment(first, for: purpose)
    var reader = JournalReader(
      directory, manifest,
      OpenSegment(first: first, file: file, next: first, lastTime: lastTime))
    try reader.extend(for: purpose)
    return reader
  }

  private init(_ directory: JournalDirectory, _ manifest: Manifest, _ open: OpenSegment) {
    self.directory = directory
    self.manifest = manifest
    self.open = open
    closed = manifest.closed
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

  /// Takes in what was appended since. O(length of what is new).
  public mutating func refresh(wait: Int = 10_000) throws(JournalError) {
    let lock = try Self.lock(of: directory)
    try lock?.acquire(.shared, until: SystemClock.ticks() + UInt64(wait) * 1_000_000)
    defer { lock?.release() }
    try extend(for: .reading)
    try syncOpenSegment()
  }

  /// Makes what was seen durable, whoever wrote it. Free where it is.
  mutating func syncOpenSegment() throws(JournalError) {
    guard open.synced != open.end else { return }
    let file = open.file
    try directory.attempt("syncing", directory.segmentPath(open.first)) {
      () throws(SystemError) in try file.sync()
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
    open.synced = 0
  }
}

extension JournalReader {
  /// Reads on to the end of the last segment. Called while nobody can append.
  mutating func extend(for purpose: OpenPurpose) throws(JournalError) {
    while true {
      try extendOpenSegment()
      let path = directory.segmentPath(open.next)
      let isFollowed = try directory.attempt("looking for", path) { () throws(SystemError) in
        guard open.next > open.first else { return false }
        return try directory.files.exists(path)
      }
      guard isFollowed else { return }
      if let torn {
        throw .damaged(
          Damage(
            path: directory.segmentPath(open.first), position: open.next, offset: torn.offset,
            reason: .truncated))
      }
      rolled(to: try directory.openSegment(open.next, for: purpose))
      open.synced = -1
    }
  }

  private mutating func extendOpenSegment() throws(JournalError) {
    let path = directory.segmentPath(open.first)
    let file = open.file
    var size = try directory.attempt("reading", path) { () throws(SystemError) in try file.size() }
    if let suspect = try directory.suspect(), suspect.segment == open.first {
      size = min(size, suspect.length)
    }
    torn = nil
    guard size != open.end else { return }
    guard size > open.end else {
      throw .damaged(Damage(path: path, position: open.next, offset: size, reason: .truncated))
    }
    let damage = try directory.attempt("reading", path) { () throws(SystemError) in
      try scan(file, to: size)
    }
    if let damage { throw .damaged(damage) }
  }

  /// Reads records up to `size` and moves the end behind every whole append. What is left is a torn
  /// tail, or the damage that is returned.
  private mutating func scan(_ file: any StoredFile, to size: Int) throws(SystemError) -> Damage? {
    var records = SegmentReader(
      file, journal: manifest.journal, from: open.end, to: size, expecting: open.next,
      notBefore: open.lastTime)
    while true {
      switch try records.next() {
      case .record:
        guard records.endsWithAppend else { continue }
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

extension JournalReader {
  /// Opens the journal and checks its manifest, the names of all segments, and everything behind
  /// the verified point: the ends of the segments that were closed since, and the open one whole.
  /// O(segments + length behind the verified point); that is a megabyte or so where the index is
  /// kept up to date, and the open segment where there is none.
  ///
  /// - Parameters:
  ///   - wait: how long to wait for a writer to finish its batch, in milliseconds.
  public static func open(_ directory: JournalDirectory, wait: Int = 10_000)
    throws(JournalError) -> JournalReader
  {
    // Whether there is a journal at all comes before whether its lock can be had.
    try directory.requireJournal(wait: wait)
    let (directory, lock) = try directory.locked(.shared, wait: wait)
    defer { lock.release() }
    var reader = try Self.openQuiet(directory, manifest: directory.manifest(), for: .reading)
    try reader.proveOpenSegment()
    try reader.hideUnfinishedErasure()
    return reader
  }

  /// What opening looks through.
  enum Thoroughness {
    /// What lies behind the verified point.
    case whatIsNew
    /// The ends of all segments and the open one whole.
    case everything
  }

  /// Opens the journal while nobody can append.
  static func openQuiet(
    _ directory: JournalDirectory, manifest: Manifest, for purpose: OpenPurpose,
    checking thoroughness: Thoroughness = .whatIsNew
  ) throws(JournalError) -> JournalReader {
    let firsts = try directory.segments()
    try Self.checkChain(firsts, manifest, directory)
    var index = JournalIndex(directory, manifest)
    var verified: VerifiedPoint?
    if thoroughness == .whatIsNew {
      index.load()
      verified = try VerifiedPoint(index, in: directory, manifest)
    }
    var lastTime = verified?.time ?? .earliest
    for segment in manifest.closed where segment.last > verified?.last ?? .start {
      lastTime = try Self.checkEnd(of: segment, in: directory, manifest)
    }
    let first = manifest.firstOpen
    let file = try directory.openSegment(first, for: purpose)
    var open = try directory.attempt("looking at", directory.segmentPath(first)) {
      () throws(SystemError) in try OpenSegment(first: first, file: file, lastTime: lastTime)
    }
    if let verified, verified.segment == first {
      open.end = verified.end
      open.next = verified.last.next
      open.lastID = verified.id
      open.proved = Proved(offset: open.end, next: open.next)
    }
    var reader = JournalReader(directory, manifest, open)
    reader.index = index
    try reader.extend(for: purpose)
    if thoroughness == .whatIsNew { reader.indexWasLoaded() }
    try reader.checkNothingFollows(firsts)
    return reader
  }
}

/// How far a journal is known to have been read whole and to have been on stable storage: up to the
/// end of its index.
///
/// A point in front of the last one would do no harm, since what follows is read. So all that has
/// to be sure is that this record was recorded in this history, and stands where it did: its
/// line is the same byte for byte, its checksum holds the journal's id, and it ends an append.
struct VerifiedPoint {
  let last: Position
  let time: Timestamp
  let id: EventID
  /// The first position of the segment in which the record stands.
  let segment: Position
  /// Where the record ends in it, in bytes.
  let end: Int

  /// Nil where nothing is known; also where a writer could not take back what it had written, since
  /// then what is cut is told elsewhere.
  ///
  /// - Parameter index: loaded: the last records of its runs were found in their places.
  init?(
    _ index: JournalIndex, in directory: JournalDirectory, _ manifest: Manifest
  ) throws(JournalError) {
    guard let run = index.runs.last, try directory.suspect() == nil,
      let place = Derived.attempt({ try run.place(of: run.header.last) }),
      place.segment <= manifest.firstOpen
    else { return nil }
    var records = RandomAccessRecordReader(journal: manifest.journal)
    var found: (time: Timestamp, id: EventID)?
    Derived.attempt {
      let file = try directory.openSegment(place.segment, for: .reading)
      _ = try records.read(file, at: place.offset, length: place.length) { view in
        if view.position == place.position && view.index == view.count {
          found = (view.time, view.id)
        }
        return true
      }
    }
    guard let found else { return nil }
    last = place.position
    (time, id) = found
    segment = place.segment
    end = place.offset + place.length
  }
}

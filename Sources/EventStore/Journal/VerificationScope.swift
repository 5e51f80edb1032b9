/// A journal as of a moment when no process was appending.
///
/// The last segments are held open. Those before them are opened one by one when they are read,
/// since there may be more of them than files that a process may have open. No process writes to a
/// closed segment, but an erasure may have replaced it since. The new file is shorter, which is
/// detected.
struct VerificationScope {
  struct Segment {
    let first: Position
    /// The length of its file at that moment, in bytes.
    let length: Int
    /// The length of the part to be read, in bytes.
    var size: Int
    /// The open file, if it is held open. That of the last segment always is: the segment may have
    /// grown since, so its length cannot show whether an erasure has replaced it.
    let file: (any StoredFile)?
  }

  /// The number of segments held open. Only the last one is required. With a few more, an erasure
  /// from recent segments does not interrupt the reading.
  static let mostOpenSegments = 4

  let directory: JournalDirectory
  var manifest: Manifest
  var segments: [Segment] = []
  /// Files among the segments that are not segments.
  var foreignFiles: [String] = []
  /// The ranges of the runs of the index that existed at that moment.
  var indexRuns: [ClosedRange<Position>] = []
  /// The damage that opening detects.
  var damage: Damage?
  /// The damage of the truncation mark.
  var markDamage: Damage?
  /// Whether an erasure was interrupted.
  var isErasing = false
  /// The length of the open segment that was on stable storage.
  var synced: SyncedMark?
  /// Events that are left out: they are not proved to be on stable storage and this process may not
  /// write them again.
  var unproved: ClosedRange<Position>?

  /// Whether nothing was erased since. An erasure in progress has a mark; a finished one has
  /// shortened segments.
  func isCurrent() throws(JournalError) -> Bool {
    if try directory.hasErasureMark() { return false }
    for segment in segments {
      let path = directory.segmentPath(segment.first)
      let isSame = try directory.attempt("looking at", path) { () throws(SystemError) in
        let now = try directory.files.status(of: path)
        // A segment that is held open may have grown since, so identities are compared, not
        // lengths.
        if let file = segment.file { return try file.status().identity == now?.identity }
        return now?.size == segment.length
      }
      if !isSame { return false }
    }
    return true
  }

  var bytes: Int { segments.reduce(0) { $0 + $1.size } }

  /// The open file of a segment as of that moment.
  ///
  /// - Throws: `.erasedMeanwhile` if it was replaced by another; `.replaced` if it is missing.
  func file(of segment: Segment) throws(JournalError) -> any StoredFile {
    if let file = segment.file { return file }
    let path = directory.segmentPath(segment.first)
    let file: any StoredFile
    do throws(SystemError) { file = try directory.files.open(path, for: .reading) } catch {
      if error == .noSuchFile { throw .replaced(path: directory.path) }
      throw .storageFailed(doing: "opening", path: path, error)
    }
    guard try directory.size(of: file, at: path) == segment.length else {
      throw .erasedMeanwhile(path: directory.path)
    }
    return file
  }
}

extension JournalDirectory {
  /// Lends the journal as of one moment, and retries if personal data was erased before all of it
  /// was read.
  ///
  /// - Throws: `.erasedMeanwhile` if an erasure interrupted every attempt.
  func atOneMoment<Result>(
    wait: Int, _ body: (VerificationScope) throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    var tries = 1
    while true {
      do throws(JournalError) { return try body(try scope(wait: wait)) } catch {
        guard case .erasedMeanwhile = error, tries < 10 else { throw error }
        tries += 1
      }
    }
  }

  private func scope(wait: Int) throws(JournalError) -> VerificationScope {
    // A missing journal is reported before a busy lock.
    try requireJournal(wait: wait)
    _ = try manifest()
    let (directory, lock) = try locked(.shared, wait: wait)
    defer { lock.release() }
    return try directory.scope()
  }

  /// Called under the lock.
  private func scope() throws(JournalError) -> VerificationScope {
    var scope = VerificationScope(directory: self, manifest: try manifest())
    scope.synced = syncedMark(of: scope.manifest.journal)
    let proved = try proveOpenSegment(&scope.damage)
    scope.isErasing = try hasErasureMark()
    scope.indexRuns = DerivedFiles.ignoringFailure { try indexRuns() } ?? []
    let suspect = try readableSuspect(&scope.markDamage)
    let (firsts, foreign) = try segmentFiles()
    scope.foreignFiles = foreign
    for (number, first) in firsts.enumerated() {
      let path = segmentPath(first)
      let file = try openSegment(first, for: .reading)
      let length = try size(of: file, at: path)
      var size = length
      if first == firsts.last {
        // Only the open segment can have a truncation mark, since the mark is removed before
        // another segment begins.
        if let suspect, suspect.segment == first { size = min(size, suspect.length) }
        // Receipts and copies never cover events that may not survive a power failure.
        if let proved {
          size = min(size, proved.offset)
          scope.unproved = proved.positions
        }
      }
      let isHeld = number + VerificationScope.mostOpenSegments >= firsts.count
      scope.segments.append(
        .init(first: first, length: length, size: size, file: isHeld ? file : nil))
    }
    return scope
  }

  /// The truncation mark; nil if there is none or it cannot be read. Every complete append of the
  /// segment then counts, also one whose caller got `outcomeUnknown`.
  ///
  /// - Parameter found: gets the damage of the mark.
  private func readableSuspect(_ found: inout Damage?) throws(JournalError) -> TruncationMark? {
    do throws(JournalError) { return try suspect() } catch {
      guard case .damaged(let damage) = error else { throw error }
      found = damage
      return nil
    }
  }

  /// Makes the bytes that a killed writer left in the open segment durable. Damage is ignored,
  /// since the verification reports it.
  ///
  /// - Parameter found: gets the damage that keeps the journal from being opened.
  /// - Returns: nil on success. If this process may not write: the offset in bytes at which
  ///   unproved events begin, and their positions.
  private func proveOpenSegment(
    _ found: inout Damage?
  ) throws(JournalError) -> (offset: Int, positions: ClosedRange<Position>)? {
    do throws(JournalError) {
      var reader = try JournalReader.openWhileLocked(self, manifest: manifest(), for: .reading)
      try reader.proveOpenSegment()
      return reader.unproved.map { (reader.open.proved.offset, $0) }
    } catch {
      guard case .damaged(let damage) = error else { throw error }
      found = damage
      return nil
    }
  }
}

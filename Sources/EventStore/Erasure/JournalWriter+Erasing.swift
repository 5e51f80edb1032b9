/// A request to erase personal data: subjects, actor and reason.
public struct Erasure: Sendable {
  /// The subjects: every section that lists one of them is removed.
  package var subjects: [Tag]
  /// The actor that is recorded with the erasure.
  package var actor: String
  /// The reason, recorded for ever.
  package var reason: String?
  /// Whether to record an erasure for a subject without any data left.
  package var recordsEmpty: Bool

  static let command = "system.erase"

  /// Creates an erasure of the personal data of `subjects`.
  public init(
    of subjects: [Tag], actor: String, reason: String? = nil, recordsEmpty: Bool = false
  ) {
    self.subjects = subjects
    self.actor = actor
    self.reason = reason
    self.recordsEmpty = recordsEmpty
  }
}

/// The result of an erasure.
public struct ErasureOutcome: Sendable {
  /// The sections that were found and removed.
  package let search: ErasureSearch
  /// The events that record the erasure; empty if there was nothing to erase.
  public let events: [RecordLocation]
}

/// The progress of an erasure.
package enum ErasureProgress {
  /// A record was searched; its length in bytes.
  case searched(Int)
  /// The number of records rewritten so far, and that of all records of the affected segments.
  case rewritten(Int, of: Int)
}

extension JournalWriter {
  /// Removes the erasable sections of some subjects from the journal for good, and records that.
  ///
  /// The search begins before the lock is acquired; under the lock, usually only events recorded
  /// since are searched. No process can append until the segments with sections are rewritten. If
  /// the erasure is interrupted, it has either not happened, or the next writer finishes it and
  /// readers see it as finished. O(length) to search; O(length of the segments with sections) to
  /// write.
  ///
  /// - Parameter time: the time of the erasure; nil: the system's clock.
  /// - Throws: `.invalidEvent` for an actor that no command may have, or a time more than a day ahead
  ///   of the system's clock; `.keyUnavailable`; `.tooLarge` if there are more sections than one
  ///   append can name; `.erasureUnfinished` if it is recorded but could not be finished; and the
  ///   errors of `batch`. All state folded in the writer is invalid after an error.
  public mutating func erase(
    _ erasure: Erasure, at time: Timestamp? = nil
  ) throws(JournalError) -> ErasureOutcome {
    let now = SystemClock.now()
    if let time, time > now.latestAcceptable {
      throw .invalidEvent(reason: Timestamp.inFutureText(time))
    }
    guard erasure.actor.isIdentifier else {
      throw .invalidEvent(reason: "its actor is not 1 to 64 ASCII letters, digits, ., _ and -")
    }
    return try erase(erasure, at: time ?? now) { _ in }
  }

  /// Erases like ``erase(_:at:)``, and reports its progress.
  package mutating func erase(
    _ erasure: Erasure, at time: Timestamp, progress: (ErasureProgress) -> Void
  ) throws(JournalError) -> ErasureOutcome {
    let key = try key.get()
    try readRecorded()
    var search = ErasureSearch(erasure.subjects)
    let (isKnown, before) = (!mustReopen, reader.lastErasure)
    if isKnown { try search.catchUp(with: &reader) { progress(.searched($0.byteCount)) } }
    try begin()
    defer { abandon() }
    // Sections that another process has erased meanwhile must not be named twice.
    if !isKnown || reader.lastErasure != before { search = ErasureSearch(erasure.subjects) }
    try search.catchUp(with: &reader) { progress(.searched($0.byteCount)) }
    var events: [NewEvent] = []
    for (subject, positions) in zip(erasure.subjects, search.found)
    where erasure.recordsEmpty || !positions.isEmpty {
      events += SubjectErased.events(
        key.digest(ofErased: subject), positions, reason: erasure.reason)
    }
    guard !events.isEmpty else { return ErasureOutcome(search: search, events: []) }
    let cause = Cause(command: Erasure.command, actor: erasure.actor)
    if let origin {
      let places = try append(events, at: time, cause: cause)
      try commit(
        OriginBatch(lines: pending.json.bytes, erased: search.positions), to: origin)
      return ErasureOutcome(search: search, events: places)
    }
    if search.positions.overlaps(reader.open.first...Position(.max)) { try closeOpenSegment() }
    let isNeeded = !search.positions.isEmpty
    if isNeeded { try reader.directory.markErasure() }
    let places = try append(events, at: time, cause: cause)
    try write()
    reader.lastErasure = places.last?.position
    if isNeeded { try finishRecorded(search.positions, progress) }
    return ErasureOutcome(search: search, events: places)
  }

  private mutating func finishRecorded(
    _ positions: PositionRanges, _ progress: (ErasureProgress) -> Void
  ) throws(JournalError) {
    do throws(JournalError) {
      try removeSections(at: positions, progress)
    } catch {
      throw .erasureUnfinished(path: reader.directory.path, reason: "\(error)")
    }
  }

  /// Finishes an interrupted erasure of this or another writer. One system call if there is none.
  /// Called under the lock. After a failure, the next call starts from the beginning.
  mutating func finishErasure() throws(JournalError) {
    guard try reader.directory.hasErasureMark() else { return }
    let erased = try reader.erasedPositions()
    var left = PositionRanges()
    try reader.forEach { view in
      if erased.contains(view.position) && view.hasSection { left.append(view.position) }
      return true
    }
    // Imported records may hold an unfinished erasure and its sections in the same segment.
    if left.overlaps(reader.open.first...Position(.max)) { try closeOpenSegment() }
    try removeSections(at: left) { _ in }
  }

  private mutating func removeSections(
    at positions: PositionRanges, _ progress: (ErasureProgress) -> Void
  ) throws(JournalError) {
    let directory = reader.directory
    let affected = reader.closed.filter { positions.overlaps($0.first...$0.last) }
    let total = affected.reduce(0) { $0 + $1.last.rawValue - $1.first.rawValue + 1 }
    var done = 0
    progress(.rewritten(done, of: total))
    for segment in affected {
      var erasing = SegmentErasing(
        segment, of: manifest.journal, in: directory, without: positions)
      try erasing.run { progress(.rewritten(done + $0, of: total)) }
      done += segment.last.rawValue - segment.first.rawValue + 1
    }
    try directory.removeCopies()
    reader.index.forget()
    try directory.clearErasureMark()
  }
}

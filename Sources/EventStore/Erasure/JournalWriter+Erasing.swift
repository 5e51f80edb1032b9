/// What is to be erased, by whom and why.
public struct Erasure: Sendable {
  /// Whose data: every section that lists one of these among its subjects goes.
  public var subjects: [Tag]
  public var actor: String
  /// Recorded for ever.
  public var reason: String?
  /// Whether a subject of whom nothing is left is recorded as erased, too.
  public var recordsEmpty: Bool

  static let command = "system.erase"

  public init(
    of subjects: [Tag], actor: String, reason: String? = nil, recordsEmpty: Bool = false
  ) {
    self.subjects = subjects
    self.actor = actor
    self.reason = reason
    self.recordsEmpty = recordsEmpty
  }
}

/// What an erasure has done.
public struct ErasureOutcome: Sendable {
  /// What was found, and is gone.
  package let search: ErasureSearch
  /// The events that say so; none when there was nothing to erase.
  public let events: [RecordLocation]
}

extension JournalWriter {
  /// Removes the erasable sections of some subjects from the journal for good, and records that.
  ///
  /// Sections are looked for before the lock is taken and again, in what has come since, under it.
  /// From then on nobody can append until the segments that held them are written anew. Cut off
  /// anywhere, the erasure has either not happened or is finished by the next writer, and readers
  /// see it as finished. O(length) to search; O(length of the segments with sections) to write.
  ///
  /// - Throws: `.keyUnavailable`; `.tooLarge` when more is to be erased than one append can name;
  ///   `.erasureUnfinished` when it is recorded and could not be finished; and as `batch` does. All
  ///   state folded in the writer is void then.
  public mutating func erase(
    _ erasure: Erasure, at time: Timestamp
  ) throws(JournalError) -> ErasureOutcome {
    let key = try key.get()
    var search = ErasureSearch(erasure.subjects)
    let (isKnown, before) = (!mustReopen, reader.lastErasure)
    if isKnown { try search.catchUp(with: &reader) }
    try begin()
    defer { abandon() }
    // What somebody else has erased meanwhile is not to be named twice.
    if !isKnown || reader.lastErasure != before { search = ErasureSearch(erasure.subjects) }
    try search.catchUp(with: &reader)
    var events: [NewEvent] = []
    for (subject, positions) in zip(erasure.subjects, search.found)
    where erasure.recordsEmpty || !positions.isEmpty {
      events += SubjectErased.events(
        key.digest(ofErased: subject), positions, reason: erasure.reason)
    }
    guard !events.isEmpty else { return ErasureOutcome(search: search, events: []) }
    if search.positions.overlaps(reader.open.first...Position(.max)) { try closeOpenSegment() }
    let isNeeded = !search.positions.isEmpty
    if isNeeded { try reader.directory.markErasure() }
    let places = try append(
      events, at: time, cause: Cause(command: Erasure.command, actor: erasure.actor))
    try write()
    reader.lastErasure = places.last?.position
    if isNeeded { try finishRecorded(search.positions) }
    return ErasureOutcome(search: search, events: places)
  }

  private mutating func finishRecorded(_ positions: PositionRanges) throws(JournalError) {
    do throws(JournalError) {
      try removeSections(at: positions)
    } catch {
      throw .erasureUnfinished(path: reader.directory.path, reason: "\(error)")
    }
  }

  /// Finishes the erasure that another writer, or this one, was cut off in. One system call where
  /// there was none. Called under the lock, and again after each failure: it begins anew.
  mutating func finishErasure() throws(JournalError) {
    guard try reader.directory.hasErasureMark() else { return }
    let erased = try reader.erasedPositions()
    var left = PositionRanges()
    try reader.forEach { view in
      if erased.contains(view.position) && view.hasSection { left.append(view.position) }
      return true
    }
    // Imported records may hold an unfinished erasure in one and the same segment.
    if left.overlaps(reader.open.first...Position(.max)) { try closeOpenSegment() }
    try removeSections(at: left)
  }

  private mutating func removeSections(at positions: PositionRanges) throws(JournalError) {
    let directory = reader.directory
    for segment in reader.closed where positions.overlaps(segment.first...segment.last) {
      var erasing = SegmentErasing(
        segment, of: manifest.journal, in: directory, without: positions)
      try erasing.run()
    }
    try directory.removeCopies()
    try directory.clearErasureMark()
  }
}

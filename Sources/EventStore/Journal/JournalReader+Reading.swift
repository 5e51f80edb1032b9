extension JournalReader {
  /// Visits the events after `position` that match `query`, oldest first.
  ///
  /// As far as the index pays off, only the records that may match are read and checked. The rest
  /// is read in order, and every record is checked, also those that do not match: O(length read).
  ///
  /// - Parameter body: borrows each record; false ends the reading.
  public mutating func forEach(
    _ query: Query = .everything, after position: Position = .start, through last: Position? = nil,
    _ body: (RecordView) throws(JournalError) -> Bool
  ) throws(JournalError) {
    let position = max(position, .start)
    let last = min(last ?? head, head)
    guard position < last else { return }
    stoppedAt = nil
    do throws(JournalError) {
      try visit(query, after: position, through: last, body)
    } catch {
      let next = try renewCopy(after: error)
      try visit(query, after: Position(next.rawValue - 1), through: last, body)
    }
  }

  /// Whether an event after `position` matches `query`; see ``forEach(_:after:through:_:)``.
  package mutating func hasEvent(
    matching query: Query, after position: Position = .start
  ) throws(JournalError) -> Bool {
    var isFound = false
    try forEach(query, after: position) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  private mutating func visit(
    _ query: Query, after position: Position, through last: Position,
    _ body: (RecordView) throws(JournalError) -> Bool
  ) throws(JournalError) {
    let filter = RecordFilter(query)
    guard
      let position = try forEachIndexed(query, filter, after: position, through: last, body),
      position < last
    else { return }
    for segment in segments where segment.last > position && segment.first <= last {
      let goesOn = try read(segment, after: position, through: last) {
        (view, _) throws(JournalError) in
        guard view.position > position, filter.matches(view) else { return true }
        return try body(view)
      }
      if !goesOn { return }
    }
  }

  /// Visits the events after `position` up to `last`, each with the first position of its segment
  /// and its offset in it.
  ///
  /// - Parameter body: false ends the reading.
  mutating func forEachPlace(
    after position: Position, through last: Position? = nil,
    _ body: (RecordView, Position, Int) -> Bool
  ) throws(JournalError) {
    let last = last ?? head
    for segment in segments where segment.last > position && segment.first <= last {
      let goesOn = try read(segment, after: position, through: last) {
        (view, offset) throws(JournalError) in
        view.position <= position || body(view, segment.first, offset)
      }
      if !goesOn { return }
    }
  }

  /// Visits the events after `position` that match `query`, newest first. Holds the matches of one
  /// segment at a time.
  package mutating func forEachBackwards(
    _ query: Query = .everything, after position: Position = .start,
    _ body: (StoredEvent) throws(JournalError) -> Bool
  ) throws(JournalError) {
    let position = max(position, .start)
    var last = head
    stoppedAt = nil
    do throws(JournalError) {
      try visitBackwards(query, after: position, through: &last, body)
    } catch {
      _ = try renewCopy(after: error)
      try visitBackwards(query, after: position, through: &last, body)
    }
  }

  /// - Parameter last: the position at which to begin; after an error, the one to continue from.
  private mutating func visitBackwards(
    _ query: Query, after position: Position, through last: inout Position,
    _ body: (StoredEvent) throws(JournalError) -> Bool
  ) throws(JournalError) {
    let filter = RecordFilter(query)
    for segment in segments.reversed() where segment.last > position && segment.first <= last {
      var events: [StoredEvent] = []
      _ = try read(segment, after: position, through: last) { (view, _) throws(JournalError) in
        if view.position > position && filter.matches(view) { events.append(StoredEvent(view)) }
        return true
      }
      for event in events.reversed() where try !body(event) { return }
      last = Position(segment.first.rawValue - 1)
    }
  }

  /// The position of the last event that is not later than `time`; `.start` if all are later. Reads
  /// the ends of O(log segments) segments and at most one whole segment.
  public mutating func position(asOf time: Timestamp) throws(JournalError) -> Position {
    guard let lastTime, time < lastTime else { return head }
    let segments = segments
    // The last segment ends later than `time`.
    let index = try segments.dropLast().partitioningIndex { (segment) throws(JournalError) in
      try Self.checkEnd(of: segment, in: directory, manifest).time > time
    }
    var found = Position(segments[index].first.rawValue - 1)
    try forEach(after: found) { (view) throws(JournalError) in
      guard view.time <= time else { return false }
      found = view.position
      return true
    }
    return found
  }

  /// The event at `position`; nil if there is none.
  package mutating func event(at position: Position) throws(JournalError) -> StoredEvent? {
    try withEvent(at: position) { StoredEvent($0) }
  }

  /// The time of the event at `position`; nil if there is none.
  public mutating func time(at position: Position) throws(JournalError) -> Timestamp? {
    try withEvent(at: position) { $0.time }
  }

  /// The place after the last record that the index covers.
  private var indexEnd: ReadPosition? {
    guard let run = index.runs.last, let range = run.segmentRanges.last else { return nil }
    return ReadPosition(
      sequence: RecordSequence(expecting: run.header.last.next, notBefore: run.header.lastTime),
      segment: range.segment, offset: range.end)
  }

  /// The closed segments and the readable part of the open one.
  private var segments: [Manifest.ClosedSegment] {
    let last = Position(open.next.rawValue - 1)
    return last >= open.first ? closed + [.init(first: open.first, last: last)] : closed
  }

  /// Reads the records of a segment up to `last`. Reading may begin before `position`, at a known
  /// place.
  ///
  /// - Returns: whether to continue after the segment.
  private mutating func read(
    _ segment: Manifest.ClosedSegment, after position: Position, through last: Position,
    _ body: (RecordView, Int) throws(JournalError) -> Bool
  ) throws(JournalError) -> Bool {
    let isOpen = segment.first == open.first
    let path = directory.segmentPath(segment.first)
    let file: any StoredFile
    do throws(JournalError) {
      file = isOpen ? open.file : try directory.openSegment(segment.first, for: .reading)
    } catch {
      stoppedAt = max(segment.first, position.next)
      throw error
    }
    let end = isOpen ? open.end : try directory.size(of: file, at: path)
    let start = places.start(in: segment.first, before: position.next, or: indexEnd)
    var records = SegmentReader(
      file, journal: manifest.journal, from: start.offset, to: end, following: start.sequence)
    var stop: ReadPosition?
    // The known place may be wrong: an erasure may have replaced a closed segment since, with the
    // same records at other offsets, or the index may be wrong.
    var mayBeStale = start.offset > 0
    defer { places.note(records.place(in: segment.first), stop) }
    while records.expected <= min(segment.last, last) {
      let step = try records.next(of: path)
      if case .record = step {
        mayBeStale = false
      } else if mayBeStale {
        mayBeStale = false
        records = SegmentReader(
          file, journal: manifest.journal, from: 0, to: end, expecting: segment.first,
          notBefore: .earliest)
        continue
      }
      switch step {
      case .record:
        if !hidden.isEmpty && hidden.contains(records.view.position) {
          records.hideSection(of: manifest.journal)
        }
        if try body(records.view, records.offset) { continue }
        stop = records.placeBefore(in: segment.first)
        return false
      case .end:
        throw damageError(path, records.expected, at: end, .truncated, after: position)
      case .wrong(let reason):
        throw damageError(path, records.expected, at: records.offset, reason, after: position)
      }
    }
    if records.expected > segment.last && records.endOfLast < end {
      throw damageError(
        path, records.expected, at: records.endOfLast,
        .malformed(
          "the segment continues after its last record",
          ru: "сегмент продолжается после своей последней записи"), after: position)
    }
    return true
  }

  /// The error of damage. Notes where the read after `position` stops, for ``renewCopy(after:)``.
  private mutating func damageError(
    _ path: String, _ expected: Position, at offset: Int, _ reason: Damage.Reason,
    after position: Position
  ) -> JournalError {
    stoppedAt = max(expected, position.next)
    return .damaged(Damage(path: path, position: expected, offset: offset, reason: reason))
  }
}

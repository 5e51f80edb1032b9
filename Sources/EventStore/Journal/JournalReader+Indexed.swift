/// Reading by the index: reads only the records that a query may match, and checks that each has
/// the position that was looked up. If the index and the journal disagree, the journal is read in
/// order.
extension JournalReader {
  /// Lends the events that `query` matches, as far as the index goes.
  ///
  /// - Returns: the last position covered; nil if `body` ended the reading.
  mutating func forEachIndexed(
    _ query: Query, _ filter: RecordFilter, after position: Position, through last: Position,
    _ body: (RecordView) throws(JournalError) -> Bool
  ) throws(JournalError) -> Position? {
    guard !query.items.isEmpty else { return position }
    index.load(for: head)
    func match(_ view: RecordView) throws(JournalError) -> Bool {
      filter.matches(view) ? try body(view) : true
    }
    var done = position
    if index.last > position {
      guard let matches = lookUp({ try $0.matches(query, after: position, through: last) })
      else { return position }
      guard let covered = try lend(matches, after: position, match) else { return nil }
      if covered < matches.last { return covered }
      done = covered
    }
    guard query.items.allSatisfy({ !$0.tags.isEmpty }),
      let matches = lookUpInTail(after: done, through: last, { $0.matches(query) })
    else { return done }
    return try lend(matches, after: done, match)
  }

  /// The first event that a command of this id has recorded; nil if there is none. Looked up in the
  /// index as far as it goes, and by reading after that.
  package mutating func first(ofCommand id: String) throws(JournalError) -> Position? {
    index.load(for: head)
    let utf8ID = Array(id.utf8)
    var found: Position?
    func look(_ view: RecordView) -> Bool {
      if view.hasCommandID(utf8ID) { found = view.position }
      return found == nil
    }
    var start = Position.start
    if index.last > start, let matches = lookUp({ try $0.matches(of: .command(id)) }) {
      start = try lend(matches, after: start) { look($0) } ?? start
    }
    if found == nil,
      let matches = lookUpInTail(after: start, through: head, { $0.matches(commandID: id) })
    {
      start = try lend(matches, after: start) { look($0) } ?? start
    }
    if found == nil { try forEach(after: start) { look($0) } }
    return found
  }

  /// The last position that the index files cover.
  package var indexedHead: Position {
    mutating get {
      index.load(for: head)
      return index.last
    }
  }

  /// The position of the first event up to `last` that has this id; nil if there is none. Uses the
  /// index as far as it goes, then reads.
  mutating func first(
    ofEvent id: EventID, through last: Position
  ) throws(JournalError) -> Position? {
    var found: Position?
    func look(_ view: RecordView) -> Bool {
      if view.id == id { found = view.position }
      return found == nil
    }
    var start = Position.start
    if indexedHead > start, let matches = lookUp({ try $0.matches(of: .event(id)) }) {
      start = try lend(matches, after: start) { look($0) } ?? start
    }
    if found == nil, start < last { try forEach(after: start, through: last) { look($0) } }
    return found.flatMap { $0 <= last ? $0 : nil }
  }

  /// The result of `body` for the event at `position`, which is looked up in the index if it is
  /// covered; nil if there is none.
  mutating func withEvent<Value>(
    at position: Position, _ body: (RecordView) -> Value
  ) throws(JournalError) -> Value? {
    guard position > .start, position <= head else { return nil }
    var value: Value?
    func visit(_ view: RecordView) -> Bool {
      value = body(view)
      return false
    }
    let before = Position(position.rawValue - 1)
    index.load(for: head)
    let matches =
      index.last >= position
      ? lookUp { try $0.matches(at: position) }
      : lookUpInTail(after: before, through: position) { $0.matches(at: position) }
    if let matches, try lend(matches, after: before, visit) == nil { return value }
    try forEach(after: before, through: position, visit)
    return value
  }

  private mutating func lookUp(
    _ look: (JournalIndex) throws -> JournalIndex.Matches?
  ) -> JournalIndex.Matches? {
    do { return try look(index) } catch {
      index.distrust()
      return nil
    }
  }

  /// Stops using the index that gave a wrong place. An index in memory is only dropped, and rebuilt
  /// by later look-ups, since an erasure may just have replaced a segment.
  private mutating func distrust(_ matches: JournalIndex.Matches) {
    if matches.isFromTail { tail = nil } else { index.distrust() }
  }

  /// Lends the records at the places that were looked up.
  ///
  /// - Returns: the last position covered; less than that of the look-up if a place was wrong; nil
  ///   if `body` ended the reading.
  private mutating func lend(
    _ matches: JournalIndex.Matches, after position: Position,
    _ body: (RecordView) throws(JournalError) -> Bool
  ) throws(JournalError) -> Position? {
    var done = position
    var records = RandomAccessRecordReader(journal: manifest.journal)
    var segment = Position.start
    var file = open.file
    let (hidden, seed) = (hidden, manifest.journal.checksumSeed)
    for place in matches.places {
      if place.segment != segment {
        guard hasSegment(place.segment) else {
          distrust(matches)
          return done
        }
        segment = place.segment
        do throws(JournalError) {
          file =
            segment == open.first
            ? open.file : try directory.openSegment(segment, for: .reading)
        } catch {
          // A missing segment is reported by reading in order, too, which may renew a copy.
          guard case .damaged = error else { throw error }
          distrust(matches)
          return done
        }
      }
      let goesOn = try records.read(
        file, path: directory.segmentPath(place.segment), at: place.offset, length: place.length
      ) { view throws(JournalError) in
        guard view.position == place.position else { return nil }
        var view = view
        if hidden.contains(view.position) { view.hiddenSectionSeed = seed }
        return try body(view)
      }
      guard let goesOn else {
        // Reading the segment in order reports damage. A failed look-up only shows that the index
        // is wrong.
        distrust(matches)
        return done
      }
      guard goesOn else { return nil }
      done = place.position
    }
    return matches.last
  }

  /// Whether a segment of the journal begins at this position. O(log segments).
  private func hasSegment(_ first: Position) -> Bool {
    if first == open.first { return true }
    let index = closed.partitioningIndex { $0.first >= first }
    return index < closed.count && closed[index].first == first
  }

  /// The length of the part of the journal that the index does not cover, in bytes. An estimate:
  /// each closed segment counts as `segmentBytes` of the manifest.
  var unindexedBytes: Int {
    let last = index.last
    let later = closed.reversed().prefix { $0.last > last }
    let begun = later.last?.first ?? open.first
    let range = index.runs.last?.segmentRanges.last
    let indexed = range?.segment == begun ? range?.end ?? 0 : 0
    return max(0, later.count * manifest.segmentBytes + open.end - indexed)
  }
}

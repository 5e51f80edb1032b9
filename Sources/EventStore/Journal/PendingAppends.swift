/// The position, id and time of an event that is recorded, or will be once its batch is written.
public struct RecordLocation: Hashable, Sendable {
  /// The position of the event.
  public let position: Position
  /// The id of the event.
  public let id: EventID
  /// The time of the event.
  public let time: Timestamp
}

/// The appends of a batch before they are written.
package struct PendingAppends: ~Copyable {
  /// The encoded records.
  package private(set) var json = JSONWriter()
  /// The position and the time of the last event; nil if there is none.
  package private(set) var last: Position?
  package private(set) var lastTime: Timestamp?
  private(set) var lastID: EventID?
  /// The types and tags that conditions are checked against. They are read from the records at the
  /// first condition, since most batches have no condition.
  private var facts: [Fact] = []
  /// The end of the records covered by `facts`, in bytes.
  private var factsEnd = 0

  private struct Fact {
    let position: Position
    let type: EventType
    let tags: [Tag]
  }

  package init() {}

  package mutating func clear() {
    if json.bytes.count > 4 * Limits.batchBytes { json = JSONWriter() }
    json.bytes.removeAll(keepingCapacity: true)
    facts.removeAll(keepingCapacity: true)
    factsEnd = 0
    last = nil
    lastTime = nil
    lastID = nil
  }

  /// Whether `query` matches an event after `position`.
  package mutating func contains(
    _ query: Query, after position: Position, of journal: JournalID
  ) -> Bool {
    readFacts(of: journal)
    // Positions are consecutive, so those after `position` are a suffix.
    let seen = facts.first.map { max(position, .start).rawValue - $0.position.rawValue + 1 } ?? 0
    let unseen = facts.dropFirst(max(0, seen))
    if query.items.count <= QueryMatcher.linearSearchLimit {
      return unseen.contains { query.matches($0.type, $0.tags) }
    }
    if unseen.isEmpty { return false }
    let matcher = QueryMatcher(query)
    return unseen.contains { matcher.matches($0.type, $0.tags) }
  }

  private mutating func readFacts(of journal: JournalID) {
    var records = SingleRecordDecoder(journal: journal)
    records.forEach(written: json.bytes[factsEnd...]) { _, view in
      let tags = StoredEvent(view).allTags
      facts.append(Fact(position: view.position, type: view.type, tags: tags))
    }
    factsEnd = json.bytes.count
  }

  /// Appends the events, or none of them if one is too large.
  ///
  /// - Parameters:
  ///   - head: the last position on stable storage.
  ///   - time: of events that have none of their own.
  ///   - earliest: the time of the last event, to which earlier times are raised.
  package mutating func append(
    _ events: [NewEvent], after head: Position, at time: Timestamp, notBefore earliest: Timestamp?,
    cause: Cause?, with records: inout RecordWriter
  ) throws(JournalError) -> [RecordLocation] {
    let start = json.bytes.count
    let synced = last == nil ? head : nil
    var position = last ?? head
    var latest = earliest ?? .earliest
    var places: [RecordLocation] = []
    places.reserveCapacity(events.count)
    // By index, here and in every hot loop: a loop over elements would retain the parts of each.
    for index in events.indices {
      position = position.next
      latest = max(latest, events[index].time ?? time)
      let before = json.bytes.count
      let id = records.append(
        events[index],
        RecordWriter.Placement(
          position: position, time: latest, index: index + 1, count: events.count,
          synced: index == 0 ? synced : nil),
        cause: cause, to: &json)
      places.append(RecordLocation(position: position, id: id, time: latest))
      if let excess = excess(from: start, record: before) {
        json.bytes.removeLast(json.bytes.count - start)
        throw excess
      }
    }
    guard let last = places.last else { return [] }
    self.last = last.position
    lastTime = latest
    lastID = last.id
    return places
  }

  /// Adds recorded lines as they are.
  ///
  /// - Parameter line: the last of them.
  mutating func adopt(_ lines: ArraySlice<UInt8>, to line: AdoptedLine) {
    json.bytes += lines
    last = line.position
    lastTime = line.time
    lastID = line.id
  }

  private func excess(from start: Int, record: Int) -> JournalError? {
    if json.bytes.count - record > Limits.recordBytes {
      return .tooLarge(.recordBytes, limit: Limits.recordBytes)
    }
    if json.bytes.count > Limits.writeBytes {
      return .tooLarge(.batchBytes, limit: Limits.writeBytes)
    }
    if json.bytes.count - start > Limits.appendBytes {
      return .tooLarge(.appendBytes, limit: Limits.appendBytes)
    }
    return nil
  }
}

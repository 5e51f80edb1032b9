/// Where an event stands, or will stand once its batch is written.
public struct StoredPlace: Hashable, Sendable {
  public let position: Position
  public let id: EventID
  public let time: Timestamp
}

/// The appends of a batch before they are written.
struct PendingAppends: ~Copyable {
  /// Their records.
  var json = JSONWriter()
  /// The position and the time of the last one; nil while there is none.
  private(set) var last: Position?
  private(set) var lastTime: Timestamp?
  /// What conditions are checked against.
  private var appended: [Appended] = []

  private struct Appended {
    /// The position of the first of them.
    let first: Position
    let events: [NewEvent]
  }

  mutating func clear() {
    if json.bytes.count > 4 * Limits.batchBytes { json = JSONWriter() }
    json.bytes.removeAll(keepingCapacity: true)
    appended.removeAll(keepingCapacity: true)
    last = nil
    lastTime = nil
  }

  func contains(_ query: Query, after position: Position) -> Bool {
    appended.contains { append in
      let seen = position.rawValue - append.first.rawValue + 1
      return append.events.dropFirst(max(0, seen)).contains { event in
        let tags = event.erasable.map { event.tags + $0.tags } ?? event.tags
        return query.matches(event.type, tags)
      }
    }
  }

  /// - Parameters:
  ///   - head: the last position on stable storage.
  ///   - time: of events that have none of their own; not before that of the last event.
  mutating func append(
    _ events: [NewEvent], behind head: Position, at time: Timestamp, cause: Cause?,
    with records: inout RecordWriter
  ) throws(JournalError) -> [StoredPlace] {
    let start = json.bytes.count
    let synced = last == nil ? head : nil
    var position = last ?? head
    var time = time
    var places: [StoredPlace] = []
    places.reserveCapacity(events.count)
    for (index, event) in events.enumerated() {
      position = position.next
      if let own = event.time, own > time { time = own }
      let before = json.bytes.count
      let id = records.append(
        event,
        RecordWriter.Place(
          position: position, time: time, index: index + 1, count: events.count,
          synced: index == 0 ? synced : nil),
        cause: cause, to: &json)
      places.append(StoredPlace(position: position, id: id, time: time))
      if let excess = excess(from: start, record: before) {
        json.bytes.removeLast(json.bytes.count - start)
        throw excess
      }
    }
    guard let first = places.first, let last = places.last else { return [] }
    appended.append(Appended(first: first.position, events: events))
    self.last = last.position
    lastTime = time
    return places
  }

  private func excess(from start: Int, record: Int) -> JournalError? {
    if json.bytes.count - record > Limits.recordBytes {
      return .tooLarge(what: "the length of a record in bytes", limit: Limits.recordBytes)
    }
    if json.bytes.count - start > Limits.appendBytes {
      return .tooLarge(what: "the length of an append in bytes", limit: Limits.appendBytes)
    }
    return nil
  }
}

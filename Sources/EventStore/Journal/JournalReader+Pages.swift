/// A page of recorded events.
public struct ReadResult: Hashable, Sendable {
  /// The selected events, in the order of the request.
  public var events: [StoredEvent]
  /// The journal's last position. If as many events were returned as the limit allows, the position
  /// of the last of them; nil for a limit of zero.
  public var head: Position?
}

extension JournalReader {
  /// The events after `position` that `query` matches, all in memory.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of events; nil for all.
  ///   - backwards: whether the newest events come first. Only events after `position` are read in
  ///     either case.
  public mutating func read(
    _ query: Query = .everything, after position: Position = .start, limit: Int? = nil,
    backwards: Bool = false
  ) throws(JournalError) -> ReadResult {
    let limit = limit.map { max(0, $0) } ?? .max
    // Reading may renew the copy of a server's journal, which then has later events.
    let head = head
    var events: [StoredEvent] = []
    if limit > 0 && backwards {
      try forEachBackwards(query, after: position) { event in
        events.append(event)
        return events.count < limit
      }
    } else if limit > 0 {
      try forEach(query, after: position) { view in
        events.append(StoredEvent(view))
        return events.count < limit
      }
    }
    return ReadResult(events: events, head: events.count == limit ? events.last?.position : head)
  }
}

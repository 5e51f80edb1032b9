import Synchronization

/// A journal that lives in memory and goes with the process: for tests, and for programs that ask
/// "what if". Events are copied in and out; no JSON is read.
public final class MemoryLog: EventLog {
  fileprivate struct State {
    var events: [StoredEvent] = []
    var random = SystemRandom()
  }

  private let state = Mutex(State())
  private let clock: @Sendable () -> Timestamp

  /// - Parameter clock: the time of each append; raised to the last event's where it is earlier.
  public init(clock: @escaping @Sendable () -> Timestamp = SystemClock.now) { self.clock = clock }

  /// O(events behind the condition's position).
  @discardableResult
  public func append(
    _ events: [NewEvent], if condition: AppendCondition?
  ) async throws(JournalError) -> ClosedRange<Position>? {
    let time = clock()
    let result = state.withLock { state in
      Result { () throws(JournalError) in try state.append(events, condition, at: time) }
    }
    return try result.get()
  }

  /// O(events behind `position`).
  public func read(
    _ query: Query, after position: Position, limit: Int?, backwards: Bool
  ) async throws(JournalError) -> ReadResult {
    state.withLock { state in
      var result = ReadResultBuilder(limit: limit)
      let events = state.events.dropFirst(max(0, position.rawValue))
      if backwards {
        for event in events.reversed() where query.matches(event.type, event.allTags) {
          guard result.add(event) else { break }
        }
      } else {
        for event in events where query.matches(event.type, event.allTags) {
          guard result.add(event) else { break }
        }
      }
      return result.result(head: Position(state.events.count))
    }
  }

  public func head() async throws(JournalError) -> Position {
    state.withLock { Position($0.events.count) }
  }
}

extension MemoryLog.State {
  fileprivate mutating func append(
    _ new: [NewEvent], _ condition: AppendCondition?, at time: Timestamp
  ) throws(JournalError) -> ClosedRange<Position>? {
    guard !new.isEmpty else { return nil }
    try Limits.check(new)
    if let condition {
      let seen = events.dropFirst(max(0, condition.after.rawValue))
      if seen.contains(where: { condition.noneMatch.matches($0.type, $0.allTags) }) {
        throw .conditionFailed
      }
    }
    let first = Position(events.count + 1)
    var time = max(time, events.last?.time ?? time)
    for (index, event) in new.enumerated() {
      time = max(time, event.time ?? time)
      events.append(
        StoredEvent(
          event, at: Position(first.rawValue + index),
          id: event.id ?? EventID(at: time, random: random.nextWords()), time: time,
          index: index + 1, count: new.count))
    }
    return first...Position(events.count)
  }
}

extension StoredEvent {
  fileprivate init(
    _ event: NewEvent, at position: Position, id: EventID, time: Timestamp, index: Int, count: Int
  ) {
    self.init(
      position: position, id: id, time: time, type: event.type, version: event.version,
      tags: event.tags, cause: nil, index: index, count: count, data: event.data,
      erasable: event.erasable, isErased: false)
  }
}

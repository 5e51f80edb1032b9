/// A journal as a program sees it that knows no files: append with a condition, read by query,
/// follow. The semantics are those of the Dynamic Consistency Boundary specification; one contract
/// suite holds for every implementation.
public protocol EventLog: Sendable {
  /// Records all of `events` or none.
  ///
  /// - Returns: their positions, one after another without gaps; nil when there are no events,
  ///   whatever the condition.
  /// - Throws: `.conditionFailed` when an event behind `condition.after` matches; `.tooLarge`.
  @discardableResult
  func append(_ events: [NewEvent], if condition: AppendCondition?) async throws(JournalError)
    -> ClosedRange<Position>?

  /// The events behind `position` that `query` means, all of them in memory.
  ///
  /// - Parameters:
  ///   - position: with `backwards`, the events returned are still those behind it.
  ///   - limit: how many at most; nil: all.
  func read(_ query: Query, after position: Position, limit: Int?, backwards: Bool)
    async throws(JournalError) -> ReadResult

  /// The position of the last event; zero when there is none.
  func head() async throws(JournalError) -> Position

  /// The events behind `position` that `query` means, those to come included, in order, each once.
  /// Events that others append show within 50 ms. Ends when the task that iterates is cancelled,
  /// and with the error of the first reading that fails.
  func follow(_ query: Query, after position: Position) -> AsyncThrowingStream<
    StoredEvent, any Error
  >
}

/// What reading found.
public struct ReadResult: Hashable, Sendable {
  public var events: [StoredEvent]
  /// The journal's last position; where a limit ended the reading, that of the last event
  /// returned, even if nothing would have followed; nil for a limit of zero.
  public var head: Position?

  public init(events: [StoredEvent], head: Position?) {
    self.events = events
    self.head = head
  }
}

/// Puts a result together, the rules of `limit` and `head` in one place.
struct ReadResultBuilder: Sendable {
  private let limit: Int?
  private var events: [StoredEvent] = []

  init(limit: Int?) { self.limit = limit.map { max(0, $0) } }

  var isFull: Bool { events.count == limit }

  /// Takes in an event where there is room.
  ///
  /// - Returns: whether there is room for another.
  mutating func add(_ event: StoredEvent) -> Bool {
    if !isFull { events.append(event) }
    return !isFull
  }

  func result(head: Position) -> ReadResult {
    ReadResult(events: events, head: isFull ? events.last?.position : head)
  }
}

extension EventLog {
  public func read(
    _ query: Query = .everything, after position: Position = .start, limit: Int? = nil
  ) async throws(JournalError) -> ReadResult {
    try await read(query, after: position, limit: limit, backwards: false)
  }

  @discardableResult
  public func append(_ events: [NewEvent]) async throws(JournalError) -> ClosedRange<Position>? {
    try await append(events, if: nil)
  }

  /// Looks for more every 20 ms and reads no further ahead than 256 events.
  public func follow(
    _ query: Query, after position: Position
  ) -> AsyncThrowingStream<StoredEvent, any Error> {
    let follower = LiveReplica(self, query, after: position)
    return AsyncThrowingStream { try await follower.next() }
  }
}

/// Reads a log page by page and waits at its end.
private actor LiveReplica<Log: EventLog> {
  private let log: Log
  private let query: Query
  private var position: Position
  /// Read but not yet handed out, the next one last.
  private var page: [StoredEvent] = []

  init(_ log: Log, _ query: Query, after position: Position) {
    self.log = log
    self.query = query
    self.position = position
  }

  /// The next event; nil when the task is cancelled.
  func next() async throws -> StoredEvent? {
    while page.isEmpty {
      if Task.isCancelled { return nil }
      let result = try await log.read(query, after: position, limit: 256)
      page = result.events.reversed()
      position = max(position, result.head ?? position)
      if page.isEmpty {
        do { try await Task.sleep(for: .milliseconds(20)) } catch { return nil }
      }
    }
    return page.popLast()
  }
}

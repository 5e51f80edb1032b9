/// A journal as a program sees it that knows no files: append with a condition, read by query,
/// follow. The semantics are those of the Dynamic Consistency Boundary specification; one contract
/// suite holds for every implementation.
public protocol EventLog: Sendable {
  /// Records all of `events` or none.
  ///
  /// - Returns: their positions, one after another without gaps.
  /// - Throws: `.conditionFailed` when an event behind `condition.after` matches.
  @discardableResult
  func append(_ events: [NewEvent], if condition: AppendCondition?) async throws(JournalError)
    -> ClosedRange<Position>?

  /// The events behind `position` that `query` means.
  ///
  /// - Parameters:
  ///   - position: with `backwards`, the events returned are still those behind it.
  ///   - limit: how many at most; nil: all.
  func read(_ query: Query, after position: Position, limit: Int?, backwards: Bool)
    async throws(JournalError) -> ReadResult

  /// The position of the last event; zero when there is none.
  func head() async throws(JournalError) -> Position

  /// The events behind `position` that `query` means, those to come included, in order.
  func follow(_ query: Query, after position: Position) -> AsyncThrowingStream<
    StoredEvent, any Error
  >
}

/// What reading found.
public struct ReadResult: Hashable, Sendable {
  public var events: [StoredEvent]
  /// The journal's last position; where a limit cut the reading short, that of the last event
  /// returned; nil for a limit of zero.
  public var head: Position?

  public init(events: [StoredEvent], head: Position?) {
    self.events = events
    self.head = head
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
}

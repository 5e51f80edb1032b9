import EventStore

extension Engine {
  /// Returns the present and future events after `position` that `query` matches, by any process:
  /// in order, each once, without gaps.
  ///
  /// The events of a domain have its types, and its catalog decodes them:
  ///
  /// ```swift
  /// for try await stored in engine.follow(.of(LibraryEvent.catalog.readableTypes)) {
  ///   if let event = try LibraryEvent.catalog.event(of: stored) { print(stored.position, event) }
  /// }
  /// ```
  ///
  /// Iterate a stream in one task: two tasks might both get an event, or neither of them.
  ///
  /// One task of the engine looks for new events every 20 ms, for all followers that wait. A
  /// follower reads at most 256 events ahead. The stream ends when the task that iterates it is
  /// cancelled, or with the error of a failed read; after ``close()`` that is `.closed`.
  public func follow(
    _ query: Query = .everything, after position: Position = .start
  ) -> AsyncThrowingStream<StoredEvent, any Error> {
    let follower = EventFollower(self, query, after: position)
    return AsyncThrowingStream { try await follower.next() }
  }
}

/// Reads a journal page by page and waits at its end.
private actor EventFollower {
  private let engine: Engine
  private let query: Query
  private var position: Position
  /// Events that were read and not yet returned, the next one last.
  private var page: [StoredEvent] = []

  init(_ engine: Engine, _ query: Query, after position: Position) {
    self.engine = engine
    self.query = query
    self.position = position
  }

  /// The next event; nil if the task is cancelled.
  func next() async throws -> StoredEvent? {
    while page.isEmpty {
      do {
        let result = try await engine.read(query, after: position, limit: 256)
        page = result.events.reversed()
        position = max(position, result.head ?? position)
        if page.isEmpty { try await engine.watch.growth(after: position) }
      } catch is CancellationError { return nil }
    }
    return page.popLast()
  }
}

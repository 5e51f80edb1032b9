import EventStore

/// Resumes the followers of an engine that wait at the end of its journal.
///
/// As long as any follower waits, one task polls for new events on behalf of all of them.
package actor JournalWatch {
  private typealias Continuation = CheckedContinuation<Void, any Error>

  private struct WaitingFollower {
    let position: Position
    let continuation: Continuation
  }

  private let head: @Sendable () async throws -> Position
  private let pause: @Sendable () async throws -> Void
  private var followers: [UInt64: WaitingFollower] = [:]
  private var tickets: UInt64 = 0
  private var isWatching = false

  /// - Parameters:
  ///   - head: returns the position of the last event.
  ///   - pause: waits between two polls; by default for 20 ms.
  package init(
    head: @escaping @Sendable () async throws -> Position,
    pause: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .milliseconds(20))
    }
  ) {
    self.pause = pause
    self.head = head
  }

  /// The number of followers that wait.
  package var count: Int { followers.count }

  /// Suspends the caller until there is an event after `position`.
  ///
  /// - Throws: the error of a failed poll, which ends the wait of every follower;
  ///   `CancellationError`.
  package func growth(after position: Position) async throws {
    tickets += 1
    let ticket = tickets
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Continuation) in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        followers[ticket] = WaitingFollower(position: position, continuation: continuation)
        if !isWatching { Task { await watch() } }
        isWatching = true
      }
    } onCancel: {
      Task { await cancel(ticket) }
    }
  }

  private func cancel(_ ticket: UInt64) {
    followers.removeValue(forKey: ticket)?.continuation.resume(throwing: CancellationError())
  }

  private func watch() async {
    while !followers.isEmpty {
      do {
        try await pause()
        let head = try await head()
        for (ticket, waiter) in followers where waiter.position < head {
          followers[ticket] = nil
          waiter.continuation.resume()
        }
      } catch {
        for waiter in followers.values { waiter.continuation.resume(throwing: error) }
        followers = [:]
      }
    }
    isWatching = false
  }
}

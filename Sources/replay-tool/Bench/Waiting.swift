import EventStore
import Synchronization

/// Runs what is asynchronous while the calling thread, which is none of a task's, waits.
enum Waiting {
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Outcome<Value>()
    Task.detached {
      do { outcome.set(.success(try await body())) } catch { outcome.set(.failure(error)) }
    }
    while true {
      if let result = outcome.result { return try result.get() }
      SystemClock.sleep(microseconds: 500)
    }
  }

  private final class Outcome<Value: Sendable>: Sendable {
    private let state = Mutex<Result<Value, any Error>?>(nil)

    var result: Result<Value, any Error>? { state.withLock { $0 } }

    func set(_ result: Result<Value, any Error>) { state.withLock { $0 = result } }
  }
}

import EventEngine
import Synchronization

/// Runs asynchronous work while the calling thread waits. Must not be called on a thread that runs
/// tasks.
enum Waiting {
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Mutex<Result<Value, any Error>?>(nil)
    let hasEnded = Signal()
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      outcome.withLock { $0 = result }
      hasEnded.send()
    }
    hasEnded.wait()
    guard let result = outcome.withLock(\.self) else {
      preconditionFailure("Signalled before the result was set.")
    }
    return try result.get()
  }
}

import Dispatch
import Synchronization

/// Runs asynchronous work while the calling thread waits. Must not be called on a thread that runs
/// tasks.
package enum Waiting {
  package static func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) throws -> Value {
    let outcome = Outcome<Value>()
    Task.detached {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      outcome.set(result)
    }
    return try outcome.result().get()
  }

  private final class Outcome<Value: Sendable>: Sendable {
    private let value = Mutex<Result<Value, any Error>?>(nil)
    private let isSet = DispatchSemaphore(value: 0)

    func set(_ result: Result<Value, any Error>) {
      value.withLock { $0 = result }
      isSet.signal()
    }

    func result() -> Result<Value, any Error> {
      isSet.wait()
      guard let result = value.withLock({ $0 }) else {
        preconditionFailure("Signalled before the result was set.")
      }
      return result
    }
  }
}

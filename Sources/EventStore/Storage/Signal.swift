import Dispatch

/// Wakes a waiting thread. Signals are counted: each ends one wait, also one that begins later.
package final class Signal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func send() { semaphore.signal() }

  package func wait() { semaphore.wait() }

  /// Waits for a limited time, in nanoseconds; false if no signal came.
  package func wait(atMost nanoseconds: UInt64) -> Bool {
    semaphore.wait(timeout: .now() + .nanoseconds(Int(nanoseconds))) == .success
  }
}

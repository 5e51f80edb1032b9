import Synchronization

/// A flag that is true only the first time it is read.
package final class Once: Sendable {
  private let taken = Atomic(false)

  package init() {}

  package func take() -> Bool { !taken.exchange(true, ordering: .relaxed) }
}

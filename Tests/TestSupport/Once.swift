import Synchronization

/// A flag that is true only the first time it is read.
public final class Once: Sendable {
  private let taken = Atomic(false)

  public init() {}

  public func take() -> Bool { !taken.exchange(true, ordering: .relaxed) }
}

import Synchronization

/// True the first time it is asked.
public final class Once: Sendable {
  private let taken = Atomic(false)

  public init() {}

  public func take() -> Bool { !taken.exchange(true, ordering: .relaxed) }
}

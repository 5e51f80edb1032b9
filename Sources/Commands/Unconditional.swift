import EventEngine

/// A decider without state: its rules depend on the command alone.
public protocol Unconditional: Decider {}

extension Unconditional {
  public static var factTypes: [EventType] { [] }

  public func boundary(of command: Command) -> Query { .nothing }

  public mutating func apply(_ event: Recorded<Event>) {}
}

import EventStore

/// A state that is folded from facts: what a decider knows, what questions are answered from, what
/// falls due.
///
/// It starts empty and applies the events of its types in order. Folding cannot fail and cannot
/// refuse. More facts than somebody depends on must not change what the state says about it.
public protocol FoldedState<Event>: Sendable, Equatable {
  associatedtype Event: EventStore.Event

  /// The types of all events that `apply` looks at; by default all that the catalog names. Fewer
  /// types make a fold cheaper, never another one.
  static var factTypes: [EventType] { get }

  /// The state before anything has happened.
  init()

  mutating func apply(_ event: Recorded<Event>)
}

extension FoldedState {
  public static var factTypes: [EventType] { Event.catalog.types }
}

/// A folded state that snapshots hold and digests are made over, in its `Codable` form.
///
/// That form holds no `Set` (its order is undefined), no floating point, and dictionaries only with
/// string-like keys.
public protocol StoredState<Event>: FoldedState, Codable {
  /// The name of its snapshots. Unique among all states.
  static var name: String { get }

  /// The version of its `Codable` form: a snapshot of another version is never resumed from.
  static var version: SchemaVersion { get }
}

extension StoredState {
  public static var version: SchemaVersion { 1 }
}

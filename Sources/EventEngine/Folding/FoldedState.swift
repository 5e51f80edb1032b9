import EventStore

/// A state that is folded from events: that of a decider, of a read model or of scheduled work.
///
/// It starts empty and applies the events of its types in order. Applying an event cannot fail and
/// cannot refuse. Applying more facts than an answer depends on must not change that answer.
public protocol FoldedState<Event>: Sendable, Equatable {
  /// The events that the state is folded from.
  associatedtype Event: EventStore.Event

  /// The types of all events that `apply` uses; by default all types in the catalog, retired ones
  /// included. A fold is faster without the types that `apply` ignores, and has the same result. A
  /// list of one's own names the retired types, too: a record keeps the type that it was written
  /// with.
  static var factTypes: [EventType] { get }

  /// Creates the state before the first event.
  init()

  /// Changes the state by the next event. Called once for each event of ``factTypes``, in order.
  mutating func apply(_ event: Recorded<Event>)
}

extension FoldedState {
  public static var factTypes: [EventType] { Event.catalog.readableTypes }
}

/// A folded state with a `Codable` form that snapshots store and digests cover.
///
/// Sets and dictionaries are encoded in a fixed order. But their order in memory differs from one
/// process to the next: what depends on it, such as `Array(set)` or a sum of floating-point numbers
/// over `dictionary.values`, must not become part of the state. Count in whole numbers, or sort
/// first.
public protocol StoredState<Event>: FoldedState, Codable {
  /// The name of its snapshots, unique among all states.
  static var name: String { get }

  /// The version of its `Codable` form. A snapshot of another version is not used.
  static var version: SchemaVersion { get }
}

extension StoredState {
  public static var version: SchemaVersion { 1 }
}

import EventStore

/// What is known from facts, kept up to date by folding them in order.
///
/// Folding cannot fail and cannot refuse. The `Codable` form is what snapshots hold and digests are
/// made over, so a state holds no `Set` (its order is nobody's), no floating point, and dictionaries
/// only with string-like keys.
public protocol FoldedState<Event>: Sendable, Equatable, Codable {
  associatedtype Event: EventStore.Event

  /// That of its snapshots. Unlike any other state's.
  static var name: String { get }

  /// Of the shape, for snapshots.
  static var version: SchemaVersion { get }

  /// The types of all events that `apply` looks at; by default all that the catalog names.
  static var factTypes: [EventType] { get }

  init()

  mutating func apply(_ event: Recorded<Event>)
}

extension FoldedState {
  public static var factTypes: [EventType] { Event.catalog.types }

  public static var version: SchemaVersion { 1 }
}

/// The shapes a journal may hold for one domain.
public struct EventCatalog<Event: Sendable>: Sendable {
  public init() {}

  /// A fact in the shape that is recorded today.
  public func current<P: EventPayload>(_ event: @escaping @Sendable (P) -> Event) -> Self { self }

  /// A shape that is only read.
  public func retired<P: RetiredPayload>(
    _ shape: P.Type, as event: @escaping @Sendable (P.Current) -> Event
  ) -> Self { self }
}

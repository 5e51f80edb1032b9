/// A selection of events: those that match any one of the items; with no items, all of them.
///
/// The semantics are those of the Dynamic Consistency Boundary specification (dcb.events).
public struct Query: Hashable, Sendable {
  /// An event matches if its type is one of `types` (none: any) and it has all of `tags`.
  public struct Item: Hashable, Sendable {
    /// The types, of which the event has one; empty: any type.
    public var types: [EventType]
    /// The tags, of which the event has all; empty: any tags.
    public var tags: [Tag]

    /// An item of any of the types with all of the tags.
    public init(types: [EventType] = [], tags: [Tag] = []) {
      self.types = types
      self.tags = tags
    }

    /// Whether an event of this type with these tags is selected.
    package func matches(_ type: EventType, _ eventTags: [Tag]) -> Bool {
      (types.isEmpty || types.contains(type)) && tags.allSatisfy(eventTags.contains)
    }
  }

  /// The alternatives; an event matches if any item does. Empty: every event.
  public var items: [Item]

  /// A query for the events that match any of `items`; without items, for all events.
  public init(_ items: [Item] = []) { self.items = items }

  /// Every event.
  public static let everything = Query()

  /// Whether the query concerns the whole journal rather than some subjects: it has no items, or an
  /// item without tags.
  package var isGlobal: Bool {
    self != .nothing && (items.isEmpty || items.contains { $0.tags.isEmpty })
  }

  /// No event: the query of a decision without dependencies. It matches nothing because no event
  /// has an empty type.
  public static let nothing = Query([Item(types: [""])])

  /// Events of these types that have all of these tags.
  public static func of(_ types: [EventType], _ tags: Tag...) -> Query {
    Query([Item(types: types, tags: tags)])
  }

  /// Events of these types that have at least one of these tags.
  public static func of(_ types: [EventType], anyOf tag: Tag, _ others: Tag...) -> Query {
    Query(([tag] + others).map { Item(types: types, tags: [$0]) })
  }

  /// Events that match either query; every event if one of them is ``everything``.
  public static func | (left: Query, right: Query) -> Query {
    left.items.isEmpty || right.items.isEmpty ? .everything : Query(left.items + right.items)
  }

  /// The union with the events of these types that have at least one of these tags; every event if
  /// this query is ``everything``.
  public func adding(_ types: [EventType], anyOf tags: [Tag]) -> Query {
    items.isEmpty ? .everything : Query(items + tags.map { Item(types: types, tags: [$0]) })
  }

  /// Whether an event of this type with these tags is selected.
  package func matches(_ type: EventType, _ tags: [Tag]) -> Bool {
    items.isEmpty || items.contains { $0.matches(type, tags) }
  }
}

/// A condition under which an append is recorded: no event after a position matches a query. So the
/// decision is recorded only if no later event could change it.
public struct AppendCondition: Hashable, Sendable {
  /// The query that no event after `after` may match.
  package var noneMatch: Query
  /// The last position that the decision has taken into account; zero if none.
  package var after: Position

  /// A condition on the events after a position.
  public init(noneMatch: Query, after: Position = .start) {
    self.noneMatch = noneMatch
    self.after = after
  }
}

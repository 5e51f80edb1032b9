/// Which events are meant: those that match any one of the items; with no items, all of them.
///
/// The semantics are those of the Dynamic Consistency Boundary specification (dcb.events).
public struct Query: Hashable, Sendable {
  /// An event matches when its type is one of `types` (none: any) and it has all of `tags`.
  public struct Item: Hashable, Sendable {
    public var types: [EventType]
    public var tags: [Tag]

    public init(types: [EventType] = [], tags: [Tag] = []) {
      self.types = types
      self.tags = tags
    }

    public func matches(_ type: EventType, _ eventTags: [Tag]) -> Bool {
      (types.isEmpty || types.contains { $0.rawValue.hasSameBytes(as: type.rawValue) })
        && tags.allSatisfy { tag in
          eventTags.contains { $0.rawValue.hasSameBytes(as: tag.rawValue) }
        }
    }
  }

  public var items: [Item]

  public init(_ items: [Item] = []) { self.items = items }

  /// Every event.
  public static let everything = Query()

  /// Whether some of it is not about one thing: no index helps then.
  public var isGlobal: Bool {
    self != .nothing && (items.isEmpty || items.contains { $0.tags.isEmpty })
  }

  /// No event: what a decision depends on that depends on nothing. No event's type is empty.
  public static let nothing = Query([Item(types: [""])])

  /// Events of these types that have all of these tags.
  public static func of(_ types: [EventType], _ tags: Tag...) -> Query {
    Query([Item(types: types, tags: tags)])
  }

  /// Events of these types that have at least one of these tags.
  public static func of(_ types: [EventType], anyOf tag: Tag, _ others: Tag...) -> Query {
    Query(([tag] + others).map { Item(types: types, tags: [$0]) })
  }

  /// Events that either query means. Neither may mean everything by having no items.
  public static func | (left: Query, right: Query) -> Query { Query(left.items + right.items) }

  public func matches(_ type: EventType, _ tags: [Tag]) -> Bool {
    items.isEmpty || items.contains { $0.matches(type, tags) }
  }
}

/// Refuses an append when an event behind `after` matches: a decision holds at the moment it is
/// recorded, or not at all.
public struct AppendCondition: Hashable, Sendable {
  public var noneMatch: Query
  /// Events up to here were seen by whoever decided. Zero: none were.
  public var after: Position

  public init(noneMatch: Query, after: Position = .start) {
    self.noneMatch = noneMatch
    self.after = after
  }
}

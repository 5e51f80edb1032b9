@testable import EventStore

/// Queries by the index have the same results as reading all events, whatever the index contains.
enum LookupCheck {
  /// A description of a wrong result; nil if there is none.
  static func wrong(in directory: JournalDirectory) throws(JournalError) -> String? {
    var events: [StoredEvent] = []
    var reader = try JournalReader.open(directory, wait: 0)
    try reader.forEach { (view) throws(JournalError) in
      events.append(StoredEvent(view))
      return true
    }
    for (number, query) in queries(events).enumerated() {
      for after in number % 4 == 3 ? [0, events.count / 2] : [0] {
        let expected = events.filter {
          $0.position.rawValue > after
            && query.matches($0.type, $0.tags + ($0.erasable?.tags ?? []))
        }
        var found: [StoredEvent] = []
        try reader.forEach(query, after: Position(after)) { (view) throws(JournalError) in
          found.append(StoredEvent(view))
          return true
        }
        if found != expected {
          return "\(query) after \(after) finds \(found.map(\.position.rawValue)) in place of "
            + "\(expected.map(\.position.rawValue))"
        }
      }
    }
    for id in Set(events.compactMap { $0.cause?.id }).sorted() + ["nobody's"] {
      let expected = events.first { $0.cause?.id == id }?.position
      let found = try reader.first(ofCommand: id)
      if found != expected { return "the command \(id) is found at \(String(describing: found))" }
    }
    return nil
  }

  /// Queries by each type and tag, by several at once, and without matches.
  private static func queries(_ events: [StoredEvent]) -> [Query] {
    let types = Set(events.map(\.type)).sorted { $0.rawValue < $1.rawValue }
    let tags = Set(events.flatMap { $0.tags + ($0.erasable?.tags ?? []) })
      .sorted { $0.rawValue < $1.rawValue }
    var queries =
      types.map { Query([.init(types: [$0])]) } + tags.map { Query([.init(tags: [$0])]) }
    queries.append(Query([.init(tags: [Tag("name", "nobody")])]))
    if let first = tags.first, let last = tags.last {
      queries.append(Query([.init(tags: [first]), .init(tags: [last])]))
      queries.append(Query([.init(types: types, tags: [last])]))
    }
    return queries
  }
}

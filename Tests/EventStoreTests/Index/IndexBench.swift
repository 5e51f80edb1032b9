import TestSupport
import Testing

@testable import EventStore

/// Random journals and queries, and the events that an index must find.
enum IndexBench {
  static let sizes = IndexBuilding.Sizes(step: 1000, run: 6000, fanOut: 3)
  static let types: [EventType] = ["a.one", "a.two", "b.three", "тип \"в кавычках\""]
  static let tags: [EventStore.Tag] =
    (0..<30).map { Tag("item", "\($0)") } + [Tag("ключ", "é\\")]

  /// A journal of many segments in which some ids of commands repeat.
  static func journal(
    seed: UInt64 = 1, appends: Int = 300, id: JournalID = TestJournal.id
  ) throws -> TestJournal {
    let journal = try TestJournal(segmentBytes: 3000, id: id)
    var random = SeededRandom(seed: seed)
    var writer = try journal.writer()
    for index in 0..<appends {
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(
          events(&random), at: TestJournal.start,
          cause: Bool.random(using: &random)
            ? Cause(command: "test.do", id: "c-\(index - index % 7)") : nil)
      }
      if index % 10 == 9 { _ = try extend(journal, with: &writer.reader) }
    }
    return journal
  }

  static func events(_ random: inout SeededRandom) -> [NewEvent] {
    (0..<Int.random(in: 1...3, using: &random)).map { index in
      var event = NewEvent(
        type: types.randomElement(using: &random)!,
        tags: (0..<Int.random(in: 0...3, using: &random)).map { _ in
          // A few tags are frequent, most are rare.
          tags[min(Int.random(in: 0...30, using: &random), Int.random(in: 0...30, using: &random))]
        }, data: json("{\"n\":\(index)}"))
      if Int.random(in: 0..<4, using: &random) == 0 {
        event.erasable = NewEvent.Erasable(
          subjects: [Tag("user", "eva")], personal: json("{}"),
          tags: [tags.randomElement(using: &random)!], salt: random.next(16))
      }
      return event
    }
  }

  static func query(_ random: inout SeededRandom) -> Query {
    Query(
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        Query.Item(
          types: types.filter { _ in Bool.random(using: &random) && Bool.random(using: &random) },
          tags: (0..<Int.random(in: 0...2, using: &random)).map { _ in
            tags.randomElement(using: &random)!
          })
      })
  }

  /// The events that a reader returns, with or without the index.
  static func found(
    _ query: Query, after: Int, through: Int, in reader: inout JournalReader
  ) throws(JournalError) -> [Int] {
    var positions: [Int] = []
    try reader.forEach(query, after: Position(after), through: Position(through)) { view in
      positions.append(view.position.rawValue)
      return true
    }
    return positions
  }

  /// All events, read without an index.
  static func all(in reader: inout JournalReader) throws(JournalError) -> [StoredEvent] {
    var events: [StoredEvent] = []
    try reader.forEach { view in
      events.append(StoredEvent(view))
      return true
    }
    return events
  }

  static func expectAgreement(_ journal: TestJournal, seed: UInt64, queries: Int) throws {
    var random = SeededRandom(seed: seed)
    var indexed = try journal.reader()
    let events = try all(in: &indexed)
    let head = events.count
    for _ in 0..<queries {
      let query = query(&random)
      let after = Bool.random(using: &random) ? 0 : Int.random(in: 0...head, using: &random)
      let through = Bool.random(using: &random) ? head : Int.random(in: 0...head, using: &random)
      let expected = events.prefix(through).dropFirst(after)
        .filter { query.matches($0.type, $0.allTags) }.map(\.position.rawValue)
      let result = try found(query, after: after, through: through, in: &indexed)
      #expect(result == expected, "\(query) after \(after) through \(through)")
    }
    for id in 0..<310 {
      let expected = events.first { $0.cause?.id == "c-\(id)" }?.position
      #expect(try indexed.first(ofCommand: "c-\(id)") == expected)
    }
  }

  /// Adds a run to the index if there are enough new events.
  static func extend(
    _ journal: TestJournal, with reader: inout JournalReader,
    _ sizes: IndexBuilding.Sizes = sizes
  ) throws -> Bool {
    try IndexBuilding(journal.directory, journal: reader.manifest.journal, sizes: sizes)
      .extend(with: &reader)
  }

  /// Removes the files of the index.
  static func removeIndex(of journal: TestJournal) throws {
    for name in try journal.folder.names(in: "index") {
      try journal.folder.remove("index/\(name)")
    }
  }

  /// Changes a byte in the closed segment that holds an event.
  static func damage(_ journal: TestJournal, near position: Position) throws {
    let closed = try journal.reader().closed
    let first = try #require(closed.last { $0.first <= position }?.first)
    let path = "segments/\(JournalDirectory.segmentName(first))"
    var bytes = try journal.folder.bytes(path)
    bytes[bytes.count / 2] ^= 1
    try journal.folder.write(bytes, to: path)
  }

  /// The name of the run of the first events.
  static func firstRun(of journal: TestJournal) throws -> String {
    try #require(
      try journal.folder.names(in: "index").first { $0.hasPrefix("1-") && $0.hasSuffix(".index") })
  }
}

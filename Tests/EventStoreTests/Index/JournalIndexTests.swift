import TestSupport
import Testing

@testable import EventStore

/// Reading by the index returns the same events as reading everything.
@Suite struct JournalIndexTests {
  private static let sizes = IndexBuilding.Sizes(step: 1000, run: 6000, fanOut: 3)
  private static let types: [EventType] = ["a.one", "a.two", "b.three", "тип \"в кавычках\""]
  private static let tags: [EventStore.Tag] =
    (0..<30).map { Tag("item", "\($0)") } + [Tag("ключ", "é\\")]

  /// A journal of many segments in which some ids of commands repeat.
  private static func journal(
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
      if index % 10 == 9 { _ = try IndexBuilding(sizes).extend(journal, with: &writer.reader) }
    }
    return journal
  }

  private static func events(_ random: inout SeededRandom) -> [NewEvent] {
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

  private static func query(_ random: inout SeededRandom) -> Query {
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
  private func found(
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
  private func all(in reader: inout JournalReader) throws(JournalError) -> [StoredEvent] {
    var events: [StoredEvent] = []
    try reader.forEach { view in
      events.append(StoredEvent(view))
      return true
    }
    return events
  }

  private func expectAgreement(_ journal: TestJournal, seed: UInt64, queries: Int) throws {
    var random = SeededRandom(seed: seed)
    var indexed = try journal.reader()
    let events = try all(in: &indexed)
    let head = events.count
    for _ in 0..<queries {
      let query = Self.query(&random)
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

  @Test func `results equal those without the index`() throws {
    for seed in 1...3 {
      let journal = try Self.journal(seed: UInt64(seed))
      try expectAgreement(journal, seed: UInt64(seed), queries: 200)
    }
  }

  @Test func `a reader that asks again indexes in memory what the files do not cover`() throws {
    let journal = try TestJournal(segmentBytes: 3000)
    var writer = try journal.writer()
    var reader = try journal.reader()
    var random = SeededRandom(seed: 5)
    for round in 0..<40 {
      if round == 20 {
        _ = try IndexBuilding(.init(step: 300)).extend(journal, with: &writer.reader)
      }
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(Self.events(&random), at: TestJournal.start)
      }
      try reader.refresh()
      if round == 30 { reader.index.load() }
      let events = try all(in: &reader)
      for question in 0..<3 {
        let query = Self.query(&random)
        let expected = events.filter { query.matches($0.type, $0.allTags) }
        #expect(
          try found(query, after: 0, through: events.count, in: &reader)
            == expected.map(\.position.rawValue))
        if round == 0 && question == 0 { #expect(reader.tail?.last ?? .start == .start) }
      }
    }
    _ = try found(.of([], Self.tags[0]), after: 0, through: reader.head.rawValue, in: &reader)
    #expect(reader.index.last > .start && reader.tail?.start == reader.index.last)
    #expect(reader.tail?.last == reader.head)
  }

  @Test func `every question reports damage after the events before it`() throws {
    let journal = try Self.journal(appends: 60)
    for name in try journal.folder.names(in: "index") {
      try journal.folder.remove("index/\(name)")
    }
    var whole = try journal.reader()
    let tag = Self.tags[0]
    let matches = try all(in: &whole).filter { $0.allTags.contains(tag) }.map(\.position)
    let middle = try #require(matches.dropFirst(matches.count / 2).first)
    let name = try #require(
      whole.closed.last { $0.first <= middle }.map { JournalDirectory.segmentName($0.first) })
    let path = "segments/\(name)"
    var bytes = try journal.folder.bytes(path)
    bytes[bytes.count / 2] ^= 1
    try journal.folder.write(bytes, to: path)
    var reader = try journal.reader()
    for _ in 0..<4 {
      var found: [Position] = []
      #expect(throws: JournalError.self) {
        try reader.forEach(Query([.init(tags: [tag])])) { view in
          found.append(view.position)
          return true
        }
      }
      #expect(!found.isEmpty && found == Array(matches.prefix(found.count)))
      #expect(found.count >= matches.count { $0 < middle } - 1)
      #expect(try reader.event(at: 1)?.position == 1)
    }
  }

  @Test func `the index is used and has few runs`() throws {
    let journal = try Self.journal()
    var reader = try journal.reader()
    #expect(try found(.of([], Tag("item", "nothing")), after: 0, through: 99, in: &reader) == [])
    #expect(reader.index.last.rawValue > reader.head.rawValue * 9 / 10)
    #expect((2...12).contains(reader.index.runs.count))
    let names = try journal.folder.names(in: "index")
    #expect(names.count == reader.index.runs.count, "merged runs and the lock: \(names)")
    let matches = try reader.index.matches(
      .of([], Tag("ключ", "é\\")), after: .start, through: reader.head)
    let count = try #require(matches?.places.count)
    #expect((1...60).contains(count))
  }

  @Test func `a rare type narrows a frequent tag`() throws {
    let journal = try TestJournal(segmentBytes: 3000)
    var writer = try journal.writer()
    try writer.batch { (writer) throws(JournalError) in
      for number in 0..<200 {
        let type: EventType = number % 20 == 7 ? "a.rare" : "a.common"
        let event = NewEvent(type: type, tags: number % 3 == 0 ? [] : [Tag("item", "1")])
        try writer.append([event], at: TestJournal.start)
      }
    }
    while try IndexBuilding(Self.sizes).extend(journal, with: &writer.reader) {}
    let query = Query.of(["a.rare", "a.other"], Tag("item", "1"))
    let matches = try writer.reader.index.matches(query, after: .start, through: writer.head)
    let covered = writer.reader.index.last.rawValue
    let expected = (0..<covered).filter { $0 % 20 == 7 && $0 % 3 != 0 }.map { $0 + 1 }
    #expect(matches?.places.map(\.position.rawValue) == expected && expected.count > 3)
  }

  @Test func `no change of the index's files changes the results`() throws {
    let journal = try Self.journal(appends: 60)
    let names = try journal.folder.names(in: "index").filter { $0.hasSuffix(".index") }
    var random = SeededRandom(seed: 5)
    for name in names {
      let path = "index/\(name)"
      let whole = try journal.folder.bytes(path)
      for round in 0..<Effort.current.pick(usual: 8, exhaustive: 32) {
        var bytes = whole
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch round % 4 {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: bytes.removeSubrange(place...)
        case 2:
          bytes.replaceSubrange(
            place..<min(place + 4096, bytes.count),
            with: [UInt8](repeating: 0, count: min(4096, bytes.count - place)))
        default: bytes = Array(bytes[place...]) + bytes[..<place]
        }
        try journal.folder.write(bytes, to: path)
        try expectAgreement(journal, seed: UInt64(round), queries: 4)
      }
      try journal.folder.write(whole, to: path)
    }
  }

  @Test func `an invalid index is rebuilt`() throws {
    let journal = try Self.journal(appends: 100)
    let name = try #require(
      try journal.folder.names(in: "index").first { $0.hasPrefix("1-") && $0.hasSuffix(".index") })
    var bytes = try journal.folder.bytes("index/\(name)")
    for page in 1..<bytes.count / 4096 { bytes[page * 4096 + 100] ^= 1 }
    try journal.folder.write(bytes, to: "index/\(name)")
    try journal.folder.write([1], to: "index/notes.txt")
    var writer = try journal.writer()
    _ = try found(.of(["a.one"]), after: 0, through: 999, in: &writer.reader)
    while try IndexBuilding(Self.sizes).extend(journal, with: &writer.reader) {}
    let file = try? journal.folder.bytes("index/\(name)")
    #expect(file != bytes)
    #expect(try journal.folder.bytes("index/notes.txt") == [1], "it is no file of the index")
    try expectAgreement(journal, seed: 1, queries: 20)
  }

  @Test func `runs of another journal are ignored`() throws {
    let journal = try Self.journal(seed: 1, appends: 100)
    let other = try Self.journal(
      seed: 2, appends: 100, id: JournalID(EventID(high: 7, low: 7)))
    for name in try journal.folder.names(in: "index") {
      try journal.folder.remove("index/\(name)")
    }
    for name in try other.folder.names(in: "index") {
      try journal.folder.write(other.folder.bytes("index/\(name)"), to: "index/\(name)")
    }
    var reader = try journal.reader()
    _ = try found(.of(["a.one"]), after: 0, through: 9, in: &reader)
    #expect(reader.index.runs.isEmpty)
    try expectAgreement(journal, seed: 3, queries: 50)
  }

  @Test func `runs of another history are ignored`() throws {
    // The same journal with other events, as if its segments had been restored from a backup.
    let journal = try Self.journal(seed: 1, appends: 100)
    let other = try Self.journal(seed: 2, appends: 100)
    for name in try journal.folder.names(in: "index") {
      try journal.folder.remove("index/\(name)")
    }
    for name in try other.folder.names(in: "index") {
      try journal.folder.write(other.folder.bytes("index/\(name)"), to: "index/\(name)")
    }
    var reader = try journal.reader()
    _ = try found(.of(["a.one"]), after: 0, through: 9, in: &reader)
    #expect(reader.index.runs.isEmpty)
    try expectAgreement(journal, seed: 3, queries: 50)
  }

  @Test func `a deleted index is rebuilt`() throws {
    let journal = try Self.journal(appends: 100)
    for name in try journal.folder.names(in: "index") {
      try journal.folder.remove("index/\(name)")
    }
    try expectAgreement(journal, seed: 1, queries: 20)
    var writer = try journal.writer()
    while try IndexBuilding(Self.sizes).extend(journal, with: &writer.reader) {}
    #expect(try !journal.folder.names(in: "index").isEmpty)
    try expectAgreement(journal, seed: 1, queries: 20)
  }

  @Test func `a run is merged with several of its size, not with each small one`() throws {
    let journal = try TestJournal()
    let sizes = IndexBuilding.Sizes(step: 1000, run: 6000, fanOut: 3)
    var writer = try journal.writer()
    var written: [String: Int] = [:]
    for _ in 0..<60 {
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(TestJournal.events(8), at: TestJournal.start)
      }
      _ = try IndexBuilding(sizes).extend(journal, with: &writer.reader)
      for run in writer.reader.index.runs {
        written["\(run.header.first)-\(run.header.last)"] = run.coveredBytes
      }
    }
    // Each byte is written at most once per tier: three to the fourth exceeds 60 steps.
    #expect(written.values.reduce(0, +) <= 5 * writer.reader.open.end)
    #expect(writer.reader.index.runs.count < 3 * 5)
  }

  @Test func `a reader rebuilds an index that was found to be wrong`() throws {
    let journal = try Self.journal(appends: 100)
    let name = try #require(
      try journal.folder.names(in: "index").first { $0.hasPrefix("1-") && $0.hasSuffix(".index") })
    let bytes = try journal.folder.bytes("index/\(name)")
    try journal.folder.write(Array(bytes.dropLast(4096)), to: "index/\(name)")
    var reader = try journal.reader()
    for tag in Self.tags { _ = try found(.of([], tag), after: 0, through: 999, in: &reader) }
    #expect(reader.index.isDistrusted)
    reader.completeIndex(sizes: .init(step: 300, run: 6000, fanOut: 3))
    #expect(!reader.index.isDistrusted && reader.unindexedBytes < 300)
    try expectAgreement(journal, seed: 1, queries: 20)
  }

  @Test func `a missing index is completed at once`() throws {
    let journal = try Self.journal()
    for name in try journal.folder.names(in: "index") {
      try journal.folder.remove("index/\(name)")
    }
    var writer = try journal.writer()
    writer.indexSizes = .init(step: 300, run: 6000, fanOut: 3)
    let missing = writer.reader.unindexedBytes
    var progress: [Int] = []
    writer.completeIndex { done, all in
      #expect(all == missing)
      progress.append(done)
    }
    #expect(progress.count > 3 && progress == progress.sorted(), "it is built run by run")
    #expect(writer.reader.unindexedBytes < writer.indexSizes.step)
    try expectAgreement(journal, seed: 1, queries: 20)
  }

  @Test func `its files are accessible only to their owner`() throws {
    let journal = try Self.journal(appends: 60)
    let names = try journal.folder.names(in: "index")
    #expect(names.contains { $0.hasSuffix(".index") })
    for name in names {
      #expect(try journal.folder.permissions("index/\(name)") == 0o600, "\(name)")
    }
    #expect(try journal.folder.permissions("index") == 0o700)
  }
}

/// The sizes for a journal that doesn't exist yet.
private struct IndexBuilding {
  typealias Sizes = EventStore.IndexBuilding.Sizes
  let sizes: Sizes

  init(_ sizes: Sizes) { self.sizes = sizes }

  func extend(_ journal: TestJournal, with reader: inout JournalReader) throws -> Bool {
    try EventStore.IndexBuilding(journal.directory, journal: reader.manifest.journal, sizes: sizes)
      .extend(with: &reader)
  }
}

import TestSupport
import Testing

@testable import EventStore

/// Reading by the index returns the same events as reading everything.
@Suite struct JournalIndexTests {
  @Test func `results equal those without the index`() throws {
    for seed in 1...Effort.current.pick(usual: 1, exhaustive: 3) {
      let journal = try IndexBench.journal(seed: UInt64(seed))
      try IndexBench.expectAgreement(journal, seed: UInt64(seed), queries: 200)
    }
  }

  @Test func `the index is used and has few runs`() throws {
    let journal = try IndexBench.journal()
    var reader = try journal.reader()
    #expect(
      try IndexBench.found(.of([], Tag("item", "nothing")), after: 0, through: 99, in: &reader)
        == [])
    #expect(reader.index.last.rawValue > reader.head.rawValue * 9 / 10)
    #expect((2...12).contains(reader.index.runs.count))
    let names = try journal.folder.names(in: "index")
    #expect(names.count == reader.index.runs.count, "merged runs and the lock: \(names)")
    let matches = try reader.index.matches(
      .of([], Tag("ключ", "é\\")), after: .start, through: reader.head)
    let count = try #require(matches?.places.count)
    #expect((1...60).contains(count))
  }

  @Test func `ids of events are looked up without reading the journal`() throws {
    let journal = try IndexBench.journal()
    var reader = try journal.reader()
    let ids = try IndexBench.all(in: &reader).map(\.id)
    let start = reader.indexedHead
    #expect(start.rawValue > ids.count / 2)
    try IndexBench.damage(journal, near: Position(start.rawValue / 2))
    reader = try journal.reader()
    var known = EventIDs(after: start)
    try known.prepare(for: 4, with: &reader)
    #expect(try known.position(of: EventID(high: 1, low: 2), with: &reader) == nil)
    for position in [1, start.rawValue, ids.count] {
      let id = ids[position - 1]
      #expect(try known.position(of: id, with: &reader) == Position(position), "\(position)")
    }
    // For so many ids it reads the journal instead, which is faster, and finds the damage.
    #expect(throws: JournalError.self) { try known.prepare(for: ids.count, with: &reader) }
    try IndexBench.removeIndex(of: journal)
    reader = try journal.reader()
    known = EventIDs(after: start)
    #expect(throws: JournalError.self, "without an index it reads the journal") {
      try known.prepare(for: 1, with: &reader)
    }
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
    while try IndexBench.extend(journal, with: &writer.reader) {}
    let query = Query.of(["a.rare", "a.other"], Tag("item", "1"))
    let matches = try writer.reader.index.matches(query, after: .start, through: writer.head)
    let covered = writer.reader.index.last.rawValue
    let expected = (0..<covered).filter { $0 % 20 == 7 && $0 % 3 != 0 }.map { $0 + 1 }
    #expect(matches?.places.map(\.position.rawValue) == expected && expected.count > 3)
  }

  @Test func `a tag that fills only the last run is looked up`() throws {
    let journal = try TestJournal(segmentBytes: 3000)
    var writer = try journal.writer()
    for (tag, count) in [("common", 600), ("busy", 40)] {
      for _ in 0..<count / 20 {
        try writer.batch { (writer) throws(JournalError) in
          for _ in 0..<20 {
            let event = NewEvent(type: "a.one", tags: [Tag("item", tag)])
            try writer.append([event], at: TestJournal.start)
          }
        }
        while try IndexBench.extend(journal, with: &writer.reader) {}
      }
    }
    let index = writer.reader.index
    let last = try #require(index.runs.last).header
    #expect(last.first.rawValue > 560 && last.count > 16 && last.last.rawValue > 620)
    func places(_ tag: String) throws -> Int? {
      let query = Query.of([], Tag("item", tag))
      return try index.matches(query, after: .start, through: writer.head)?.places.count
    }
    #expect(try places("busy") == last.last.rawValue - 600)
    #expect(try places("common") == nil)
  }

  @Test func `no change of the index's files changes the results`() throws {
    let journal = try IndexBench.journal(appends: 60)
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
        try IndexBench.expectAgreement(journal, seed: UInt64(round), queries: 4)
      }
      try journal.folder.write(whole, to: path)
    }
  }

  @Test func `runs of another journal are ignored`() throws {
    let journal = try IndexBench.journal(seed: 1, appends: 100)
    let other = try IndexBench.journal(
      seed: 2, appends: 100, id: JournalID(EventID(high: 7, low: 7)))
    try IndexBench.removeIndex(of: journal)
    for name in try other.folder.names(in: "index") {
      try journal.folder.write(other.folder.bytes("index/\(name)"), to: "index/\(name)")
    }
    var reader = try journal.reader()
    _ = try IndexBench.found(.of(["a.one"]), after: 0, through: 9, in: &reader)
    #expect(reader.index.runs.isEmpty)
    try IndexBench.expectAgreement(journal, seed: 3, queries: 50)
  }

  @Test func `runs of another history are ignored`() throws {
    // The same journal with other events, as if its segments had been restored from a backup.
    let journal = try IndexBench.journal(seed: 1, appends: 100)
    let other = try IndexBench.journal(seed: 2, appends: 100)
    try IndexBench.removeIndex(of: journal)
    for name in try other.folder.names(in: "index") {
      try journal.folder.write(other.folder.bytes("index/\(name)"), to: "index/\(name)")
    }
    var reader = try journal.reader()
    _ = try IndexBench.found(.of(["a.one"]), after: 0, through: 9, in: &reader)
    #expect(reader.index.runs.isEmpty)
    try IndexBench.expectAgreement(journal, seed: 3, queries: 50)
  }
}

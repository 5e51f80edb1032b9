import TestSupport
import Testing

@testable import EventStore

/// The index in memory of the events that the index files do not cover.
@Suite struct TailIndexTests {
  @Test func `a repeated query indexes in memory the events that the files do not cover`() throws {
    let journal = try TestJournal(segmentBytes: 3000)
    var writer = try journal.writer()
    var reader = try journal.reader()
    var random = SeededRandom(seed: 5)
    for round in 0..<40 {
      if round == 20 {
        _ = try IndexBench.extend(journal, with: &writer.reader, .init(step: 300))
      }
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(IndexBench.events(&random), at: TestJournal.start)
      }
      try reader.refresh()
      if round == 30 { reader.index.load() }
      let events = try IndexBench.all(in: &reader)
      for question in 0..<3 {
        let query = IndexBench.query(&random)
        let expected = events.filter { query.matches($0.type, $0.allTags) }
        #expect(
          try IndexBench.found(query, after: 0, through: events.count, in: &reader)
            == expected.map(\.position.rawValue))
        if round == 0 && question == 0 { #expect(reader.tail?.last ?? .start == .start) }
      }
    }
    _ = try IndexBench.found(
      .of([], IndexBench.tags[0]), after: 0, through: reader.head.rawValue, in: &reader)
    #expect(reader.index.last > .start && reader.tail?.start == reader.index.last)
    #expect(reader.tail?.last == reader.head)
  }

  @Test func `every query returns the events before damage and then reports it`() throws {
    let journal = try IndexBench.journal(appends: 60)
    try IndexBench.removeIndex(of: journal)
    var whole = try journal.reader()
    let tag = IndexBench.tags[0]
    let matches = try IndexBench.all(in: &whole).filter { $0.allTags.contains(tag) }.map(\.position)
    let middle = try #require(matches.dropFirst(matches.count / 2).first)
    try IndexBench.damage(journal, near: middle)
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
}

import TestSupport
import Testing

@testable import EventStore

/// Journals of many segments, and damage to segments.
@Suite struct SegmentTests {
  /// Twelve events in segments of one or two appends each.
  private func journal() throws -> TestJournal {
    let journal = try TestJournal(segmentBytes: 300)
    for count in [1, 3, 1, 2, 1, 1, 2, 1] { try journal.batch(count) }
    return journal
  }

  private func damage(_ journal: TestJournal) -> Damage? {
    failure { () throws(JournalError) in try journal.writer() }?.damage
  }

  @Test func `segments are closed at their size and read in order`() throws {
    let journal = try journal()
    let names = try journal.folder.names(in: "segments")
    #expect(names.count == 5)
    #expect(names.first == "00000000000000000001.jsonl")
    var reader = try journal.reader()
    #expect(try reader.positions() == Array(1...12))
    var backwards: [Int] = []
    try reader.forEachBackwards { event in
      backwards.append(event.position.rawValue)
      return true
    }
    #expect(backwards == (1...12).reversed())
    #expect(reader.segmentCount == 5)
    #expect(reader.manifest.closed.map(\.first) == reader.closed.map(\.first))
    for after in 0...12 {
      var found: [Int] = []
      try reader.forEach(after: Position(after)) { (view) throws(JournalError) in
        found.append(view.position.rawValue)
        return true
      }
      #expect(found == Array((after + 1)..<13))
    }
  }

  @Test func `reading resumes where it stopped, even within an append`() throws {
    let journal = try TestJournal()
    try journal.batch(1, 5, 2)
    var reader = try journal.reader()
    for stop in 1...8 {
      var found: [Int] = []
      try reader.forEach(after: Position(stop - 1)) { (view) throws(JournalError) in
        found.append(view.position.rawValue)
        return false
      }
      #expect(found == [stop])
      #expect(reader.places.furthest?.sequence.expected == Position(stop + 1))
    }
    #expect(try reader.positions() == Array(1...8))
  }

  @Test func `an open reader continues in new segments`() throws {
    let journal = try TestJournal(segmentBytes: 300)
    var reader = try journal.reader()
    var seen: [Int] = []
    for count in [1, 3, 1, 2, 1, 1] {
      try journal.batch(count)
      #expect(try reader.mayHaveNews())
      try reader.refresh()
      #expect(try !reader.mayHaveNews())
      try reader.forEach(after: Position(seen.count)) { (view) throws(JournalError) in
        seen.append(view.position.rawValue)
        return true
      }
    }
    #expect(seen == Array(1...9))
  }

  @Test func `data after the last record of a closed segment is detected when it is read`() throws {
    let journal = try journal()
    let bytes = try journal.segment()
    try journal.folder.write(bytes + bytes, to: TestJournal.firstSegment)
    let found = failure { () throws(JournalError) in try journal.positions() }?.damage
    #expect(found?.path == journal.folder.path(TestJournal.firstSegment))
    #expect(found?.offset == bytes.count)
  }

  @Test func `a truncated segment before a later one is damage`() throws {
    let journal = try journal()
    let open = try #require(try journal.folder.names(in: "segments").last)
    try journal.folder.write([], to: "segments/00000000000000000050.jsonl")
    #expect(damage(journal)?.path == journal.folder.path("segments/\(open)"))
    #expect(failure { () throws(JournalError) in try journal.reader() }?.damage != nil)
  }

  @Test func `rolling may be interrupted at any step`() throws {
    let journal = try journal()
    let names = try journal.folder.names(in: "segments")
    let open = "segments/\(try #require(names.last))"
    let manifest = try journal.folder.bytes("journal.json")
    // The new segment exists and is empty. The manifest doesn't mention it.
    try journal.batch(2)
    let full = try journal.folder.bytes(open)
    #expect(full.count >= 300)
    try journal.folder.write([], to: "segments/00000000000000000015.jsonl")
    var reader = try journal.reader()
    #expect(try reader.positions() == Array(1...14))
    #expect(reader.segmentCount == names.count + 1)
    #expect(try journal.folder.bytes("journal.json") == manifest)
    // Simulates an interruption while writing the manifest.
    try journal.folder.write(manifest.prefix(40), to: "journal.json.new")
    var writer = try journal.writer()
    #expect(writer.manifest.closed.last?.last == Position(14))
    #expect(!journal.folder.exists("journal.json.new"))
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(TestJournal.events(1), at: TestJournal.start)
    }
    #expect(try journal.positions() == Array(1...15))
    // An outdated manifest does no harm.
    try journal.folder.write(manifest, to: "journal.json")
    #expect(try journal.positions() == Array(1...15))
    #expect(try journal.writer().manifest.closed.count == names.count)
  }

  @Test func `a torn tail before a new segment is damage`() throws {
    let journal = try journal()
    let open = try #require(try journal.folder.names(in: "segments").last)
    let bytes = try journal.folder.bytes("segments/\(open)")
    try journal.folder.write(bytes + json("{\"posi"), to: "segments/\(open)")
    try journal.folder.write([], to: "segments/00000000000000000013.jsonl")
    #expect(damage(journal)?.reason == .truncated)
  }
}

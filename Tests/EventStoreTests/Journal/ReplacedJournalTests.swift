import Foundation
import TestSupport
import Testing

@testable import EventStore

/// A journal that goes while somebody has it open: what is written to files without a name is lost,
/// so nothing may be acknowledged any more.
@Suite struct ReplacedJournalTests {
  /// Puts the records of another journal in the place of an empty one, as `import --records` does.
  private func importRecords(of source: TestJournal, into target: TestJournal) throws {
    var reader = try source.reader()
    let header = RecordsHeader(reader.manifest, events: reader.head.rawValue)
    var records = try RecordsImport.begin(header, into: target.directory, wait: 100)
    var lines: [[UInt8]] = []
    try reader.forEach { view in
      var line: [UInt8] = []
      view.appendLine(to: &line)
      lines.append(line)
      return true
    }
    for (index, line) in lines.enumerated() { try records.add(line, number: index + 2) }
    try records.finish()
  }

  private func replaced(_ journal: TestJournal) -> JournalError {
    .replaced(path: journal.folder.path)
  }

  @Test(arguments: [
    TestJournal.id, JournalID(EventID(high: 0x0190_a5e4_7c00_7fff, low: 0x8fff_0123_4567_89ab)),
  ])
  func `who had the empty journal open appends nothing once records are imported there`(
    from id: JournalID
  ) throws {
    let source = try TestJournal(segmentBytes: 600, id: id)
    try source.batch(2, 3, 4)
    let journal = try TestJournal()
    var writer = try journal.writer()
    var reader = try journal.reader()
    try importRecords(of: source, into: journal)
    for _ in 0..<2 {
      let error = failure { () throws(JournalError) in
        try writer.batch { (writer) throws(JournalError) in
          try writer.append(TestJournal.events(1), at: TestJournal.start)
        }
      }
      #expect(error == replaced(journal), "and again, however often it is tried")
    }
    #expect(try reader.mayHaveNews())
    #expect(failure { () throws(JournalError) in try reader.refresh() } == replaced(journal))
    #expect(try journal.positions() == Array(1...9))
    try journal.batch(1)
    #expect(try journal.positions() == Array(1...10))
  }

  @Test func `who had a journal open that was removed appends nothing`() throws {
    let journal = try TestJournal()
    try journal.batch(3)
    var writer = try journal.writer()
    var reader = try journal.reader()
    try FileManager.default.removeItem(atPath: journal.folder.path)
    let error = failure { () throws(JournalError) in
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(TestJournal.events(1), at: TestJournal.start)
      }
    }
    #expect(error == replaced(journal))
    #expect(failure { () throws(JournalError) in try reader.refresh() } == replaced(journal))
    // What was read once can still be read.
    #expect(try reader.positions() == [1, 2, 3])
  }

  @Test func `a closed segment may be replaced, since an erasure does that`() throws {
    let journal = try TestJournal(segmentBytes: 1)
    try journal.batch(1)
    var writer = try journal.writer()
    var reader = try journal.reader()
    try journal.batch(1)
    let segment = try journal.segment()
    try journal.folder.write(segment, to: "copy")
    try journal.directory.files.rename(
      journal.folder.path + "/copy", to: journal.folder.path + "/" + TestJournal.firstSegment)
    try reader.refresh()
    #expect(try reader.positions() == [1, 2])
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(TestJournal.events(1), at: TestJournal.start)
    }
    #expect(try journal.positions() == [1, 2, 3])
  }

  @Test func `files in memory lose their names, too`() throws {
    let files = MemoryFileSystem()
    let file = try files.open("/a", for: .creating)
    #expect(try file.status() == FileStatus(size: 0, isNamed: true))
    _ = try files.open("/b", for: .creating)
    try files.rename("/b", to: "/a")
    #expect(try file.status() == FileStatus(size: 0, isNamed: false))
    let other = try files.open("/a", for: .writing)
    #expect(try other.status().isNamed)
    try files.remove("/a")
    #expect(try !other.status().isNamed)
  }
}

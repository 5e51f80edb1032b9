import Foundation
import TestSupport
import Testing

@testable import EventStore

/// A journal that is removed or replaced while it is open. Writes to files without a name are lost,
/// so no further append may be acknowledged.
@Suite struct ReplacedJournalTests {
  private func replaced(_ journal: TestJournal) -> JournalError {
    .replaced(path: journal.folder.path)
  }

  @Test(arguments: [
    TestJournal.id, JournalID(EventID(high: 0x0190_a5e4_7c00_7fff, low: 0x8fff_0123_4567_89ab)),
  ])
  func `a writer of an empty journal refuses to append after an import has replaced it`(
    from id: JournalID
  ) throws {
    let source = try TestJournal(segmentBytes: 600, id: id)
    try source.batch(2, 3, 4)
    let journal = try TestJournal()
    var writer = try journal.writer()
    var reader = try journal.reader()
    try source.importRecords(into: journal.directory)
    for _ in 0..<2 { #expect(error(of: &writer) == replaced(journal), "every attempt is refused") }
    #expect(try reader.mayHaveNews())
    #expect(failure { () throws(JournalError) in try reader.refresh() } == replaced(journal))
    #expect(try journal.positions() == Array(1...9))
    try journal.batch(1)
    #expect(try journal.positions() == Array(1...10))
  }

  @Test(arguments: [true, false])
  func `a writer of an empty journal refuses to append during an interrupted import`(
    isMadeAnew: Bool
  ) throws {
    let files = FaultyFileSystem()
    let source = try TestJournal()
    try source.batch(2)
    let journal = try TestJournal(files: files)
    var writer = try journal.writer()
    files.fail { $0.step == .rename ? .error(.inputOutput) : nil }
    #expect(throws: RecordsImportError.self) { try source.importRecords(into: journal.directory) }
    files.heal()
    if isMadeAnew { _ = try journal.directory.create(JournalSettings(), at: TestJournal.start) }
    #expect(error(of: &writer) == replaced(journal))
    if !isMadeAnew { try source.importRecords(into: journal.directory) }
    #expect(error(of: &writer) == replaced(journal))
    #expect(try journal.positions() == (isMadeAnew ? [] : [1, 2]))
  }

  @Test func `another history is recognised although the open segment was empty`() throws {
    let journal = try TestJournal(segmentBytes: 200)
    let other = try TestJournal(segmentBytes: 200)
    for each in [journal, other] {
      try each.batch(2)
      var writer = try each.writer()
      try writer.batch { _ in }
    }
    let reader = try journal.reader()
    #expect(reader.open.first > reader.head)
    var diverged = try other.reader()
    let error = failure { () throws(JournalError) in
      try diverged.requireContinuation(of: reader.point)
    }
    #expect(error == replaced(other))
  }

  @Test func `a writer refuses to append to a journal without its manifest`() throws {
    let journal = try TestJournal()
    try journal.batch(2)
    var writer = try journal.writer()
    let reader = try journal.reader()
    let (path, kept) = (journal.directory.manifestPath, journal.folder.path + "/kept")
    try FileManager.default.moveItem(atPath: path, toPath: kept)
    for _ in 0..<2 { #expect(error(of: &writer) == replaced(journal)) }
    #expect(failure { () throws(JournalError) in try reader.requireInPlace() } == replaced(journal))
    try FileManager.default.moveItem(atPath: kept, toPath: path)
    #expect(error(of: &writer) == nil)
    #expect(try journal.positions() == [1, 2, 3])
  }

  @Test func `a writer resumes after a failed write only in its own journal`() throws {
    let files = FaultyFileSystem()
    let journal = try TestJournal(files: files)
    var writer = try journal.writer()
    files.fail { $0.step == .write && $0.path.hasSuffix(".jsonl") ? .error(.noSpace) : nil }
    guard case .storageFailed = error(of: &writer) else {
      Issue.record("the write didn't fail")
      return
    }
    files.heal()
    let other = JournalID(EventID(high: 0x0190_a5e4_7c00_7fff, low: 0x8fff_0123_4567_89ab))
    let source = try TestJournal(id: other)
    try source.batch(2)
    try source.importRecords(into: journal.directory)
    #expect(error(of: &writer) == replaced(journal))
    #expect(try journal.positions() == [1, 2])
  }

  @Test func `a writer doesn't resume after a failed write in a restored former state`() throws {
    let files = FaultyFileSystem()
    let journal = try TestJournal(files: files)
    try journal.batch(2)
    let former = try journal.segment()
    try journal.batch(2)
    var writer = try journal.writer()
    files.fail { $0.step == .write && $0.path.hasSuffix(".jsonl") ? .error(.noSpace) : nil }
    #expect(error(of: &writer) != nil)
    files.heal()
    try journal.folder.write(former, to: TestJournal.firstSegment)
    #expect(error(of: &writer) == replaced(journal))
    #expect(try journal.positions() == [1, 2])
  }

  @Test func `imported records survive an old suspect mark`() throws {
    let source = try TestJournal()
    try source.batch(3)
    let journal = try TestJournal()
    try journal.folder.write(Array("{\"position\":1,".utf8), to: TestJournal.firstSegment)
    try journal.directory.mark(TruncationMark(segment: Position(1), length: 0))
    try source.importRecords(into: journal.directory)
    #expect(try journal.positions() == [1, 2, 3])
    try journal.batch(1)
    #expect(try journal.positions() == [1, 2, 3, 4])
  }

  @Test func `no segment is created in an exchanged folder`() throws {
    let folder = try TemporaryFolder()
    let (former, current) = (try TestJournal(segmentBytes: 300), try TestJournal())
    let files = FileManager.default
    let link = folder.path("current")
    try files.createSymbolicLink(atPath: link, withDestinationPath: former.folder.path)
    var writer = try JournalWriter.open(JournalDirectory(link), wait: 1000)
    #expect(error(of: &writer) == nil)
    #expect(error(of: &writer) == nil)
    try files.removeItem(atPath: link)
    try files.createSymbolicLink(atPath: link, withDestinationPath: current.folder.path)
    // The segment is full, and the next one would be created in the other journal.
    #expect(error(of: &writer) == .replaced(path: link))
    #expect(try former.positions() == [1, 2])
    #expect(try current.positions() == [])
  }

  /// The error of an append.
  private func error(of writer: inout JournalWriter) -> JournalError? {
    failure { () throws(JournalError) in
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(TestJournal.events(1), at: TestJournal.start)
      }
    }
  }

  @Test func `a writer of a removed journal refuses to append`() throws {
    let journal = try TestJournal()
    try journal.batch(3)
    var writer = try journal.writer()
    var reader = try journal.reader()
    try FileManager.default.removeItem(atPath: journal.folder.path)
    #expect(error(of: &writer) == replaced(journal))
    #expect(failure { () throws(JournalError) in try reader.refresh() } == replaced(journal))
    // Events that were read once can still be read.
    #expect(try reader.positions() == [1, 2, 3])
  }

  @Test func `a closed segment may be replaced, since erasures do that`() throws {
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

  @Test func `files in memory lose their names when replaced`() throws {
    let files = MemoryFileSystem()
    let file = try files.open("/a", for: .creating)
    #expect(try file.status().isNamed)
    _ = try files.open("/b", for: .creating)
    try files.rename("/b", to: "/a")
    #expect(try !file.status().isNamed)
    let other = try files.open("/a", for: .writing)
    #expect(try other.status().isNamed)
    try files.remove("/a")
    #expect(try !other.status().isNamed)
  }
}

import TestSupport
import Testing

@testable import EventStore

/// What is made from the journal while others append to it and erase.
@Suite struct DerivedFilesTests {
  private let sizes = IndexBuilding.Sizes(step: 300, run: 6000, fanOut: 3)

  private func extend(_ journal: TestJournal, with reader: inout JournalReader) throws -> Bool {
    try IndexBuilding(journal.directory, journal: reader.manifest.journal, sizes: sizes)
      .extend(with: &reader)
  }

  private func runs(_ journal: TestJournal) throws -> [String] {
    try journal.folder.names(in: "index").filter { $0 != JournalIndex.lockName }
  }

  @Test func `a writer that indexes goes on behind a segment that another one has begun`() throws {
    let journal = try TestJournal(segmentBytes: 900)
    try journal.batch(1, 1, 1)
    var writer = try journal.writer()
    for _ in 0..<4 { try journal.batch(2, 2) }
    #expect(try extend(journal, with: &writer.reader))
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(TestJournal.events(1), at: TestJournal.start)
    }
    #expect(try journal.positions() == Array(1...20))
  }

  @Test func `a run that was read before an erasure is left out`() throws {
    let bench = try ErasureBench()
    var stale = try bench.journal.reader()
    try bench.erase("user:eva")
    #expect(try !extend(bench.journal, with: &stale))
    #expect(try runs(bench.journal) == [])
    var fresh = try bench.journal.reader()
    #expect(try extend(bench.journal, with: &fresh))
    #expect(try !runs(bench.journal).isEmpty)
  }

  @Test func `a snapshot of before an erasure is not kept, and its reader learns of it yet`() throws
  {
    let bench = try ErasureBench()
    var reader = try bench.journal.reader()
    let store = SnapshotStore(bench.journal.directory)
    let snapshot = Snapshot(
      model: "test.names", version: 1, position: reader.head, state: Array("{}".utf8))
    #expect(try store.keep(snapshot, folded: &reader))
    try bench.erase("user:eva")
    #expect(try !store.keep(snapshot, folded: &reader))
    #expect(try bench.journal.folder.names(in: "snapshots") == [])
    #expect(try reader.wasDisturbed(wait: 0))
    #expect(try store.keep(snapshot, folded: &reader))
  }

  @Test func `a file is put in place whatever else was appended`() throws {
    let bench = try ErasureBench()
    var reader = try bench.journal.reader()
    try bench.record([ErasureBench.plain(13)])
    #expect(try extend(bench.journal, with: &reader))
    #expect(try runs(bench.journal).count == 1)
    #expect(reader.head.rawValue == 12, "the reader sees nothing new by it")
  }
}

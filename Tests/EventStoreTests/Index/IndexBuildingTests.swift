import Foundation
import TestSupport
import Testing

@testable import EventStore

/// The files of the index are built, merged and rebuilt.
@Suite struct IndexBuildingTests {
  @Test func `an invalid index is rebuilt`() throws {
    let journal = try IndexBench.journal(appends: 100)
    let name = try IndexBench.firstRun(of: journal)
    var bytes = try journal.folder.bytes("index/\(name)")
    for page in 1..<bytes.count / 4096 { bytes[page * 4096 + 100] ^= 1 }
    try journal.folder.write(bytes, to: "index/\(name)")
    try journal.folder.write([1], to: "index/notes.txt")
    var writer = try journal.writer()
    _ = try IndexBench.found(.of(["a.one"]), after: 0, through: 999, in: &writer.reader)
    while try IndexBench.extend(journal, with: &writer.reader) {}
    let file = try? journal.folder.bytes("index/\(name)")
    #expect(file != bytes)
    #expect(try journal.folder.bytes("index/notes.txt") == [1], "a foreign file stays")
    try IndexBench.expectAgreement(journal, seed: 1, queries: 20)
  }

  @Test func `a deleted index is rebuilt`() throws {
    let journal = try IndexBench.journal(appends: 100)
    try IndexBench.removeIndex(of: journal)
    try IndexBench.expectAgreement(journal, seed: 1, queries: 20)
    var writer = try journal.writer()
    while try IndexBench.extend(journal, with: &writer.reader) {}
    #expect(try !journal.folder.names(in: "index").isEmpty)
    try IndexBench.expectAgreement(journal, seed: 1, queries: 20)
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
      _ = try IndexBench.extend(journal, with: &writer.reader, sizes)
      for run in writer.reader.index.runs {
        written["\(run.header.first)-\(run.header.last)"] = run.coveredBytes
      }
    }
    // Each byte is written at most once per tier: three to the fourth exceeds 60 steps.
    #expect(written.values.reduce(0, +) <= 5 * writer.reader.open.end)
    #expect(writer.reader.index.runs.count < 3 * 5)
  }

  @Test func `a reader rebuilds an index that was found to be wrong`() throws {
    let journal = try IndexBench.journal(appends: 100)
    let name = try IndexBench.firstRun(of: journal)
    let bytes = try journal.folder.bytes("index/\(name)")
    try journal.folder.write(Array(bytes.dropLast(4096)), to: "index/\(name)")
    var reader = try journal.reader()
    for tag in IndexBench.tags {
      _ = try IndexBench.found(.of([], tag), after: 0, through: 999, in: &reader)
    }
    #expect(reader.index.isDistrusted)
    reader.completeIndex(sizes: .init(step: 300, run: 6000, fanOut: 3))
    #expect(!reader.index.isDistrusted && reader.unindexedBytes < 300)
    try IndexBench.expectAgreement(journal, seed: 1, queries: 20)
  }

  @Test func `a reader uses the index that is rebuilt after an erasure`() throws {
    let journal = try IndexBench.journal(appends: 100)
    let sizes = IndexBuilding.Sizes(step: 300, run: 6000, fanOut: 3)
    var reader = try journal.reader()
    let query = Query.of([], IndexBench.tags[0])
    let found = try IndexBench.found(query, after: 0, through: 999, in: &reader)
    var writer = try journal.writer()
    _ = try writer.erase(Erasure(of: [Tag("user", "eva")], actor: "admin"), at: TestJournal.start)
    writer.reader.completeIndex(sizes: sizes)
    #expect(writer.reader.unindexedBytes < 300)
    try reader.refresh(wait: 0)
    let left = try IndexBench.found(query, after: 0, through: 999, in: &reader)
    #expect(Set(left).isSubset(of: found))
    #expect(!reader.index.isDistrusted && reader.unindexedBytes < 300)
  }

  @Test func `a missing index can be built completely in one call`() throws {
    let journal = try IndexBench.journal()
    try IndexBench.removeIndex(of: journal)
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
    try IndexBench.expectAgreement(journal, seed: 1, queries: 20)
  }

  @Test func `a reader builds the index up to damage, and does not try again`() throws {
    let journal = try IndexBench.journal()
    try IndexBench.removeIndex(of: journal)
    try IndexBench.damage(journal, near: Position(journal.reader().head.rawValue / 2))
    var reader = try journal.reader()
    var runs = 0
    reader.completeIndex({ _, _ in runs += 1 }, sizes: IndexBench.sizes)
    #expect(runs > 1 && reader.index.isGivenUp && reader.stoppedAt == nil)
    reader.completeIndex({ _, _ in Issue.record("it tries again") }, sizes: IndexBench.sizes)
    #expect(try reader.event(at: 1)?.position == 1)
  }

  @Test(.enabled(if: geteuid() == 0, "needs a second user"))
  func `no index file is created in another user's journal`() throws {
    let journal = try IndexBench.journal(appends: 60)
    try IndexBench.removeIndex(of: journal)
    func give(to owner: Int) throws {
      try FileManager.default.setAttributes(
        [.ownerAccountID: owner], ofItemAtPath: journal.folder.path)
    }
    try give(to: 65_534)
    var reader = try journal.reader()
    reader.completeIndex(sizes: .init(step: 300, run: 6000, fanOut: 3))
    #expect(try journal.folder.names(in: "index").isEmpty && reader.index.isGivenUp)
    let snapshot = Snapshot(name: "test", version: 1, position: reader.head, bytes: [1])
    #expect(
      throws: JournalError.exposed(
        path: journal.directory.path, .otherOwner)
    ) { try SnapshotStore(reader.directory).store(snapshot, folded: &reader) }
    try give(to: 0)
  }

  @Test func `the index's files are accessible only to their owner`() throws {
    let journal = try IndexBench.journal(appends: 60)
    let names = try journal.folder.names(in: "index")
    #expect(names.contains { $0.hasSuffix(".index") })
    for name in names {
      #expect(try journal.folder.permissions("index/\(name)") == 0o600, "\(name)")
    }
    #expect(try journal.folder.permissions("index") == 0o700)
  }
}

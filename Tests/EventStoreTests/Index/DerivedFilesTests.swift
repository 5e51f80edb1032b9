import TestSupport
import Testing

@testable import EventStore

/// Derived files that are made during other processes' appends and erasures.
@Suite struct DerivedFilesTests {
  private let sizes = IndexBuilding.Sizes(step: 300, run: 6000, fanOut: 3)

  private func extend(_ journal: TestJournal, with reader: inout JournalReader) throws -> Bool {
    try IndexBuilding(journal.directory, journal: reader.manifest.journal, sizes: sizes)
      .extend(with: &reader)
  }

  private func runs(_ journal: TestJournal) throws -> [String] {
    try journal.folder.names(in: "index")
  }

  @Test func `an indexing writer continues after a segment that another writer began`() throws {
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

  @Test func `a run made before an erasure is discarded`() throws {
    let bench = try ErasureBench()
    var stale = try bench.journal.reader()
    try bench.erase("user:eva")
    #expect(try !extend(bench.journal, with: &stale))
    #expect(try runs(bench.journal) == [])
    var fresh = try bench.journal.reader()
    #expect(try extend(bench.journal, with: &fresh))
    #expect(try !runs(bench.journal).isEmpty)
  }

  @Test func `a snapshot from before an erasure is discarded, and its reader refreshes`() throws {
    let bench = try ErasureBench()
    var reader = try bench.journal.reader()
    let store = SnapshotStore(bench.journal.directory)
    let snapshot = Snapshot(
      name: "test.names", version: 1, position: reader.head, bytes: Array("{}".utf8))
    #expect(try store.store(snapshot, folded: &reader))
    try bench.erase("user:eva")
    #expect(try !store.store(snapshot, folded: &reader))
    #expect(try bench.journal.folder.names(in: "snapshots") == [])
    #expect(try reader.wasDisturbed(wait: 0))
    #expect(try store.store(snapshot, folded: &reader))
  }

  @Test func `a derived file is stored despite other appends`() throws {
    let bench = try ErasureBench()
    var reader = try bench.journal.reader()
    try bench.record([ErasureBench.plain(13)])
    #expect(try extend(bench.journal, with: &reader))
    #expect(try runs(bench.journal).count == 1)
    #expect(reader.head.rawValue == 12, "the reader doesn't advance")
  }

  @Test func `a file with data from before an erasure is not even created`() throws {
    let bench = try ErasureBench()
    let stale = try bench.journal.reader()
    try bench.erase("user:eva")
    let folder = "\(bench.journal.directory.path)/snapshots"
    try bench.journal.directory.createDerivedFolder(folder)
    let isWritten = try stale.writeDerivedFile("\(folder)/a@1.snapshot", madeUpTo: stale.head) {
      _ in
      // A process killed here would leave the file.
      Issue.record("the file is written")
    }
    #expect(!isWritten)
    #expect(try bench.journal.folder.names(in: "snapshots") == [])
  }

  @Test func `a file written during an erasure is removed`() throws {
    let bench = try ErasureBench()
    let reader = try bench.journal.reader()
    let folder = "\(bench.journal.directory.path)/snapshots"
    try bench.journal.directory.createDerivedFolder(folder)
    let isWritten = try reader.writeDerivedFile("\(folder)/a@1.snapshot", madeUpTo: reader.head) {
      file in
      #expect(try bench.journal.folder.names(in: "snapshots") == ["a@1.snapshot.new"])
      try bench.erase("user:eva")
      try file.write(Array("Eva".utf8), at: 0)
      #expect(try bench.journal.folder.names(in: "snapshots") == [])
    }
    #expect(!isWritten)
    #expect(try bench.journal.folder.names(in: "snapshots") == [])
  }

  @Test func `abandoned temporary files are removed, those in use are not`() throws {
    let bench = try ErasureBench()
    var reader = try bench.journal.reader()
    let store = SnapshotStore(bench.journal.directory)
    func snapshot(_ position: Int) -> Snapshot {
      Snapshot(
        name: "test.names", version: 1, position: Position(position), bytes: Array("{}".utf8))
    }
    struct Killed: Error {}
    #expect(try store.store(snapshot(1), folded: &reader))
    let folder = "\(bench.journal.directory.path)/snapshots"
    #expect(throws: Killed.self) {
      _ = try reader.writeDerivedFile("\(folder)/test.other@1.snapshot", madeUpTo: reader.head) {
        _ in
        throw Killed()
      }
    }
    #expect(try bench.journal.folder.names(in: "snapshots").count == 2)
    let path = "\(folder)/test.names@2.snapshot"
    var other = try bench.journal.reader()
    let isWritten = try reader.writeDerivedFile(path, madeUpTo: reader.head) { file in
      try file.write(Array("half".utf8), at: 0)
      #expect(try !store.store(snapshot(2), folded: &other), "another process stores the same one")
      #expect(try store.store(snapshot(3), folded: &other))
      try file.write(Array("all of it".utf8), at: 0)
    }
    #expect(isWritten)
    let names = try bench.journal.folder.names(in: "snapshots").sorted()
    #expect(names == (1...3).map { "test.names@\($0).snapshot" })
    let bytes = try bench.journal.folder.bytes("snapshots/test.names@2.snapshot")
    #expect(bytes == Array("all of it".utf8))
  }

  @Test func `a failure to store a snapshot names the file or folder`() throws {
    let files = FaultyFileSystem()
    let bench = try ErasureBench(files: files)
    var reader = try bench.journal.reader()
    let store = SnapshotStore(bench.journal.directory)
    let snapshot = Snapshot(
      name: "test.names", version: 1, position: reader.head, bytes: Array("{}".utf8))
    let folder = "\(bench.journal.folder.path)/snapshots"
    let file = "\(folder)/test.names@12.snapshot"
    let steps: [(FaultyFileSystem.Step, doing: String, path: String)] = [
      (.createDirectory, "making", folder), (.open(.creating), "writing", file),
      (.write, "writing", file), (.rename, "writing", file),
    ]
    for (step, doing, path) in steps {
      files.fail { $0.step == step ? .error(.noSpace) : nil }
      let expected = JournalError.storageFailed(doing: doing, path: path, .noSpace)
      #expect(throws: expected) { try store.store(snapshot, folded: &reader) }
    }
    #expect(try bench.journal.folder.names(in: "snapshots") == [], "no file is left")
    files.heal()
    #expect(try store.store(snapshot, folded: &reader))
  }
}

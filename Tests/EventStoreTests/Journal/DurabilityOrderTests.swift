import TestSupport
import Testing

@testable import EventStore

/// The order in which files must reach stable storage.
@Suite struct DurabilityOrderTests {
  private let files = FaultyFileSystem()

  /// The calls without the note in the lock file, on which nothing depends.
  private func calls(_ steps: FaultyFileSystem.Step...) -> [String] {
    files.calls.filter { steps.contains($0.step) && !$0.path.hasSuffix(".lock") }
      .map { "\($0.step) \($0.path)" }
  }

  @Test func `a new journal's folders are durable before its manifest`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("a/b/c")
    try JournalDirectory(path, files: files).create(
      JournalSettings(timeZone: .utc), at: TestJournal.start)
    let calls = calls(.syncDirectory, .rename)
    let manifest = try #require(calls.firstIndex(of: "rename \(path)/journal.json"))
    for parent in [folder.path, folder.path("a"), folder.path("a/b"), path, "\(path)/segments"] {
      let synced = try #require(calls.firstIndex(of: "syncDirectory \(parent)"))
      #expect(synced < manifest, "\(parent)")
    }
    #expect(calls.last == "syncDirectory \(path)")
  }

  @Test func `the name of an existing segment is made durable before it is written`() throws {
    let journal = try TestJournal(segmentBytes: 300, files: files)
    try journal.batch(1)
    var writer = try journal.writer()
    try journal.batch(2)
    // Simulates a writer that was interrupted after rolling.
    try journal.folder.write([], to: "segments/00000000000000000004.jsonl")
    files.heal()
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(TestJournal.events(1), at: TestJournal.start)
    }
    let segment = journal.folder.path("segments/00000000000000000004.jsonl")
    let calls = calls(.syncDirectory, .write)
    let synced = try #require(
      calls.firstIndex(of: "syncDirectory \(journal.directory.segmentsPath)"))
    let written = try #require(calls.firstIndex(of: "write \(segment)"))
    #expect(synced < written)
    #expect(try journal.positions() == [1, 2, 3, 4])
  }

  @Test func `rolling creates the segment before the manifest closes the previous one`() throws {
    let journal = try TestJournal(segmentBytes: 300, files: files)
    try journal.batch(2)
    files.heal()
    try journal.batch(1)
    let segment = journal.folder.path("segments/00000000000000000003.jsonl")
    let folder = journal.directory.segmentsPath
    let manifest = journal.folder.path("journal.json")
    let calls = calls(.open(.creating), .sync, .syncDirectory, .rename, .write)
    #expect(
      calls.drop { !$0.contains(segment) } == [
        "open(EventStore.OpenPurpose.creating) \(segment)", "sync \(segment)",
        "syncDirectory \(folder)",
        "open(EventStore.OpenPurpose.creating) \(manifest).new", "write \(manifest).new",
        "sync \(manifest).new", "rename \(manifest)", "syncDirectory \(journal.folder.path)",
        "write \(segment)", "sync \(segment)", "write \(journal.directory.syncedPath)",
      ])
  }

  @Test func `a batch takes one write and one sync`() throws {
    let journal = try TestJournal(files: files)
    var writer = try journal.writer()
    files.heal()
    try writer.batch { (writer) throws(JournalError) in
      for _ in 0..<50 { try writer.append(TestJournal.events(3), at: TestJournal.start) }
    }
    let segment = journal.folder.path(TestJournal.firstSegment)
    let synced = journal.directory.syncedPath
    #expect(
      calls(.write, .sync, .syncDirectory, .truncate) == [
        "write \(segment)", "sync \(segment)", "write \(synced)",
      ])
  }

  @Test func `a reader of synced data writes and syncs nothing`() throws {
    let journal = try TestJournal(files: files)
    try journal.batch(3)
    files.heal()
    var reader = try journal.reader()
    try reader.refresh()
    _ = try reader.positions()
    #expect(calls(.write, .sync, .truncate, .rename, .remove) == [])
    #expect(!files.calls.contains { $0.step == .open(.writing) })
  }

  @Test func `data left by a killed writer is written and synced again once`() throws {
    let journal = try TestJournal(files: files)
    try journal.batch(3)
    try journal.batch(2)
    let synced = journal.directory.syncedPath
    try journal.folder.remove("journal.synced")
    files.heal()
    var reader = try journal.reader()
    let segment = journal.folder.path(TestJournal.firstSegment)
    let expected = ["write \(segment)", "sync \(segment)", "write \(synced)"]
    #expect(calls(.write, .sync, .truncate, .rename, .remove) == expected)
    // Only the last batch, since the records of a batch prove that earlier ones are synced.
    #expect(reader.open.proved == .init(offset: reader.open.end, next: Position(6)))
    _ = try journal.reader()
    try reader.refresh()
    #expect(calls(.write, .sync, .truncate, .rename, .remove) == expected)
    #expect(try reader.positions() == [1, 2, 3, 4, 5])
  }

  @Test func `files are accessible only to their owner`() throws {
    let journal = try TestJournal(segmentBytes: 300)
    for _ in 0..<4 { try journal.batch(2) }
    try journal.directory.mark(TruncationMark(segment: Position(99), length: 1))
    for name in try journal.folder.contents().keys {
      #expect(try journal.folder.permissions(name) == 0o600, "\(name)")
    }
    #expect(try journal.folder.permissions("segments") == 0o700)
    let folder = try TemporaryFolder()
    try JournalDirectory(folder.path("x/y")).create(
      JournalSettings(timeZone: .utc), at: TestJournal.start)
    for name in ["x", "x/y", "x/y/segments"] {
      #expect(try folder.permissions(name) == 0o700, "\(name)")
    }
  }
}

import TestSupport
import Testing

@testable import EventStore

/// `journal.synced` saves work and has no other effect.
@Suite struct SyncedMarkTests {
  private static let folder = "/journal"

  private func journal() throws -> (files: MemoryFileSystem, directory: JournalDirectory) {
    let files = MemoryFileSystem()
    let directory = JournalDirectory(Self.folder, files: files)
    let manifest = Manifest(
      journal: TestJournal.id, createdAt: TestJournal.start, timeZone: .utc,
      passwordIterations: 1000, key: TestJournal.key.id, segmentBytes: 600)
    _ = try directory.create(manifest, key: TestJournal.key)
    var writer = try JournalWriter.open(directory)
    for count in [2, 3, 1] {
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(TestJournal.events(count), at: TestJournal.start)
      }
    }
    return (files, directory)
  }

  @Test func `for any numbers in the mark, reading is unchanged and a writer can append`() throws {
    let (files, directory) = try journal()
    let end = try JournalReader.open(directory).open.end
    let numbers = [1, 4, 6, end - 1, end, end + 1, 1 << 31, 1 << 53, .max - 1, .max]
    for segment in numbers {
      for length in numbers {
        let copy = JournalDirectory(Self.folder, files: files.copy())
        let file = try copy.files.open(copy.syncedPath, for: .writing)
        let mark = SyncedMark(segment: Position(segment), end: length)
        try mark.write(to: file, of: TestJournal.id)
        #expect(try SyncedMark.read(from: file, of: TestJournal.id) == mark)
        var reader = try JournalReader.open(copy)
        #expect(try reader.positions() == [1, 2, 3, 4, 5, 6])
        #expect(reader.unproved == nil)
        var writer = try JournalWriter.open(copy)
        try writer.batch { (writer) throws(JournalError) in
          try writer.append(TestJournal.events(1), at: TestJournal.start)
        }
        #expect(writer.head == Position(7))
        #expect(try copy.verify().damageCount == 0)
      }
    }
  }

  @Test func `a foreign, changed or truncated mark is ignored`() throws {
    let (files, directory) = try journal()
    let file = try files.open(directory.syncedPath, for: .writing)
    let whole = try file.contents(file.size())
    for index in whole.indices {
      try file.write([whole[index] ^ 1], at: index)
      #expect(try SyncedMark.read(from: file, of: TestJournal.id) == nil)
      try file.write([whole[index]], at: index)
    }
    #expect(try SyncedMark.read(from: file, of: TestJournal.id) != nil)
    let other = JournalID(EventID(high: 1, low: 2))
    #expect(try SyncedMark.read(from: file, of: other) == nil)
    try file.truncate(to: whole.count - 1)
    #expect(try SyncedMark.read(from: file, of: TestJournal.id) == nil)
  }
}

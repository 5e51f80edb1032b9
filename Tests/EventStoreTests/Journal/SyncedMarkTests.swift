import Foundation
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

  @Test func `a mark of lost bytes does not vouch for those written in their place`() throws {
    let journal = try TestJournal()
    try journal.batch(1)
    let shorter = try journal.reader().open.end
    try journal.batch(1)
    let file = try SystemFileSystem().open(
      journal.folder.path + "/" + TestJournal.firstSegment, for: .writing)
    try file.truncate(to: shorter)
    let files = FaultyFileSystem()
    let directory = JournalDirectory(journal.folder.path, files: files)
    do {
      var writer = try JournalWriter.open(directory)
      // Killed between its write and its sync.
      files.fail { call in
        switch call.step {
        case .sync where call.path.hasSuffix(".jsonl"): .error(.inputOutput)
        case .truncate where call.path.hasSuffix(".jsonl"): .error(.inputOutput)
        case .open where call.path.contains("suspect"): .error(.inputOutput)
        default: nil
        }
      }
      _ = failure { () throws(JournalError) in
        try writer.batch { (writer) throws(JournalError) in
          try writer.append(TestJournal.events(1), at: TestJournal.start)
        }
      }
    }
    files.heal()
    let reader = try JournalReader.open(directory)
    #expect(reader.head == Position(2))
    #expect(files.calls.contains { $0.step == .sync }, "the bytes are written and synced again")
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

import TestSupport
import Testing

@testable import EventStore

/// The events that `recover` saves of a damaged journal, and those that it lists as lost.
@Suite struct RecoveryTests {
  private let files = FaultyFileSystem.unsynced
  private let target: TemporaryFolder

  init() throws { target = try TemporaryFolder() }

  /// Twelve events in six segments, two in each; the last one is open.
  private func journal() throws -> TestJournal {
    let journal = try TestJournal(segmentBytes: 300, files: files)
    for _ in 1...6 { try journal.batch(2) }
    return journal
  }

  private func segment(_ first: Int) -> String {
    "segments/\(JournalDirectory.segmentName(Position(first)))"
  }

  /// Recovers the journal.
  ///
  /// - Returns: the number of saved events, the lost ones, and whether no event is lost according to
  ///   the verification.
  private func recover(_ journal: TestJournal) throws -> (saved: Int, lost: [String], whole: Bool) {
    let saved = JournalDirectory(target.path("saved"))
    let recovered = try journal.directory.recover(to: saved)
    let verified = try saved.verify()
    #expect(verified.damageCount == 0 && verified.intact == recovered.copy.verification.intact)
    let lost = recovered.lost.map { part in
      "\(part.positions.lowerBound)-\(part.positions.upperBound) \(part.isReadable)"
    }
    return (verified.intact.rawValue, lost, recovered.found.isUnbroken)
  }

  @Test(arguments: [
    (1, ["2-2 false", "3-5 true"]), (3, ["2-4 false", "5-5 true"]), (4, ["2-5 false"]),
  ])
  func `a damaged append at the end is listed whole`(_ record: Int, _ lost: [String]) throws {
    let journal = try TestJournal(files: files)
    try journal.batch(1, 4)
    var lines = try journal.segment().split(separator: 0x0a).map { Array($0) }
    lines[record][20] ^= 1
    try journal.folder.write(
      Array(lines.joined(separator: [0x0a])) + [0x0a], to: TestJournal.firstSegment)
    #expect(try recover(journal) == (1, lost, false))
  }

  @Test func `lines after the last record of a closed segment lose no event`() throws {
    for (from, to) in [(5, 3), (11, 1)] {
      let journal = try journal()
      let added = try journal.folder.bytes(segment(from))
      let bytes = try journal.folder.bytes(segment(to))
      try journal.folder.write(bytes + added, to: segment(to))
      #expect(try recover(journal) == (12, [], true))
      #expect(try journal.directory.verify().damageCount == 1)
      try target.remove("saved")
    }
  }

  @Test(arguments: ["00000000000000000004", "00000000000000000100"])
  func `a stray file among the segments loses no event`(_ name: String) throws {
    let journal = try journal()
    try journal.folder.write([], to: "segments/\(name).jsonl")
    #expect(try recover(journal) == (12, [], true))
    #expect(try journal.directory.verify().damages.map(\.reason) == [.unexpectedSegment])
  }

  @Test func `records of another segment do not hide those of later ones`() throws {
    let journal = try journal()
    let bytes = try journal.folder.bytes(segment(5))
    try journal.folder.write(bytes, to: segment(1))
    #expect(try recover(journal) == (0, ["1-2 false", "3-12 true"], false))
  }

  @Test func `a missing open segment is listed if the mark tells of its events`() throws {
    let journal = try journal()
    try journal.folder.remove(segment(11))
    #expect(try recover(journal) == (10, ["11-11 false"], false))
  }

  @Test func `an erasure is intact although a record that it names is damaged`() throws {
    let bench = try ErasureBench(files: files)
    try bench.erase("user:eva")
    var bytes = try bench.journal.segment()
    let second = try #require(bytes.firstIndex(of: 0x0a)) + 1
    bytes[second + 20] ^= 1
    try bench.journal.folder.write(bytes, to: TestJournal.firstSegment)
    let found = try bench.journal.directory.verify()
    #expect(found.damages.map(\.reason) == [.checksum])
    #expect(found.readable.last?.upperBound == 13)
  }

  @Test func `each line is read a few times, however many are damaged`() throws {
    let journal = try TestJournal(files: files)
    let text = String(repeating: "x", count: 2000)
    let event = NewEvent(type: "test.happened", data: json(#"{"text":"\#(text)"}"#))
    var writer = try journal.writer()
    for _ in 1...240 {
      try writer.batch { (writer) throws(JournalError) in
        try writer.append([event], at: TestJournal.start)
      }
    }
    func reads() throws -> Int {
      files.fail { $0.step == .sync || $0.step == .syncDirectory ? .noEffect : nil }
      _ = try journal.directory.verify()
      return files.calls.count { $0.step == .read && $0.path.hasSuffix(".jsonl") }
    }
    let intact = try reads()
    var bytes = try journal.segment()
    // A hole in every second block but the last ones.
    for start in stride(from: 512, to: bytes.count - 8192, by: 1024) {
      bytes.replaceSubrange(start..<start + 512, with: repeatElement(0, count: 512))
    }
    try journal.folder.write(bytes, to: TestJournal.firstSegment)
    #expect(try journal.directory.verify().damageCount > 100)
    #expect(try reads() <= 3 * intact)
  }
}

import TestSupport
import Testing

@testable import EventStore

/// Sections that were removed or restored by other means than an erasure.
@Suite struct TamperedErasureTests {
  private func rewrite(
    _ bench: ErasureBench, line number: Int, _ change: (String) -> String
  ) throws {
    try bench.journal.folder.rewrite(line: number, of: TestJournal.firstSegment, change)
  }

  private func cut(_ line: String) -> String {
    line.replacing(/,"salt".*/, with: "")
  }

  private func reasons(_ bench: ErasureBench) throws -> [String] {
    try bench.journal.directory.verify().damages.map { damage in
      #expect(damage.path.hasSuffix(TestJournal.firstSegment) || damage.offset == nil)
      return "\(damage.position!.rawValue) \(damage.reason)"
    }
  }

  @Test func `a missing section that no erasure names is reported`() throws {
    let bench = try ErasureBench()
    try rewrite(bench, line: 0, cut)
    let found = try bench.journal.directory.verify()
    #expect(found.damages.map(\.reason) == [.unnamedErasure] && found.intact == .start)
    #expect(found.damages[0].position == Position(1) && found.damages[0].offset == 0)
    try bench.erase("user:eva")
    #expect(try reasons(bench) == ["1 \(Damage.Reason.unnamedErasure)"])
  }

  /// The erasure begins a segment of its own.
  private static let second = "segments/00000000000000000013.jsonl"

  @Test func `an erasure in an unfinished append has no effect`() throws {
    let bench = try ErasureBench(segmentBytes: 1 << 20)
    let before = try bench.journal.segment()
    try bench.erase("user:eva", "user:anna")
    let append = try #require(try bench.journal.folder.contents()[Self.second])
    #expect(append.split(separator: 0x0a).count == 2)
    try bench.journal.folder.write(Array(append.dropLast(9)), to: Self.second)
    let erased = try bench.journal.directory.verify()
    #expect(erased.torn != nil && erased.intact == .start)
    #expect(erased.damages.map(\.reason) == Array(repeating: .unnamedErasure, count: 7))
    try bench.journal.folder.write(before, to: TestJournal.firstSegment)
    let kept = try bench.journal.directory.verify()
    #expect(kept.torn != nil && kept.damages.isEmpty && kept.intact == Position(12))
  }

  @Test func `a damaged erasure is reported, and not the sections that it named`() throws {
    let bench = try ErasureBench(segmentBytes: 1 << 20)
    try bench.erase("user:eva")
    try bench.record([ErasureBench.plain(14)])
    var bytes = try #require(try bench.journal.folder.contents()[Self.second])
    bytes[20] ^= 1
    try bench.journal.folder.write(bytes, to: Self.second)
    let found = try bench.journal.directory.verify()
    #expect(found.damages.map(\.position) == [Position(13)] && found.intact == Position(12))
    #expect(found.unrecordedErasures.count == 5)
  }

  @Test func `a missing segment is reported, and not the sections that its erasures named`() throws
  {
    let bench = try ErasureBench()
    try bench.erase("user:eva")
    for number in 14...20 { try bench.record([ErasureBench.plain(number)]) }
    try bench.erase("user:peter")
    let segments = try bench.journal.folder.contents().filter {
      $0.key.hasPrefix("segments/") && $0.value.contains("system.erase".utf8)
    }
    try bench.journal.folder.remove(try #require(segments.keys.min()))
    let found = try bench.journal.directory.verify()
    #expect(found.damages.map(\.reason) == [.missingSegment] && found.erased > 0)
  }

  @Test func `a restored section is reported`() throws {
    let bench = try ErasureBench()
    let before = try bench.journal.segment()
    try bench.erase("user:eva")
    try bench.journal.folder.write(before, to: TestJournal.firstSegment)
    let found = try bench.journal.directory.verify()
    #expect(found.damages.map(\.reason) == [.notErased(Position(2))])
    #expect(found.damages[0].position == Position(13))
    // With the mark it counts as an interrupted erasure, which the next writer completes.
    try bench.journal.folder.write([], to: "journal.erasing")
    #expect(try bench.journal.directory.verify().hasUnfinishedErasure)
    _ = try bench.journal.writer()
    #expect(try reasons(bench) == [])
    #expect(try bench.files(holding: ErasureBench.eva) == [])
  }

  @Test func `a partially removed section is damage`() throws {
    for change: (String) -> String in [
      { line in line.replacing(/,"salt":"[0-9a-f]*"/, with: "") },
      { line in self.cut(line) + #","fingerprint":"5f""# },
      { line in line + #","personal":{"name":"Anna"}"# },
    ] {
      let bench = try ErasureBench()
      try rewrite(bench, line: 0, change)
      #expect(try bench.journal.directory.verify().damages.map(\.position) == [Position(1)])
    }
  }

  @Test func `an unreadable erasure is damage and completes nothing`() throws {
    let bench = try ErasureBench()
    try bench.record([
      NewEvent(type: SubjectErased.type, data: json(#"{"subject":"x","positions":[[2,1]]}"#))
    ])
    let found = try bench.journal.directory.verify()
    #expect(found.damages.count == 1 && found.damages[0].position == Position(13))
  }
}

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

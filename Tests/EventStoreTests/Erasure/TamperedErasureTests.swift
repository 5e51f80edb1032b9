import TestSupport
import Testing

@testable import EventStore

/// Sections that are gone, or there again, by other ways than an erasure.
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

  @Test func `a section that no erasure names is missed`() throws {
    let bench = try ErasureBench()
    try rewrite(bench, line: 0, cut)
    let found = try bench.journal.directory.verify()
    #expect(found.damages.map(\.reason) == [.unnamedErasure] && found.intact == .start)
    #expect(found.damages[0].position == Position(1) && found.damages[0].offset == 0)
    try bench.erase("user:eva")
    #expect(try reasons(bench) == ["1 \(Damage.Reason.unnamedErasure)"])
  }

  @Test func `a section that is there again is told`() throws {
    let bench = try ErasureBench()
    let before = try bench.journal.segment()
    try bench.erase("user:eva")
    try bench.journal.folder.write(before, to: TestJournal.firstSegment)
    let found = try bench.journal.directory.verify()
    #expect(found.damages.map(\.reason) == [.notErased(Position(2))])
    #expect(found.damages[0].position == Position(13))
    // With the mark it is an erasure that was cut off, which the next writer finishes.
    try bench.journal.folder.write([], to: "journal.erasing")
    #expect(try bench.journal.directory.verify().hasUnfinishedErasure)
    _ = try bench.journal.writer()
    #expect(try reasons(bench) == [])
    #expect(try bench.files(holding: ErasureBench.eva) == [])
  }

  @Test func `a part of a section that is left behind is damage`() throws {
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

  @Test func `an unreadable erasure is damage, and finishes nothing`() throws {
    let bench = try ErasureBench()
    try bench.record([
      NewEvent(type: SubjectErased.type, data: json(#"{"subject":"x","positions":[[2,1]]}"#))
    ])
    let found = try bench.journal.directory.verify()
    #expect(found.damages.count == 1 && found.damages[0].position == Position(13))
  }
}

import TestSupport
import Testing

@testable import EventStore

/// Results of `recover` for a journal that was damaged after an erasure.
@Suite struct RecoveredErasureTests {
  private let bench: ErasureBench
  private let target: TemporaryFolder

  init() throws {
    bench = try ErasureBench()
    target = try TemporaryFolder()
    try bench.erase("user:eva")
  }

  private var saved: JournalDirectory { JournalDirectory(target.path("saved")) }

  /// Changes a byte in the middle of a record.
  private func damage(_ number: Int, of other: ErasureBench? = nil) throws {
    let position = Position(number)
    let journal = (other ?? bench).journal
    let reader = try journal.reader()
    let first = try #require(
      (reader.manifest.closed.map(\.first) + [reader.manifest.firstOpen]).last { $0 <= position })
    let name = String(journal.directory.segmentPath(first).dropFirst(journal.folder.path.count + 1))
    var lines = try journal.folder.bytes(name).split(separator: 0x0a).map { Array($0) }
    lines[position.rawValue - first.rawValue][20] ^= 1
    try journal.folder.write(Array(lines.joined(separator: [0x0a])) + [0x0a], to: name)
  }

  /// A journal whose erasure of two persons was recorded, but not finished.
  private func interrupted() throws -> ErasureBench {
    let files = FaultyFileSystem.unsynced
    let bench = try ErasureBench(files: files)
    files.fail(Self.failsToRewrite)
    #expect(throws: JournalError.self) { try bench.erase("user:anna", "user:eva") }
    files.heal()
    return bench
  }

  private static let failsToRewrite: FaultyFileSystem.Rule = { call in
    call.step == .rename && call.path.hasSuffix(".jsonl") ? .error(.noSpace) : nil
  }

  private func positions(_ ranges: [ClosedRange<Int>]) -> PositionRanges {
    PositionRanges(ranges.map { Position($0.lowerBound)...Position($0.upperBound) })
  }

  @Test(
    arguments: [
      (9, 8, [2...3, 5...5, 8...8]), (4, 1, []), (13, 12, [2...3, 5...5, 8...8, 11...11]),
    ] as [(Int, Int, [ClosedRange<Int>])])
  func `events are saved even if the event of their erasure is lost`(
    damaged: Int, intact: Int, erased: [ClosedRange<Int>]
  ) throws {
    try damage(damaged)
    let recovered = try bench.journal.directory.recover(to: saved)
    let copy = recovered.copy.verification
    #expect(copy.intact.rawValue == intact)
    #expect(copy.unrecordedErasures == positions(erased))
    // Erasures after the damage are known as long as they are readable.
    #expect(recovered.found.unrecordedErasures == positions(damaged == 13 ? erased : []))
    let found = try saved.verify()
    #expect(found.damageCount == 0 && found.intact.rawValue == intact)
    #expect(found.erased == found.notedErasures && found.erased == positions(erased).count)
    #expect(
      try saved.manifest().unrecordedErasures == (erased.isEmpty ? nil : positions(erased)))
  }

  @Test func `noted erasures are part of every copy, and later ones are recorded`() throws {
    try damage(9)
    _ = try bench.journal.directory.recover(to: saved)
    do {
      var writer = try JournalWriter.open(saved)
      let erasure = Erasure(of: ["user:anna"], actor: "admin")
      _ = try writer.erase(erasure, at: TestJournal.start)
      try writer.batch { (writer) throws(JournalError) in
        try writer.append([ErasureBench.plain(1)], at: TestJournal.start)
      }
    }
    let copy = JournalDirectory(target.path("copy"))
    _ = try saved.copy(to: copy, withKeys: true)
    let again = JournalDirectory(target.path("again"))
    _ = try copy.recover(to: again)
    let noted = positions([2...3, 5...5, 8...8])
    for journal in [saved, copy, again] {
      let found = try journal.verify()
      #expect(found.damageCount == 0 && found.notedErasures == noted.count)
      #expect(found.erased == noted.count + 1 && found.intact == Position(10))
      #expect(try journal.manifest().unrecordedErasures == noted)
    }
  }

  @Test(arguments: [(10, false), (13, true), (14, true)])
  func `an interrupted erasure is finished in the recovered journal if its event is readable`(
    damaged: Int, isLost: Bool
  ) throws {
    let bench = try interrupted()
    try damage(damaged, of: bench)
    let recovered = try bench.journal.directory.recover(to: saved)
    #expect(recovered.mayLackErasure == isLost)
    guard !isLost else { return }
    let named = positions([1...3, 5...5, 8...8])
    #expect(recovered.copy.verification.unrecordedErasures == named)
    #expect(try saved.manifest().unrecordedErasures == named)
    #expect(try saved.verify().erased == named.count)
    let kept = try target.contents().filter { file in
      ErasureBench.eva.contains { file.value.contains(Array($0.utf8)) }
    }
    #expect(kept.isEmpty)
  }

  @Test func `a copy whose erasure could not be finished stays, and its next writer finishes it`()
    throws
  {
    let bench = try interrupted()
    let source = bench.journal.directory
    let files = FaultyFileSystem.unsynced
    let copy = JournalDirectory(target.path("copy"), files: files)
    files.fail(Self.failsToRewrite)
    let error = failure { () throws(JournalError) in try source.copy(to: copy, withKeys: true) }
    guard case .erasureUnfinished(copy.path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    files.heal()
    let named = positions([1...3, 5...5, 8...8, 11...12])
    var reader = try JournalReader.open(copy)
    var erased = PositionRanges()
    try reader.forEach { view in
      if view.isErased { erased.append(view.position) }
      return true
    }
    #expect(erased == named)
    _ = try JournalWriter.open(copy)
    #expect(try copy.verify().erased == named.count)
  }

  @Test func `a section removed afterwards is reported as missing`() throws {
    try damage(9)
    _ = try bench.journal.directory.recover(to: saved)
    try target.rewrite(line: 0, of: "saved/" + TestJournal.firstSegment) { line in
      line.replacing(/,"salt".*/, with: "")
    }
    #expect(try saved.verify().damages.map(\.reason) == [.unnamedErasure])
  }
}

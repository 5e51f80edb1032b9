import TestSupport
import Testing

@testable import EventStore

/// An erasure interrupted at any step either has not happened or is completed later. No reader sees
/// a partial one.
@Suite struct CutOffErasureTests {
  private static let order = Erasure(of: ["user:eva", "user:peter"], actor: "admin")
  private static let named = [2, 3, 5, 6, 8, 11]
  private static let traces = ErasureBench.eva + ["Пётр"]

  /// Injects no failures and skips syncs: these tests lose the process, not the power.
  private static func stopFailing(_ files: FaultyFileSystem) { files.fail(unsynced) }

  private static let unsynced: FaultyFileSystem.Rule = { call in
    call.step == .sync || call.step == .syncDirectory ? .noEffect : nil
  }

  /// Erases while every call from `step` on fails.
  ///
  /// - Returns: whether the erasure completed before.
  private func erase(
    _ bench: ErasureBench, _ files: FaultyFileSystem, _ fails: @escaping @Sendable (Int) -> Bool
  ) throws -> Bool {
    var writer = try bench.journal.writer()
    files.fail { fails($0.number) ? .error(.inputOutput) : Self.unsynced($0) }
    defer { Self.stopFailing(files) }
    return failure { () throws(JournalError) in
      try writer.erase(Self.order, at: TestJournal.start)
    } == nil
  }

  /// Checks the state of a journal after an interrupted erasure.
  private func check(_ bench: ErasureBench, _ before: [StoredEvent], root: Digest) throws {
    // A reader sees the state before the erasure or after it.
    let seen = try bench.events()
    let isRecorded = seen.count > before.count
    let erased = isRecorded ? Self.named : []
    #expect(seen.count == (isRecorded ? 14 : 12))
    #expect(seen.filter(\.isErased).map(\.position.rawValue) == erased)
    let kept = before.filter { !erased.contains($0.position.rawValue) }
    #expect(Array(seen.filter { !$0.isErased }.prefix(12 - erased.count)) == kept)
    try checkRecords(of: bench, isRecorded)
    let found = try bench.journal.directory.verify(rootAt: 12)
    #expect(found.damages == [] && found.earlierRoot == root)
    try checkCopies(of: bench, seen)
    // The next writer completes the erasure, so that nothing remains.
    _ = try bench.journal.writer()
    #expect(try bench.events() == seen)
    let verified = try bench.journal.directory.verify(rootAt: 12)
    #expect(verified.damages == [] && !verified.hasUnfinishedErasure)
    #expect(verified.earlierRoot == root && verified.erased == erased.count)
    #expect(!bench.journal.folder.exists("journal.erasing"))
    #expect(try bench.files(holding: Self.traces).isEmpty == isRecorded)
    #expect(try bench.journal.folder.contents().keys.allSatisfy { !$0.hasSuffix(".new") })
    // A second recovery changes nothing, and appends continue.
    let completed = try bench.journal.folder.contents()
    _ = try bench.journal.writer()
    #expect(try bench.journal.folder.contents() == completed)
    try bench.record([ErasureBench.plain(0)])
    #expect(try bench.journal.positions() == Array(1...seen.count + 1))
  }

  /// Checks that the journal can be copied in this state, and that the erasure is completed in the
  /// copy before anybody opens it.
  private func checkCopies(of bench: ErasureBench, _ seen: [StoredEvent]) throws {
    let folder = try TemporaryFolder()
    let journal = bench.journal.directory
    for name in ["backup", "recovered"] {
      let copy = JournalDirectory(folder.path(name), files: journal.files)
      if name == "backup" {
        _ = try journal.copy(to: copy, withKeys: true)
      } else {
        _ = try journal.recover(to: copy)
      }
      let files = try folder.contents().filter { $0.key.hasPrefix(name) }
      #expect(!files.keys.contains("\(name)/journal.erasing"))
      let holdsTexts = files.values.contains { bytes in
        Self.traces.contains { bytes.contains(Array($0.utf8)) }
      }
      #expect(holdsTexts != seen.contains(where: \.isErased))
      var writer = try JournalWriter.open(copy)
      var events: [StoredEvent] = []
      try writer.reader.forEach { view in
        events.append(StoredEvent(view))
        return true
      }
      #expect(events == seen)
      let verified = try copy.verify()
      #expect(verified.damages == [] && !verified.hasUnfinishedErasure)
      #expect(verified.erased == seen.count { $0.isErased })
    }
  }

  /// Checks that exported records are valid and lack the erased data.
  private func checkRecords(of bench: ErasureBench, _ isRecorded: Bool) throws {
    var reader = try bench.journal.reader()
    var lines: [[UInt8]] = []
    try reader.forEach { view in
      lines.append([])
      view.appendLine(to: &lines[lines.count - 1])
      return true
    }
    var records = SingleRecordDecoder(journal: TestJournal.id)
    for line in lines { #expect(records.read(line[...]) { _ in nil } == nil) }
    let holds = lines.contains { line in Self.traces.contains { line.contains(Array($0.utf8)) } }
    #expect(holds != isRecorded)
  }

  @Test(arguments: [400, 900, 1 << 20])
  func `cut off permanently at any step`(segmentBytes: Int) throws {
    for step in Effort.current.steps(every: 12) {
      let files = FaultyFileSystem.unsynced
      let bench = try ErasureBench(segmentBytes: segmentBytes, files: files)
      let before = try bench.events()
      let root = try bench.journal.directory.verify().tree.root
      var reader = try bench.journal.reader()
      _ = try reader.positions()
      let isThrough = try erase(bench, files) { number in number >= step }
      // A reader that was open during the erasure sees what a new one sees.
      try reader.refresh()
      var observed: [StoredEvent] = []
      try reader.forEach { view in
        observed.append(StoredEvent(view))
        return true
      }
      #expect(try observed == bench.events(), "step \(step)")
      try check(bench, before, root: root)
      if isThrough { break }
    }
  }

  @Test func `any single failing step`() throws {
    for step in Effort.current.steps(every: 8) {
      let files = FaultyFileSystem.unsynced
      let bench = try ErasureBench(files: files)
      let before = try bench.events()
      let root = try bench.journal.directory.verify().tree.root
      let isThrough = try erase(bench, files) { $0 == step }
      try check(bench, before, root: root)
      // The erasure recovers from some failures itself, so its success does not end the test.
      if isThrough && step >= 60 { break }
    }
  }

  @Test func `cut off while the next writer finishes it, and again`() throws {
    for step in Effort.current.sample([30, 46, 62, 78, 94, 110], 2) {
      for next in Effort.current.steps(every: 12) {
        let files = FaultyFileSystem.unsynced
        let bench = try ErasureBench(files: files)
        let before = try bench.events()
        let root = try bench.journal.directory.verify().tree.root
        _ = try erase(bench, files) { $0 >= step }
        files.fail { $0.number >= next ? .error(.inputOutput) : Self.unsynced($0) }
        let isThrough = failure { () throws(JournalError) in try bench.journal.writer() } == nil
        Self.stopFailing(files)
        try check(bench, before, root: root)
        if isThrough { break }
      }
    }
  }

  @Test func `a writer can complete its failed erasure`() throws {
    let files = FaultyFileSystem.unsynced
    let bench = try ErasureBench(files: files)
    var writer = try bench.journal.writer()
    files.fail { $0.step == .rename && $0.path.hasSuffix(".jsonl") ? .error(.noSpace) : nil }
    let error = failure { () throws(JournalError) in
      try writer.erase(Self.order, at: TestJournal.start)
    }
    guard case .erasureUnfinished = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try bench.erasedPositions() == Self.named)
    #expect(try bench.journal.directory.verify().hasUnfinishedErasure)
    Self.stopFailing(files)
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([ErasureBench.plain(0)], at: TestJournal.start)
    }
    #expect(try bench.files(holding: Self.traces) == [])
    #expect(try bench.journal.positions() == Array(1...15))
  }
}

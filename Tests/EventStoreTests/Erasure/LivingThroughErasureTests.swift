import TestSupport
import Testing

@testable import EventStore

/// Readers and writers that are open during another process's erasure.
@Suite struct LivingThroughErasureTests {
  private func erasedPositions(_ reader: inout JournalReader) throws -> [Int] {
    var erased: [Int] = []
    try reader.forEach { view in
      if view.isErased { erased.append(view.position.rawValue) }
      return true
    }
    return erased
  }

  @Test(arguments: [400, 900, 1 << 20])
  func `a reader resumes after its last position in the new segments`(bytes: Int) throws {
    for place in Effort.current.sample(1...12, 4) {
      let bench = try ErasureBench(segmentBytes: bytes)
      var reader = try bench.journal.reader()
      // Stops after `place`, to resume there.
      try reader.forEach { $0.position.rawValue < place }
      try bench.erase("user:eva")
      var rest: [Int] = []
      try reader.forEach(after: Position(place)) { view in
        rest.append(view.position.rawValue)
        return true
      }
      #expect(rest == Array(place..<12).map { $0 + 1 })
      try reader.refresh()
      #expect(reader.head.rawValue == 13 && reader.lastErasure?.rawValue == 13)
      #expect(try erasedPositions(&reader) == [2, 3, 5, 8, 11])
      for position in 1...13 {
        #expect(try reader.time(at: Position(position)) == TestJournal.start)
      }
    }
  }

  @Test func `a fold is restarted if an erasure interrupts it`() throws {
    let bench = try ErasureBench()
    var reader = try bench.journal.reader()
    var runs = 0
    let seen = try reader.undisturbed(wait: 1000) { reader in
      runs += 1
      var names: [Int] = []
      var count = 0
      try reader.forEach { view in
        count += 1
        if view.hasSection { names.append(view.position.rawValue) }
        return true
      }
      if runs == 1 { try bench.erase("user:eva") }
      if runs == 2 { try bench.record([ErasureBench.plain(0)]) }
      return names
    }
    // Appends alone don't restart the fold.
    #expect(runs == 2 && seen == [1, 6, 12])
    #expect(reader.head.rawValue == 14)
  }

  @Test func `a fold that catches up with the erasure itself is restarted, too`() throws {
    let bench = try ErasureBench()
    var reader = try bench.journal.reader()
    var runs = 0
    try reader.undisturbed(wait: 1000) { reader in
      runs += 1
      guard runs == 1 else { return }
      try bench.erase("user:eva")
      try reader.refresh()
    }
    #expect(runs == 2)
  }

  @Test func `a fold that every erasure interrupts gives up`() throws {
    let bench = try ErasureBench()
    var reader = try bench.journal.reader()
    #expect {
      try reader.undisturbed(wait: 1000) { _ in
        try bench.record([ErasureBench.person("user:eva", name: "Eva")])
        try bench.erase("user:eva")
      }
    } throws: { error in
      if case JournalError.erasedMeanwhile = error { true } else { false }
    }
  }

  @Test func `an open writer detects the erasure`() throws {
    let bench = try ErasureBench()
    var writer = try bench.journal.writer()
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([ErasureBench.plain(13)], at: TestJournal.start)
    }
    try bench.erase("user:eva")
    // No position is named twice.
    let outcome = try writer.erase(
      Erasure(of: ["user:eva", "user:anna"], actor: "admin"), at: TestJournal.start)
    #expect(outcome.search.found[0].isEmpty)
    #expect(outcome.events.map(\.position.rawValue) == [15])
    #expect(try bench.erasedPositions() == [1, 2, 3, 5, 8, 11, 12])
    #expect(try bench.journal.directory.verify().damages == [])
  }

  @Test func `an erased personal tag no longer matches`() throws {
    let bench = try ErasureBench()
    var reader = try bench.journal.reader()
    let phone = Query([.init(tags: [EventStore.Tag("phone", ErasureBench.secrets[2])])])
    func count(_ reader: inout JournalReader) throws -> Int {
      var count = 0
      try reader.forEach(phone) { _ in
        count += 1
        return true
      }
      return count
    }
    #expect(try count(&reader) == 1)
    try bench.erase("user:eva")
    try reader.refresh()
    #expect(try count(&reader) == 0)
    // An append with the condition that no event has the phone succeeds again.
    var writer = try bench.journal.writer()
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(
        [ErasureBench.plain(0)], at: TestJournal.start, if: AppendCondition(noneMatch: phone))
    }
  }

  @Test(arguments: [400, 900, 1 << 20])
  func `a reader with an index in memory continues in the new segments`(bytes: Int) throws {
    let bench = try ErasureBench(segmentBytes: bytes)
    var reader = try bench.journal.reader()
    func positions(_ tag: EventStore.Tag) throws -> [Int] {
      var found: [Int] = []
      try reader.forEach(Query([.init(tags: [tag])])) { view in
        found.append(view.position.rawValue)
        return true
      }
      return found
    }
    let phone = EventStore.Tag("phone", ErasureBench.secrets[2])
    for _ in 0..<2 { #expect(try positions(phone) == [2]) }
    #expect(try positions("item:1") == [4, 7, 9, 10] && reader.tail?.last == reader.head)
    try bench.erase("user:eva")
    for round in 0..<3 {
      #expect(try positions("item:1") == [4, 7, 9, 10])
      // Until it refreshes, the reader may have the replaced segment open.
      if round > 0 { #expect(try positions(phone) == []) }
      for position in 1...12 {
        #expect(try reader.event(at: Position(position))?.position.rawValue == position)
      }
      try reader.refresh()
      #expect(reader.head.rawValue == 13)
    }
    #expect(reader.tail?.last == reader.head, "the index in memory is rebuilt")
  }

  @Test func `exported records include erasures, which the import completes`() throws {
    let bench = try ErasureBench()
    let key = try bench.journal.folder.bytes("journal.key")
    let before = try bench.journal.folder.names(in: "segments").prefix(2).map { name in
      (name: "segments/\(name)", bytes: try bench.journal.folder.bytes("segments/\(name)"))
    }
    try bench.erase("user:eva")
    let moved = try copy(bench, key: key)
    #expect(try moved.positions() == Array(1...13))
    #expect(try moved.directory.verify().damages == [])
    // Restores the first segments, as if the erasure had been interrupted.
    for segment in before { try bench.journal.folder.write(segment.bytes, to: segment.name) }
    #expect(try bench.journal.directory.verify().damages.map(\.reason) == [.notErased(Position(2))])
    let finished = try copy(bench, key: key)
    #expect(try finished.directory.verify().hasUnfinishedErasure)
    _ = try finished.writer()
    let verified = try finished.directory.verify()
    #expect(verified.damages == [] && verified.erased == 5)
  }

  /// Exports the records and imports them into another journal.
  private func copy(_ bench: ErasureBench, key: [UInt8]) throws -> TestJournal {
    let target = try TestJournal()
    try target.folder.remove("journal.json")
    try bench.journal.importRecords(into: target.directory)
    try target.folder.write(key, to: "journal.key")
    return target
  }
}

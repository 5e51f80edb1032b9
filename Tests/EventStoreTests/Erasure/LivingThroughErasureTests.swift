import TestSupport
import Testing

@testable import EventStore

/// Readers and writers that are open while somebody else erases.
@Suite struct LivingThroughErasureTests {
  private func gone(_ reader: inout JournalReader) throws -> [Int] {
    var gone: [Int] = []
    try reader.forEach { view in
      if view.isErased { gone.append(view.position.rawValue) }
      return true
    }
    return gone
  }

  @Test(arguments: [400, 900, 1 << 20])
  func `a reader that remembers where it was goes on in the new segments`(bytes: Int) throws {
    let bench = try ErasureBench(segmentBytes: bytes)
    for place in 1...12 {
      let bench = place == 1 ? bench : try ErasureBench(segmentBytes: bytes)
      var reader = try bench.journal.reader()
      // Stops behind `place` and is going to resume there.
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
      #expect(try gone(&reader) == [2, 3, 5, 8, 11])
      for position in 1...13 {
        #expect(try reader.time(at: Position(position)) == TestJournal.start)
      }
    }
  }

  @Test func `a fold that an erasure comes into is begun anew`() throws {
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
    // What only appends does not disturb.
    #expect(runs == 2 && seen == [1, 6, 12])
    #expect(reader.head.rawValue == 14)
  }

  @Test func `a writer that is open learns of it`() throws {
    let bench = try ErasureBench()
    var writer = try bench.journal.writer()
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([ErasureBench.plain(13)], at: TestJournal.start)
    }
    try bench.erase("user:eva")
    // Nothing is named twice.
    let outcome = try writer.erase(
      Erasure(of: ["user:eva", "user:anna"], actor: "admin"), at: TestJournal.start)
    #expect(outcome.search.found[0].isEmpty)
    #expect(outcome.events.map(\.position.rawValue) == [15])
    #expect(try bench.gone() == [1, 2, 3, 5, 8, 11, 12])
    #expect(try bench.journal.directory.verify().damages == [])
  }

  @Test func `a looked up personal tag is found no more`() throws {
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
    // An append on the condition that nobody has the phone goes through again.
    var writer = try bench.journal.writer()
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(
        [ErasureBench.plain(0)], at: TestJournal.start, if: AppendCondition(noneMatch: phone))
    }
  }

  @Test func `records move with what is erased, and finish what was not`() throws {
    let bench = try ErasureBench()
    let key = try bench.journal.folder.bytes("journal.key")
    let before = try bench.journal.folder.names(in: "segments").prefix(2).map { name in
      (name: "segments/\(name)", bytes: try bench.journal.folder.bytes("segments/\(name)"))
    }
    try bench.erase("user:eva")
    let moved = try copy(bench, key: key)
    #expect(try moved.positions() == Array(1...13))
    #expect(try moved.directory.verify().damages == [])
    // The first segments as they were before: as if the erasure had been cut off.
    for segment in before { try bench.journal.folder.write(segment.bytes, to: segment.name) }
    #expect(try bench.journal.directory.verify().damages.map(\.reason) == [.notErased(Position(2))])
    let finished = try copy(bench, key: key)
    #expect(try finished.directory.verify().hasUnfinishedErasure)
    _ = try finished.writer()
    let verified = try finished.directory.verify()
    #expect(verified.damages == [] && verified.erased == 5)
  }

  /// Exports the records and imports them elsewhere.
  private func copy(_ bench: ErasureBench, key: [UInt8]) throws -> TestJournal {
    let target = try TestJournal()
    try target.folder.remove("journal.json")
    try bench.journal.importRecords(into: target.directory)
    try target.folder.write(key, to: "journal.key")
    return target
  }
}

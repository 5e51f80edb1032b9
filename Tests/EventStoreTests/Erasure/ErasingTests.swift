import Foundation
import TestSupport
import Testing

@testable import EventStore

@Suite struct ErasingTests {
  @Test func `exactly the sections of the subject are erased, and an event records it`() throws {
    let bench = try ErasureBench()
    let before = try bench.events()
    let outcome = try bench.erase("user:eva", reason: "she asked")
    #expect(outcome.search.positions.ranges.map(\.lowerBound.rawValue) == [2, 5, 8, 11])
    #expect(outcome.search.types == ["test.personNamed": 5])
    #expect(outcome.events.map(\.position.rawValue) == [13])
    #expect(try bench.erasedPositions() == [2, 3, 5, 8, 11])
    let after = try bench.events()
    for (old, new) in zip(before, after) {
      var expected = old
      if [2, 3, 5, 8, 11].contains(old.position.rawValue) {
        expected.erasable = nil
        expected.isErased = true
      }
      #expect(new == expected)
    }
    let event = try #require(after.last)
    #expect(event.type == "system.subjectErased" && event.tags == [] && event.erasable == nil)
    #expect(event.cause == Cause(command: "system.erase", actor: "admin"))
    let subject = TestJournal.key.digest(ofErased: "user:eva").rawValue
    #expect(
      String(decoding: event.data, as: UTF8.self)
        == #"{"subject":"\#(subject)","reason":"she asked","positions":[[2,3],[5,5],[8,8],[11,11]]}"#
    )
  }

  @Test func `no file of the journal contains erased data`() throws {
    let bench = try ErasureBench()
    #expect(try bench.files(holding: ErasureBench.eva).count > 2)
    // Leftovers of an interrupted writer and derived files.
    try bench.journal.folder.write(json(ErasureBench.eva[0]), to: "segments/1.jsonl.new")
    try bench.journal.folder.write(json(ErasureBench.eva[0]), to: "journal.json.new")
    for folder in JournalDirectory.derivedFolders {
      try bench.journal.directory.files.createDirectory(bench.journal.folder.path(folder))
      for name in ["some.index", "some.snapshot", "some.new"] {
        try bench.journal.folder.write(json(ErasureBench.eva[2]), to: "\(folder)/\(name)")
      }
      // Foreign files and folders must not interfere.
      try bench.journal.folder.write(json("mine"), to: "\(folder)/notes.txt")
      try bench.journal.directory.files.createDirectory(
        bench.journal.folder.path("\(folder)/lost+found"))
    }
    try bench.erase("user:eva")
    #expect(try bench.files(holding: ErasureBench.eva) == [])
    #expect(try bench.files(holding: ["Каренина"]).count > 0)
    #expect(try bench.files(holding: ["Пётр"]).count > 0)
    #expect(try bench.journal.folder.names().allSatisfy { !$0.hasSuffix(".new") })
    #expect(!bench.journal.folder.exists("journal.erasing"))
    for folder in JournalDirectory.derivedFolders {
      #expect(try bench.journal.folder.text("\(folder)/notes.txt") == "mine")
    }
  }

  @Test func `a name that is no text does not hinder an erasure`() throws {
    let bench = try ErasureBench()
    try bench.journal.directory.files.createDirectory(bench.journal.folder.path("index"))
    let path = Array(bench.journal.folder.path("index/caf").utf8) + [0xe9] + Array(".index".utf8)
    let name = (path + [0]).map { CChar(bitPattern: $0) }
    let descriptor = unsafe open(name, O_CREAT | O_WRONLY, 0o600)
    try #require(descriptor >= 0)
    defer { unsafe unlink(name) }
    close(descriptor)
    try bench.erase("user:eva")
    #expect(!bench.journal.folder.exists("journal.erasing"))
  }

  @Test func `proofs from before the erasure stay valid`() throws {
    let bench = try ErasureBench()
    let before = try bench.journal.directory.verify()
    try bench.erase("user:eva")
    try bench.erase("user:anna", "user:peter")
    let after = try bench.journal.directory.verify(rootAt: 12)
    #expect(after.damages == [] && after.intact.rawValue == 15 && after.erased == 8)
    #expect(after.earlierRoot == before.tree.root)
    #expect(try bench.erasedPositions() == [1, 2, 3, 5, 6, 8, 11, 12])
  }

  @Test func `an erasure that matches nothing is recorded only on request`() throws {
    let bench = try ErasureBench()
    #expect(try bench.erase("user:nobody").events.isEmpty)
    #expect(try bench.journal.positions().count == 12)
    #expect(try bench.erase("user:nobody", "user:eva", recordsEmpty: true).events.count == 2)
    #expect(try bench.erase("user:eva").events.isEmpty)
    let data = try bench.events().suffix(2).map { String(decoding: $0.data, as: UTF8.self) }
    #expect(data[0].hasSuffix(#""positions":[]}"#) && data[1].hasSuffix("[11,11]]}"))
    #expect(try bench.journal.directory.verify().damages == [])
  }

  @Test func `tags are compared bytewise`() throws {
    let bench = try ErasureBench()
    try bench.record([ErasureBench.person("user:e\u{301}va", name: "one")])
    #expect(try bench.erase("user:\u{e9}va").events.isEmpty)
    #expect(try bench.erase("user:e\u{301}va").events.count == 1)
  }

  @Test func `an erasure without the journal's key is refused`() throws {
    let bench = try ErasureBench()
    try bench.journal.folder.remove("journal.key")
    var writer = try bench.journal.writer()
    let error = failure { () throws(JournalError) in
      try writer.erase(Erasure(of: ["user:eva"], actor: "admin"), at: TestJournal.start)
    }
    guard case .keyUnavailable = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try bench.erasedPositions() == [])
  }

  @Test(arguments: ["", "no name", String(repeating: "a", count: 65), "е", "a\n"])
  func `an erasure by an actor that no command may have is refused`(_ actor: String) throws {
    let bench = try ErasureBench()
    var writer = try bench.journal.writer()
    let error = failure { () throws(JournalError) in
      try writer.erase(Erasure(of: ["user:eva"], actor: actor))
    }
    #expect(
      error == .invalidEvent(reason: "its actor is not 1 to 64 ASCII letters, digits, ., _ and -"))
    #expect(try bench.erasedPositions() == [] && bench.journal.positions().count == 12)
  }

  @Test func `an erasure more than a day ahead of the clock is refused`() throws {
    let bench = try ErasureBench()
    var writer = try bench.journal.writer()
    let late = SystemClock.now().advanced(bySeconds: 25 * 60 * 60)
    let error = failure { () throws(JournalError) in
      try writer.erase(Erasure(of: ["user:eva"], actor: "admin"), at: late)
    }
    #expect(
      error
        == .invalidEvent(
          reason: "timeInFuture: the time \(late) is more than a day ahead of the clock"))
    #expect(try bench.erasedPositions() == [] && bench.journal.positions().count == 12)
    let soon = SystemClock.now().advanced(bySeconds: 23 * 60 * 60)
    #expect(
      try writer.erase(Erasure(of: ["user:eva"], actor: "admin"), at: soon).events.count == 1)
  }

  @Test func `positions that exceed one event are recorded in several`() throws {
    var positions = PositionRanges()
    for number in 1...SubjectErased.rangesPerEvent + 1 { positions.append(Position(2 * number)) }
    let events = SubjectErased.events(KeyedDigest(rawValue: "s"), positions, reason: nil)
    #expect(events.count == 2)
    #expect(events[1].data == json(#"{"subject":"s","positions":[[200002,200002]]}"#))
    #expect(events.allSatisfy { $0.data.count < Limits.recordBytes })
  }

  @Test func `the open segment is closed only if it contains erased sections`() throws {
    let bench = try ErasureBench(segmentBytes: 1 << 20)
    try bench.erase("user:eva")
    #expect(try bench.journal.folder.names(in: "segments").count == 2)
    try bench.erase("user:anna")
    try bench.erase("user:peter")
    #expect(try bench.journal.folder.names(in: "segments").count == 2)
    try bench.record([ErasureBench.person("user:eva", name: "again")])
    #expect(try bench.erasedPositions() == [1, 2, 3, 5, 6, 8, 11, 12])
    try bench.erase("user:eva")
    #expect(try bench.erasedPositions() == [1, 2, 3, 5, 6, 8, 11, 12, 16])
    #expect(try bench.journal.directory.verify().damages == [])
  }

  @Test func `a writer continues after an erasure`() throws {
    let bench = try ErasureBench()
    var writer = try bench.journal.writer()
    _ = try writer.erase(Erasure(of: ["user:eva"], actor: "admin"), at: TestJournal.start)
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(
        [ErasureBench.person("user:eva", name: "Eva again")], at: TestJournal.start)
    }
    let outcome = try writer.erase(Erasure(of: ["user:eva"], actor: "admin"), at: TestJournal.start)
    #expect(outcome.search.positions.ranges.map(\.lowerBound.rawValue) == [14])
    #expect(try bench.journal.positions() == Array(1...15))
    #expect(try bench.files(holding: ["Eva again"]) == [])
  }
}

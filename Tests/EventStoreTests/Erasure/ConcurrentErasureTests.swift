import Synchronization
import TestSupport
import Testing

@testable import EventStore

/// Concurrent writers, erasers and readers, each with its own file handles as in separate
/// processes.
@Suite struct ConcurrentErasureTests {
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  private static let people = (0..<8).map { "user:p\($0)" }

  @Test func `readers see whole prefixes without the sections that erasures name`() async throws {
    let journal = try TestJournal(segmentBytes: 3000, files: FaultyFileSystem.unsynced)
    let over = Flag()
    try await withThrowingTaskGroup(of: Int.self) { group in
      group.addTask { try Self.write(journal) }
      for share in 0..<2 { group.addTask { try Self.erase(journal, share) } }
      for _ in 0..<2 {
        group.addTask {
          var rounds = 0
          var reader = try journal.reader()
          while !over.isSet.load(ordering: .relaxed) || rounds < 3 {
            try reader.refresh()
            try Self.check(&reader)
            rounds += 1
            // The pool may have only as many threads as there are readers.
            await Task.yield()
          }
          return rounds
        }
      }
      for _ in 0..<3 { _ = try await group.next() }
      over.isSet.store(true, ordering: .relaxed)
      while let rounds = try await group.next() { #expect(rounds >= 3) }
    }
    var reader = try journal.reader()
    try Self.check(&reader)
    let verified = try journal.directory.verify()
    #expect(verified.damages == [] && !verified.hasUnfinishedErasure)
    #expect(verified.erased > 0)
  }

  private static func write(_ journal: TestJournal) throws -> Int {
    var writer = try journal.writer(wait: 20_000)
    for number in 0..<80 {
      try writer.batch { (writer) throws(JournalError) in
        let events = (0...number % 3).map { index in
          ErasureBench.person(
            EventStore.Tag(rawValue: people[(number + index) % 8]), name: "name \(number)")
        }
        try writer.append(events, at: TestJournal.start)
      }
    }
    return 0
  }

  /// Erases a subject that has events at every point of the test.
  private static func erase(_ journal: TestJournal, _ share: Int) throws -> Int {
    var writer = try journal.writer(wait: 20_000)
    for number in 0..<6 {
      let subject = EventStore.Tag(rawValue: people[(2 * number + share) % 8])
      try writer.batch { (writer) throws(JournalError) in
        try writer.append([ErasureBench.person(subject, name: "early")], at: TestJournal.start)
      }
      _ = try writer.erase(Erasure(of: [subject], actor: "admin"), at: TestJournal.start)
    }
    return 0
  }

  /// Checks that every event up to the head occurs once, and that exactly the sections named by
  /// erasures up to the head are gone.
  private static func check(_ reader: inout JournalReader) throws {
    var named = PositionRanges()
    var erased = PositionRanges()
    var isWhole = false
    try reader.undisturbed(wait: 20_000) { reader in
      (named, erased) = (PositionRanges(), PositionRanges())
      var next = 1
      try reader.forEach { (view) throws(JournalError) in
        if view.position.rawValue == next { next += 1 }
        if view.isErased { erased.append(view.position) }
        if let erasure = try view.erasure() {
          named = PositionRanges(named.ranges + erasure.positions.ranges)
        }
        return true
      }
      isWhole = next == reader.head.rawValue + 1
    }
    #expect(named == erased)
    #expect(isWhole)
  }
}

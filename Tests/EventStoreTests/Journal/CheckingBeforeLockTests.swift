import Synchronization
import TestSupport
import Testing

@testable import EventStore

/// Conditions of appends are checked before the lock is taken, so that others don't wait.
@Suite struct CheckingBeforeLockTests {
  private let files = FaultyFileSystem()
  private let journal: TestJournal

  init() throws {
    journal = try TestJournal(files: files)
    for _ in 0..<4 { try journal.batch(100) }
  }

  private func query(_ count: Int, last: String) -> Query {
    Query(
      (1...count).map { number in
        .init(tags: [Tag("item", number == count ? last : "none-\(number)")])
      })
  }

  @Test func `the journal can be locked while a large condition is checked`() async throws {
    var writer = try journal.writer()
    let free = Mutex(0)
    let directory = journal.directory
    let segment = journal.folder.path(TestJournal.firstSegment)
    files.fail { call in
      guard call.step == .read, call.path == segment else { return nil }
      // Opened with its own handles, as by another process.
      let other = JournalDirectory(directory.path)
      if let (_, lock) = try? other.locked(.exclusive, wait: 0) {
        free.withLock { $0 += 1 }
        lock.release()
      }
      return nil
    }
    let condition = AppendCondition(noneMatch: query(1000, last: "none"))
    let rest = try writer.checkBeforeLock(condition).get()
    #expect(free.withLock { $0 } > 0)
    #expect(rest == AppendCondition(noneMatch: condition.noneMatch, after: Position(400)))
    files.heal()
    try writer.batch { (writer) throws(JournalError) in
      try writer.append(TestJournal.events(1), at: TestJournal.start, if: rest)
    }
    #expect(try journal.positions().count == 401)
  }

  @Test func `a violated condition fails ahead, later events fail it under the lock`()
    throws
  {
    var writer = try journal.writer()
    let broken = AppendCondition(noneMatch: query(1000, last: "7"))
    guard case .failure(.conditionFailed) = try writer.checkBeforeLock(broken) else {
      Issue.record("the journal has an event with this tag")
      return
    }
    let satisfied = AppendCondition(noneMatch: query(1000, last: "new"))
    let rest = try writer.checkBeforeLock(satisfied).get()
    var other = try journal.writer()
    try other.batch { (writer) throws(JournalError) in
      let event = NewEvent(type: "test.happened", tags: [Tag("item", "new")])
      try writer.append([event], at: TestJournal.start)
    }
    let error = failure { () throws(JournalError) in
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(TestJournal.events(1), at: TestJournal.start, if: rest)
      }
    }
    #expect(error == .conditionFailed)
  }

  @Test func `a query of many items matches the union of their matches, also those added later`() {
    let types = ["a", "b", "c"].map { EventType(rawValue: $0) }
    let tags = (0..<5).map { Tag(rawValue: "t\($0)") }
    var random = SeededRandom(seed: 7)
    for _ in 0..<300 {
      let items = (0..<random.below(40)).map { _ in
        Query.Item(
          types: types.filter { _ in random.below(4) == 0 },
          tags: tags.filter { _ in random.below(3) == 0 })
      }
      let query = Query(items)
      let known = items.isEmpty ? 0 : 1 + random.below(items.count)
      var matcher = QueryMatcher(Query(Array(items.prefix(known))))
      matcher.add(items.dropFirst(known))
      for _ in 0..<20 {
        let type = types[random.below(3)]
        let found = tags.filter { _ in random.below(2) == 0 }
        #expect(matcher.matches(type, found) == query.matches(type, found))
      }
    }
  }
}

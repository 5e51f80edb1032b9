import TestSupport
import Testing

@testable import EventStore

/// Guarantees of the journal on disk beyond the contract of all logs.
@Suite struct JournalTests {
  private let files = FaultyFileSystem()
  private let journal: TestJournal

  init() throws { journal = try TestJournal(files: files) }

  private func open() async throws -> Journal {
    try await Journal.open(journal.directory, wait: 1000) { TestJournal.start }
  }

  @Test func `appends that arrive during a write are written together`() async throws {
    let log = try await open()
    files.heal()
    try await withThrowingTaskGroup { group in
      for _ in 0..<200 { group.addTask { try await log.append([event("A")]) } }
      try await group.waitForAll()
    }
    let segment = journal.folder.path(TestJournal.firstSegment)
    let writes = files.calls.filter { $0.step == .write && $0.path == segment }.count
    let syncs = files.calls.filter { $0.step == .sync && $0.path == segment }.count
    #expect(writes < 100 && writes == syncs, "\(writes) writes")
    #expect(try await log.head() == Position(200))
  }

  @Test func `a condition sees the earlier appends of its batch`() throws {
    let batch = JournalFiles(journal.directory, wait: 100) { TestJournal.start }
    try batch.openWriter()
    let free = AppendCondition(noneMatch: query(["A"]))
    let outcomes = batch.decide([
      ([event("A"), event("B")], free), ([event("A")], free), ([event("C")], free),
      ([event("D")], AppendCondition(noneMatch: query(["A"]), after: Position(1))),
      ([event("E")], nil),
    ])
    let expected: [WaitingAppend.Outcome] = [
      .success(Position(1)...Position(2)), .failure(.conditionFailed), .failure(.conditionFailed),
      .success(Position(3)...Position(3)), .success(Position(4)...Position(4)),
    ]
    #expect(outcomes == expected)
    #expect(try journal.positions() == [1, 2, 3, 4])
  }

  @Test func `a storage failure fails all appends of its batch`() throws {
    let batch = JournalFiles(journal.directory, wait: 100) { TestJournal.start }
    try batch.openWriter()
    let segment = journal.folder.path(TestJournal.firstSegment)
    files.fail { $0.step == .write ? .shortWrite(250, .noSpace) : nil }
    let free = AppendCondition(noneMatch: query(["A"]))
    let appends = [([event("A")], free), ([event("B")], nil), ([event("C")], free)]
    let error = JournalError.storageFailed(doing: "appending to", path: segment, .noSpace)
    #expect(batch.decide(appends) == Array(repeating: .failure(error), count: 3))
    files.heal()
    // The condition of the third failed only because of the first.
    #expect(
      batch.decide(Array(appends[1...])).allSatisfy {
        if case .success = $0 { true } else { false }
      })
    #expect(try journal.positions() == [1, 2])
  }

  @Test func `a batch that grows too large is split`() throws {
    let batch = JournalFiles(journal.directory, wait: 100) { TestJournal.start }
    try batch.openWriter()
    let large = NewEvent(
      type: "L", data: json(#"{"x":""#) + [UInt8](repeating: 0x78, count: 3 << 20) + json(#""}"#))
    #expect(batch.decide(Array(repeating: ([large], nil), count: 5)).count == 2)
    #expect(try journal.positions() == [1, 2])
  }

  @Test func `many large appends all complete`() async throws {
    let log = try await open()
    let large = NewEvent(
      type: "L", data: json(#"{"x":""#) + [UInt8](repeating: 0x78, count: 1 << 20) + json(#""}"#))
    try await withThrowingTaskGroup { group in
      for _ in 0..<12 { group.addTask { try await log.append([large]) } }
      try await group.waitForAll()
    }
    #expect(try await log.head() == Position(12))
  }

  @Test func `appends of two processes see each other`() async throws {
    let (first, second) = (try await open(), try await open())
    async let followed: [Int] = {
      var positions: [Int] = []
      for try await event in first.follow(query(["B"]), after: .start) {
        positions.append(event.position.rawValue)
        if positions.count == 20 { break }
      }
      return positions
    }()
    for number in 1...20 {
      try await first.append([event("A")])
      try await second.append([event("B")])
      #expect(try await first.read(query(["A"])).events.count == number)
      #expect(try await first.head() == Position(2 * number))
    }
    #expect(try await followed == Array(stride(from: 2, through: 40, by: 2)))
  }

  @Test func `a read whose sync failed is repaired by the next one`() async throws {
    let log = try await open()
    try await log.append([event("A")])
    _ = try await log.read()
    try journal.batch(1)
    try journal.folder.remove("journal.synced")
    let segment = journal.folder.path(TestJournal.firstSegment)
    files.fail { $0.path == segment && $0.step == .sync ? .error(.inputOutput) : nil }
    await #expect(
      throws: JournalError.storageFailed(doing: "syncing", path: segment, .inputOutput)
    ) { try await log.read() }
    files.heal()
    #expect(try await log.read().events.count == 2)
  }

  @Test func `a busy journal refuses an append and accepts a later one`() async throws {
    let log = try await Journal.open(journal.directory, wait: 10) { TestJournal.start }
    let lock = try JournalLock(journal.directory)
    try lock.acquire(.exclusive, until: JournalLock.deadline(after: 1000))
    await #expect(throws: JournalError.busy(path: journal.folder.path)) {
      try await log.append([event("A")])
    }
    lock.release()
    #expect(try await log.append([event("A")]) == Position(1)...Position(1))
  }

  @Test func `appends after closing fail`() async throws {
    let log = try await open()
    async let last = log.append([event("A")])
    #expect(try await last == Position(1)...Position(1))
    await log.close()
    let closed = JournalError.storageFailed(
      doing: "using", path: journal.folder.path, .closedFile)
    await #expect(throws: closed) { try await log.append([event("B")]) }
    await #expect(throws: closed) { try await log.read() }
    await #expect(throws: closed) {
      for try await _ in log.follow(.everything, after: .start) {}
    }
    #expect(try journal.positions() == [1])
  }

  @Test func `a missing journal can't be opened`() async throws {
    let folder = try TemporaryFolder()
    await #expect(throws: JournalError.missing(path: folder.path)) {
      try await Journal.open(JournalDirectory(folder.path))
    }
  }
}

import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import EventStore

/// Access to the journal by several readers and writers.
@Suite struct JournalLockTests {
  private func busy(_ journal: TestJournal) -> JournalError { .busy(path: journal.folder.path) }

  @Test func `a lock that is not available in time is reported as busy`() throws {
    let journal = try TestJournal()
    try journal.batch(1)
    var second = try journal.writer(wait: 20)
    var reader = try journal.reader()
    var writer = try journal.writer()
    try writer.begin()
    try writer.append(TestJournal.events(1), at: TestJournal.start)
    #expect(failure { () throws(JournalError) in try second.batch { _ in } } == busy(journal))
    #expect(failure { () throws(JournalError) in try journal.writer(wait: 20) } == busy(journal))
    let began = SystemClock.ticks()
    #expect(
      failure { () throws(JournalError) in try JournalReader.open(journal.directory, wait: 20) }
        == busy(journal))
    // Not much later than the timeout.
    #expect(SystemClock.ticks() - began < 2_000_000_000)
    // Nothing has been written yet, so a refresh finds no news.
    try reader.refresh(wait: 20)
    #expect(try reader.positions() == [1])
    try writer.commit()
    try reader.refresh(wait: 20)
    #expect(try reader.positions() == [1, 2])
    try second.batch { #expect($0.head == Position(2)) }
  }

  @Test func `a process that was stopped in the turnstile keeps nobody from a free lock`() throws {
    let journal = try TestJournal()
    try journal.batch(1)
    let turnstile = try SystemFileSystem().openDirectory(journal.directory.segmentsPath)
    #expect(try turnstile.tryLock(.exclusive))
    #expect(try JournalReader.open(journal.directory, wait: 200).head == Position(1))
    try journal.batch(1)
    try turnstile.unlock()
  }

  @Test(arguments: [-1, .min])
  func `a negative wait is zero`(wait: Int) throws {
    let journal = try TestJournal()
    _ = try journal.writer(wait: wait)
    let (_, lock) = try journal.directory.locked(.exclusive, wait: 0)
    #expect(failure { () throws(JournalError) in try journal.writer(wait: wait) } == busy(journal))
    lock.release()
  }

  @Test func `an excessive wait is capped`() {
    let deadline = SystemClock.deadline(after: .max)
    #expect(deadline > SystemClock.deadline(after: 1 << 39))
    #expect(deadline <= SystemClock.deadline(after: 1 << 40))
  }

  @Test func `an abandoned or failed batch releases the lock`() throws {
    let journal = try TestJournal()
    var first = try journal.writer()
    var second = try journal.writer()
    try first.begin()
    try first.append(TestJournal.events(1), at: TestJournal.start)
    first.abandon()
    _ = failure { () throws(JournalError) in
      try first.batch { (writer) throws(JournalError) in
        try writer.append(TestJournal.events(1), at: TestJournal.start)
        throw .conditionFailed
      }
    }
    try second.batch { (writer) throws(JournalError) in
      #expect(writer.head == .start)
      try writer.append(TestJournal.events(1), at: TestJournal.start)
    }
    try first.batch { #expect($0.head == Position(1)) }
    #expect(try journal.positions() == [1])
  }

  @Test func `readers don't exclude one another`() throws {
    let journal = try TestJournal()
    try journal.batch(1)
    let (_, lock) = try journal.directory.locked(.shared, wait: 0)
    #expect(try JournalReader.open(journal.directory, wait: 0).head == Position(1))
    #expect(failure { () throws(JournalError) in try journal.writer(wait: 0) } == busy(journal))
    lock.release()
    _ = try journal.writer(wait: 0)
  }

  @Test func `opening a missing journal creates nothing`() throws {
    let folder = try TemporaryFolder()
    let directory = JournalDirectory(folder.path)
    #expect(
      failure { () throws(JournalError) in try JournalWriter.open(directory) }
        == .missing(path: folder.path))
    #expect(
      failure { () throws(JournalError) in try JournalReader.open(directory) }
        == .missing(path: folder.path))
    #expect(try folder.names() == [])
  }

  @Test func `two busy writers take turns`() async throws {
    let journal = try TestJournal(files: FaultyFileSystem.unsynced)
    let batches = Batches()
    try await withThrowingTaskGroup { group in
      for writer in 0...1 {
        group.addTask {
          try await onThread {
            try Self.write(as: writer, in: journal, until: batches, have: 50)
          }
        }
      }
      try await group.waitForAll()
    }
    // Each started when both were open, and continued until both had written fifty batches.
    #expect(batches.total < 1000)
  }

  private static func write(
    as name: Int, in journal: TestJournal, until batches: Batches, have count: Int
  ) throws {
    var writer = try journal.writer(wait: 10_000)
    batches.add(name)
    batches.waitForBoth()
    while batches.least < count && batches.total < 10_000 {
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(TestJournal.events(1), at: TestJournal.start)
      }
      batches.add(name)
    }
  }
}

/// The numbers of batches of two writers.
private final class Batches: Sendable {
  private let counts = Mutex([0, 0])
  private let begun = DispatchGroup()

  init() { for _ in 0...1 { begun.enter() } }

  func add(_ writer: Int) {
    let isFirst = counts.withLock { counts in
      counts[writer] += 1
      return counts[writer] == 1
    }
    if isFirst { begun.leave() }
  }

  func waitForBoth() { begun.wait() }

  var least: Int { counts.withLock { $0.min() ?? 0 } }
  var total: Int { counts.withLock { $0.reduce(0, +) } }
}

/// Runs a blocking function on its own thread.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value
{
  let queue = BlockingQueue("test")
  return try await queue.run { Result { try body() } }.get()
}

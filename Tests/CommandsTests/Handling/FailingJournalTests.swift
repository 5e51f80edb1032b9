import Commands
import Domain
import EventEngine
import Synchronization
import TestSupport
import Testing

/// The results of commands sent together when the journal fails in the middle.
@Suite struct FailingJournalTests {
  private let folder: TemporaryFolder
  private let directory: JournalDirectory

  init() throws {
    folder = try TemporaryFolder()
    directory = JournalDirectory(folder.path("journal"))
    try directory.create(JournalSettings(passwordIterations: 1), at: Timestamp(rawValue: 0))
  }

  private func results(
    of lines: [String], cachesStatesAfter: Int, failingWrite: Int
  ) throws -> [String] {
    var engine = CommandHandler(
      try JournalWriter.open(JournalDirectory(directory.path, files: full(at: failingWrite))),
      Workbench.domains, cachesStatesAfter: cachesStatesAfter)
    let results = engine.execute(
      lines.enumerated().map { .init(line: $0.element.utf8, number: $0.offset) })
    var reader = try JournalReader.open(directory)
    var recorded = 0
    try reader.forEach { _ in
      recorded += 1
      return true
    }
    let reported = results.reduce(0) { $0 + $1.events.count }
    #expect(reported == recorded)
    return codes(results)
  }

  private func codes(_ results: [CommandResult]) -> [String] {
    results.map { $0.problem?.code ?? "ok" }
  }

  private func codes(_ outcomes: [DirectAppend.Outcome]) -> [String] {
    outcomes.map { if case .failure(let problem) = $0 { problem.code } else { "ok" } }
  }

  private static let forgotten = #"{"command":"courier.forgotPassword"}"#
  private static let placed = """
    {"command":"courier.placeOrder","actor":"eva","data":{"address":"a","deliveryDate":"2999-01-01",\
    "metro":"m","firstName":"f","lastName":"l","phone":"+79990000000"}}
    """

  @Test func `commands decided together share the failure`() throws {
    let lines = Array(repeating: Self.forgotten, count: 3)
    let codes = try results(of: lines, cachesStatesAfter: 0, failingWrite: 1)
    #expect(codes == Array(repeating: "storageFailed", count: 3))
  }

  @Test func `commands recorded before the failure stay acknowledged`() throws {
    let lines = Array(repeating: Self.placed, count: 4)
    let codes = try results(of: lines, cachesStatesAfter: .max, failingWrite: 3)
    #expect(codes == ["ok", "ok", "storageFailed", "storageFailed"])
  }

  @Test func `an event that cannot be decoded fails only commands that depend on it`() throws {
    var writer = try JournalWriter.open(directory)
    let unknown = NewEvent(
      type: "nft.userRegistered", version: 99, tags: [Tag("user", "d")],
      data: Array(#"{"user":"d"}"#.utf8))
    try writer.inBatch { (journal) throws(JournalError) in
      _ = try journal.append([unknown], at: Timestamp(rawValue: 0))
    }
    var handler = CommandHandler(
      try JournalWriter.open(directory), [.courier, .nft], cachesStatesAfter: 0)
    let like = #"{"command":"nft.like","actor":"d","data":{"nft":"n"}}"#
    let commands = [Self.placed, like, Self.placed].map { CommandInput(line: $0.utf8, number: 1) }
    #expect(codes(commands.flatMap { handler.execute([$0]) }) == ["ok", "journalDamaged", "ok"])
    #expect(codes(handler.execute(commands)) == ["ok", "journalDamaged", "ok"])
    #expect(handler.failure == nil)
  }

  @Test func `a condition after the least position is checked in a batch`() throws {
    var handler = CommandHandler(try JournalWriter.open(directory), Workbench.domains)
    let condition = AppendCondition(noneMatch: .of(["A"]), after: Position(.min))
    let appends = [nil, condition].map { DirectAppend([NewEvent(type: "A")], if: $0, locale: .en) }
    #expect(codes(handler.append(appends)) == ["ok", "appendConditionFailed"])
  }

  @Test func `appends decided together share the wait for a busy journal`() throws {
    var handler = CommandHandler(try JournalWriter.open(directory, wait: 0), Workbench.domains)
    var other = try JournalWriter.open(directory)
    try other.begin()
    let appends = Array(
      repeating: DirectAppend([NewEvent(type: "A")], if: nil, locale: .en), count: 3)
    #expect(codes(handler.append(appends)) == Array(repeating: "journalBusy", count: 3))
    other.abandon()
    #expect(handler.append(appends).count == 3 && handler.failure == nil)
  }

  @Test func `a command between two batches has the time of its own batch`() throws {
    let files = FaultyFileSystem()
    let isWritten = Mutex(false)
    @Sendable func handler(_ directory: JournalDirectory) throws -> CommandHandler<JournalWriter> {
      CommandHandler(
        try JournalWriter.open(directory), Workbench.domains, cachesStatesAfter: .max,
        clock: { Timestamp(rfc3339: "2026-05-08T09:00:00Z") ?? .earliest })
    }
    @Sendable func placed(_ hour: Int) -> CommandInput {
      let time = #""at":"2026-05-08T\#(hour):00:00Z","data""#
      return .init(line: Self.placed.replacing(#""data""#, with: time).utf8, number: 1)
    }
    var engine = try handler(JournalDirectory(directory.path, files: files))
    let others = Mutex<[CommandResult]>([])
    let directory = directory
    files.fail { call in
      if call.step == .sync { isWritten.withLock { $0 = true } }
      guard call.step == .lock, isWritten.withLock({ $0 }), others.withLock(\.isEmpty) else {
        return nil
      }
      var other = try? handler(directory)
      others.withLock { $0 = other?.execute([placed(12)]) ?? [] }
      return nil
    }
    let results = engine.execute([placed(10), placed(11)])
    #expect(others.withLock { $0.map { $0.problem?.code } } == [nil])
    #expect(results.map { $0.problem?.code } == [nil, "timeBeforeLastEvent"])
  }

  @Test func `no command is attempted after a failure, but malformed lines are reported`() throws {
    let lines = [Self.forgotten, "nonsense", Self.forgotten, Self.placed]
    let codes = try results(of: lines, cachesStatesAfter: 0, failingWrite: 1)
    #expect(codes == ["storageFailed", "malformedCommand", "storageFailed", "storageFailed"])
  }
}

/// A file system whose given write to a segment fails once because the disk is full.
private func full(at failingWrite: Int) -> FaultyFileSystem {
  let files = FaultyFileSystem()
  let writes = Mutex(0)
  files.fail { call in
    guard call.step == .write, call.path.hasSuffix(".jsonl") else { return nil }
    let number = writes.withLock { count in
      count += 1
      return count
    }
    return number == failingWrite ? .error(.noSpace) : nil
  }
  return files
}

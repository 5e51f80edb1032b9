import Commands
import Domain
import EventStore
import Foundation
import Synchronization
import Testing

/// What senders are told when the journal fails in the middle of what they sent together.
@Suite struct FailingJournalTests {
  private let folder = NSTemporaryDirectory() + "failing-\(UUID().uuidString)"

  private func results(
    of lines: [String], keepsStatesAfter: Int, failingWrite: Int
  ) throws -> [String] {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let settings = JournalSettings(passwordIterations: 1)
    try JournalDirectory(folder).create(settings, at: Timestamp(rawValue: 0))
    let files = FailingFiles(failingWrite: failingWrite)
    var engine = Engine(
      try JournalWriter.open(JournalDirectory(folder, files: files)), Workbench.domains,
      keepsStatesAfter: keepsStatesAfter)
    let results = engine.carryOut(
      lines.enumerated().map { .init(line: $0.element.utf8, number: $0.offset) })
    var reader = try JournalReader.open(JournalDirectory(folder))
    var recorded = 0
    try reader.forEach { _ in
      recorded += 1
      return true
    }
    let told = results.reduce(0) { $0 + $1.events.count }
    #expect(told == recorded)
    return results.map { $0.problem?.code ?? "ok" }
  }

  private static let forgotten = #"{"command":"courier.forgotPassword"}"#
  private static let placed = """
    {"command":"courier.placeOrder","actor":"eva","data":{"address":"a","deliveryDate":"2999-01-01",\
    "metro":"m","firstName":"f","lastName":"l","phone":"+79990000000"}}
    """

  @Test func `commands decided together share the failure`() throws {
    let lines = Array(repeating: Self.forgotten, count: 3)
    let codes = try results(of: lines, keepsStatesAfter: 0, failingWrite: 1)
    #expect(codes == Array(repeating: "storageFailed", count: 3))
  }

  @Test func `what was recorded on the way stays acknowledged`() throws {
    let lines = Array(repeating: Self.placed, count: 4)
    let codes = try results(of: lines, keepsStatesAfter: .max, failingWrite: 3)
    #expect(codes == ["ok", "ok", "storageFailed", "storageFailed"])
  }

  @Test func `nothing is tried behind a failure, but what is malformed is told`() throws {
    let lines = [Self.forgotten, "nonsense", Self.forgotten, Self.placed]
    let codes = try results(of: lines, keepsStatesAfter: 0, failingWrite: 1)
    #expect(codes == ["storageFailed", "malformedCommand", "storageFailed", "storageFailed"])
  }
}

/// Real files, one of whose writes fails as on a full disk.
private final class FailingFiles: FileSystem {
  private let files = SystemFileSystem()
  private let failingWrite: Int
  private let writes = Mutex(0)

  init(failingWrite: Int) { self.failingWrite = failingWrite }

  func countWrite() throws(SystemError) {
    let number = writes.withLock { count in
      count += 1
      return count
    }
    if number == failingWrite { throw .noSpace }
  }

  func open(_ path: String, for purpose: OpenPurpose) throws(SystemError) -> any StoredFile {
    let file = try files.open(path, for: purpose)
    // On the note in a lock's file nothing depends.
    return purpose == .locking ? file : FailingFile(file, self)
  }

  func names(in directory: String) throws(SystemError) -> [String] {
    try files.names(in: directory)
  }

  func createDirectory(_ path: String) throws(SystemError) { try files.createDirectory(path) }

  func rename(_ path: String, to target: String) throws(SystemError) {
    try files.rename(path, to: target)
  }

  func remove(_ path: String) throws(SystemError) { try files.remove(path) }

  func syncDirectory(_ path: String) throws(SystemError) { try files.syncDirectory(path) }

  func exists(_ path: String) throws(SystemError) -> Bool { try files.exists(path) }
}

private final class FailingFile: StoredFile {
  private let file: any StoredFile
  private let files: FailingFiles

  init(_ file: any StoredFile, _ files: FailingFiles) {
    self.file = file
    self.files = files
  }

  func status() throws(SystemError) -> FileStatus { try file.status() }

  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) -> Int { try unsafe file.read(into: buffer, at: offset) }

  func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(SystemError) {
    try files.countWrite()
    try unsafe file.write(bytes, at: offset)
  }

  func truncate(to size: Int) throws(SystemError) { try file.truncate(to: size) }

  func sync() throws(SystemError) { try file.sync() }

  func tryLock(_ kind: LockKind) throws(SystemError) -> Bool { try file.tryLock(kind) }

  func unlock() throws(SystemError) { try file.unlock() }
}

import EventEngine
import TestSupport
import Testing

/// An engine reports how it has found the end of the journal.
@Suite struct RepairTests {
  private let journal: JournalDirectory
  private let folder: TemporaryFolder
  private static let segment = "segments/00000000000000000001.jsonl"

  init() throws {
    folder = try TemporaryFolder()
    journal = JournalDirectory(folder.path)
  }

  private func open() async throws -> Engine {
    try await Engine.open(journal, domains: [.seats], creating: JournalSettings())
  }

  /// Records an event with an engine that is then closed, and returns the length of the segment.
  private func record(_ seat: String) async throws -> Int {
    let engine = try await open()
    try await engine.issue(Seats.self, .take(seat, guest: "eva"), by: "eva")
    #expect(engine.repaired.isEmpty)
    await engine.close()
    return try folder.bytes(Self.segment).count
  }

  private func tails(of engine: Engine) -> [[Int]] {
    engine.repaired.map { [$0.offset, $0.bytes, $0.wasStored ? 1 : 0] }
  }

  @Test func `an engine reports the unfinished append that it has truncated`() async throws {
    let end = try await record("a")
    let bytes = try folder.bytes(Self.segment)
    try folder.write(bytes + bytes.prefix(100), to: Self.segment)
    let engine = try await open()
    #expect(tails(of: engine) == [[end, 100, 0]])
    // Another process is interrupted while this engine is open.
    try folder.write(bytes + bytes.prefix(40), to: Self.segment)
    try await engine.issue(Seats.self, .take("b", guest: "eva"), by: "eva")
    #expect(tails(of: engine) == [[end, 100, 0], [end, 40, 0]])
    await engine.close()
    #expect(tails(of: engine) == [[end, 100, 0], [end, 40, 0]])
  }

  @Test func `an engine reports that acknowledged events are missing`() async throws {
    let end = try await record("a")
    let whole = try await record("b")
    let bytes = try folder.bytes(Self.segment)
    try folder.write(bytes.prefix(end), to: Self.segment)
    #expect(tails(of: try await open()) == [[end, 0, 1]])
    try folder.write(bytes.prefix(whole - 10), to: Self.segment)
    #expect(tails(of: try await open()) == [[end, whole - 10 - end, 1]])
  }
}

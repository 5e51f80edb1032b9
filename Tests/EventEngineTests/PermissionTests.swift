import TestSupport
import Testing

@testable import EventEngine

/// A permission that everyone has, as long as the check sees every fact.
private struct Anyone: QueryPermission {
  func check(
    _ state: TakenSeats, notBefore lastTime: Timestamp?, _ context: QueryContext
  ) {}
}

@Suite struct PermissionTests {
  @Test(arguments: [LiveReadModels.Policy.everyQuery, .globalQueries])
  func `no query is permitted from a part of a journal`(_ policy: LiveReadModels.Policy)
    async throws
  {
    let folder = try TemporaryFolder()
    let journal = JournalDirectory(folder.path)
    let engine = try await Engine.open(journal, domains: [.seats], creating: JournalSettings())
    for seat in ["a", "b"] {
      try await engine.issue(Seats.self, .take(seat, guest: "eva"), by: "eva")
    }
    await engine.close()
    let segment = "segments/00000000000000000001.jsonl"
    var bytes = try folder.bytes(segment)
    bytes[bytes.count - 10] ^= 1
    try folder.write(bytes, to: segment)
    var reader = try JournalReader.openIntactPart(of: journal)
    let found = reader.damage
    let damage = try #require(found)
    var live = LiveReadModels(for: policy)
    let context = QueryContext(at: Moment(.earliest, in: .utc))
    #expect(throws: JournalError.damaged(damage)) {
      try Anyone().check(in: &live, &reader, context)
    }
  }
}

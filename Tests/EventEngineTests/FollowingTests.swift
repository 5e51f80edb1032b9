import EventEngine
import TestSupport
import Testing

/// Followers of a journal to which several processes append.
@Suite struct FollowingTests {
  @Test(arguments: EngineKind.allCases)
  func `a follower receives the events of other processes without gaps`(
    _ kind: EngineKind
  ) async throws {
    let bench = try EngineBench(kind)
    let (first, second) = (try await bench.open(), try await bench.open())
    async let all = positions(first.follow(), count: 40)
    async let ofB = positions(first.follow(query(["B"])), count: 20)
    for number in 1...20 {
      try await first.append([event("A")])
      try await second.append([event("B")])
      #expect(try await first.read(query(["A"])).events.count == number)
      #expect(try await first.head() == Position(2 * number))
    }
    #expect(try await all == Array(1...40))
    #expect(try await ofB == Array(stride(from: 2, through: 40, by: 2)))
  }

  private func positions(
    _ events: AsyncThrowingStream<StoredEvent, any Error>, count: Int
  ) async throws -> [Int] {
    var positions: [Int] = []
    for try await event in events {
      positions.append(event.position.rawValue)
      if positions.count == count { break }
    }
    return positions
  }

  @Test(arguments: EngineKind.onFiles)
  func `reading continues after a failed read`(_ kind: EngineKind) async throws {
    let bench = try EngineBench(kind)
    let (first, second) = (try await bench.open(), try await bench.open())
    try await first.append([event("A")])
    _ = try await second.read()
    bench.files.fail { $0.step == .read ? .error(.inputOutput) : nil }
    await #expect(throws: JournalError.self) {
      try await first.append([event("A")])
      _ = try await second.read()
    }
    bench.files.heal()
    try await first.append([event("B")])
    let events = try await second.read().events
    #expect(events.map(\.position.rawValue) == Array(1...events.count))
    #expect(events.last?.type == "B")
  }
}

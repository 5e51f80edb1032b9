import EventEngine
import Synchronization
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

  @Test(arguments: EngineKind.allCases)
  func `a catalog decodes the events that a follower gets`(_ kind: EngineKind) async throws {
    let engine = try await kind.make().engine
    try await engine.issue(Seats.self, .take("1", guest: "eva"), by: "eva")
    try await engine.append([event("Other")])
    var decoded: [SeatEvent?] = []
    for try await stored in engine.follow() {
      decoded.append(try SeatEvent.catalog.event(of: stored))
      if decoded.count == 2 { break }
    }
    #expect(decoded == [.taken(SeatTaken(seat: "1", guest: "eva")), nil])
  }

  @Test func `idle followers share each check of the journal`() async throws {
    let looks = Mutex((all: 0, watch: nil as JournalWatch?))
    let watch = JournalWatch(
      head: {
        guard let watch = looks.withLock({ $0.watch }), await watch.count == 100 else { return 0 }
        return looks.withLock { looks in
          looks.all += 1
          return looks.all < 3 ? 0 : 1
        }
      }, pause: { await Task.yield() })
    looks.withLock { $0.watch = watch }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { try await watch.growth(after: 0) } }
      try await group.waitForAll()
    }
    #expect(looks.withLock { $0.all } == 3)
    #expect(await watch.count == 0)
    looks.withLock { $0.watch = nil }
  }

  @Test func `a cancelled follower stops waiting, and the others continue`() async throws {
    let head = Mutex(Position(0))
    let watch = JournalWatch(head: { head.withLock { $0 } }, pause: { await Task.yield() })
    let (first, second) = (
      Task { try await watch.growth(after: 0) }, Task { try await watch.growth(after: 0) }
    )
    while await watch.count < 2 { await Task.yield() }
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(await watch.count == 1)
    head.withLock { $0 = 1 }
    try await second.value
  }
}

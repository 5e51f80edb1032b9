import EventEngine
import TestSupport
import Testing

/// Conditional appends, as the Dynamic Consistency Boundary specification defines them.
@Suite struct AppendingTests {
  @Test(arguments: EngineKind.allCases)
  func `positions follow one another without gaps`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    #expect(try await log.append(event("A")) == 1...1)
    #expect(try await log.append(event("A"), event("B"), event("C")) == 2...4)
    #expect(try await log.isRefused(query(["A"])))
    #expect(try await log.append(event("A")) == 5...5)
    #expect(try await log.read().positions == [1, 2, 3, 4, 5])
  }

  @Test(arguments: EngineKind.allCases)
  func `an empty append records nothing`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    try await log.append(event("A"))
    #expect(try await log.append() == nil)
    #expect(try await log.append(if: AppendCondition(noneMatch: query(["A"]))) == nil)
    #expect(try await log.read() == Found(positions: [1], head: 1))
  }

  @Test(arguments: EngineKind.allCases)
  func `an event keeps its own time unless the previous event is later`(_ kind: EngineKind)
    async throws
  {
    let log = try await kind.make()
    func day(_ days: Int64) -> Timestamp { EngineBench.start.advanced(bySeconds: days * 86_400) }
    func made(on days: Int64) -> NewEvent { NewEvent(time: day(days), type: "A") }
    try await log.append(made(on: -7))
    try await log.append(made(on: -2), made(on: -3))
    try await log.append(made(on: -4), event("A"), made(on: -1))
    let times = try await log.engine.read().events.map(\.time)
    #expect(times == [-7, -2, -2, -2, 0, 0].map(day))
  }

  @Test(arguments: EngineKind.allCases)
  func `an append is refused when its query matches`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    #expect(try await !log.isRefused(.everything))
    try await log.append(event("A", "x", "y"), event("B", "x"))
    for refused in [
      query(["A"]), query(["A", "D"]), query([], "x"), query([], "x", "y"), query(["A"], "y"),
      query(["D"]) | query(["B"], "x"), .everything,
    ] {
      #expect(try await log.isRefused(refused), "\(refused)")
    }
    for passed in [
      query(["D"]), query([], "z"), query([], "x", "z"), query(["B"], "y"),
      query(["D"]) | query(["A"], "z"), .nothing,
    ] {
      #expect(try await !log.isRefused(passed), "\(passed)")
    }
  }

  @Test(arguments: EngineKind.allCases)
  func `a condition covers only events after its position`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    try await log.append(event("A", "x"))
    try await log.append(event("B"))
    #expect(try await log.isRefused(query(["A"]), after: 0))
    #expect(try await !log.isRefused(query(["A"]), after: 1))
    #expect(try await log.isRefused(query(["Tried"]), after: 2))
    #expect(try await !log.isRefused(query(["Tried"]), after: 3))
    #expect(try await !log.isRefused(.everything, after: 4))
    #expect(try await !log.isRefused(.everything, after: 1000))
    #expect(try await log.isRefused(.everything, after: 5))
  }

  @Test(arguments: EngineKind.allCases)
  func `a refused append records nothing`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    try await log.append(event("A"))
    let condition = AppendCondition(noneMatch: query(["A"]))
    await #expect(throws: JournalError.conditionFailed) {
      try await log.append(event("B"), event("C"), if: condition)
    }
    #expect(try await log.read() == Found(positions: [1], head: 1))
  }

  @Test(arguments: EngineKind.allCases)
  func `an append that is too large records nothing`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    try await log.append(event("A"))
    let tags = (0...Limits.tags).map { Tag("t", String($0)) }
    await #expect(throws: JournalError.self) {
      try await log.append(event("B"), NewEvent(type: "C", tags: tags))
    }
    #expect(try await log.append(event("D")) == 2...2)
    #expect(try await log.read(query(["B"])).positions == [])
  }

  @Test(arguments: EngineKind.allCases)
  func `only one of a hundred appends with one condition succeeds`(_ kind: EngineKind) async throws
  {
    let log = try await kind.make()
    try await log.append(event("Opened", "seat:1"))
    let condition = AppendCondition(noneMatch: query([], "seat:1"), after: Position(1))
    let winners = await withTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          do {
            try await log.append(
              event("Taken", "seat:1", "by:\(number)"), event("Paid", "seat:1"), if: condition)
            return 1
          } catch { return error as? JournalError == .conditionFailed ? 0 : 1000 }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(winners == 1)
    #expect(try await log.read() == Found(positions: [1, 2, 3], head: 3))
  }

  @Test(arguments: EngineKind.allCases)
  func `unrelated conditions don't conflict`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    try await withThrowingTaskGroup { group in
      for number in 0..<100 {
        group.addTask {
          let mine = query([], "mine:\(number)")
          try await log.append(event("A", "mine:\(number)"), if: .init(noneMatch: mine))
        }
      }
      try await group.waitForAll()
    }
    #expect(try await log.read().positions == Array(1...100))
  }

  @Test(arguments: EngineKind.allCases)
  func `concurrent large appends never interleave`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    let ranges = try await withThrowingTaskGroup { group in
      for name in ["A", "B", "C", "D"] {
        group.addTask {
          try await log.engine.append((0..<1000).map { _ in event(name) })
        }
      }
      var ranges: [ClosedRange<Position>] = []
      for try await range in group { ranges.append(try #require(range)) }
      return ranges
    }
    let starts = ranges.map(\.lowerBound.rawValue).sorted()
    #expect(starts == [1, 1001, 2001, 3001])
    let types = try await log.engine.read().events.map(\.type)
    for start in starts { #expect(Set(types[start - 1..<start + 999]).count == 1) }
  }

  @Test(arguments: EngineKind.allCases)
  func `concurrent conditional counters count correctly`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    // Reads and appends the successor until no other task was faster; 5 counters, 8 tasks.
    try await withThrowingTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for round in 0..<5 { try await count("counter:\((task + round) % 5)", in: log) }
        }
      }
      try await group.waitForAll()
    }
    for counter in 0..<5 {
      let events = try await log.engine.read(query([], "counter:\(counter)")).events
      #expect(
        events.map { String(decoding: $0.data, as: UTF8.self) }
          == (1...8).map { "{\"is\":\($0)}" })
    }
  }

  private func count(_ tag: String, in log: EngineUnderTest) async throws {
    while true {
      let seen = try await log.engine.read(query([], tag))
      let condition = AppendCondition(
        noneMatch: query([], tag), after: try #require(seen.head))
      let next = event("Counted", tag, data: "{\"is\":\(seen.events.count + 1)}")
      do {
        try await log.engine.append([next], if: condition)
        return
      } catch JournalError.conditionFailed { continue }
    }
  }

  @Test(arguments: EngineKind.allCases)
  func `following returns every event once and in order`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    try await log.append(event("A"), event("B"))
    async let followed = follow(log, .everything, after: 1, until: 81)
    async let onlyB = follow(log, query(["B"]), after: 0, until: 80)
    try await withThrowingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<5 { try await log.append(event("A"), event("B")) }
        }
      }
      try await group.waitForAll()
    }
    try await log.append(event("B"))
    #expect(try await followed == Array(2...81))
    let expected = try await log.read(query(["B"])).positions.filter { $0 <= 80 }
    #expect(try await Set(onlyB).isSuperset(of: expected))
  }

  private func follow(
    _ log: EngineUnderTest, _ query: Query, after position: Int, until last: Int
  ) async throws -> [Int] {
    var positions: [Int] = []
    for try await event in log.engine.follow(query, after: Position(position)) {
      positions.append(event.position.rawValue)
      if event.position.rawValue >= last { break }
    }
    return positions
  }

  @Test(arguments: EngineKind.allCases)
  func `following ends when it is cancelled`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    try await log.append(event("A"))
    let task = Task {
      var count = 0
      for try await _ in log.engine.follow(.everything, after: .start) { count += 1 }
      return count
    }
    task.cancel()
    #expect(try await task.value <= 1)
  }
}

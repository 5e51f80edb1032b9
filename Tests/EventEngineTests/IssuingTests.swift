import EventEngine
import TestSupport
import Testing

/// Commands issued as values or as JSON.
@Suite struct IssuingTests {
  @Test(arguments: EngineKind.allCases)
  func `a command records its actor and its cause`(_ kind: EngineKind) async throws {
    let engine = try await kind.make().engine
    try await engine.issue(Seats.self, .take("1", guest: "eva"), by: "eva")
    let result = try await engine.issue(
      Seats.self, .free("1"), by: "eva", id: "c-2", correlation: "visit-7", because: 1)
    #expect(result.events == [.init(position: 2, type: SeatFreed.type)])
    let events = try await engine.read().events
    #expect(
      events.map(\.cause) == [
        Cause(command: "seats.take", actor: "eva"),
        Cause(
          command: "seats.free", id: "c-2", actor: "eva", correlation: "visit-7", because: 1),
      ])
  }

  @Test(arguments: EngineKind.allCases)
  func `the domain's own refusal is thrown`(_ kind: EngineKind) async throws {
    let engine = try await kind.make().engine
    await #expect(throws: Seats.Refusal.notTaken) {
      try await engine.issue(Seats.self, .free("1"), by: "eva")
    }
    #expect(try await engine.head() == .start)
  }

  @Test(arguments: EngineKind.allCases)
  func `a refusal common to all commands is thrown as a problem`(_ kind: EngineKind) async throws {
    let engine = try await kind.make().engine
    func code(_ body: () async throws -> CommandResult) async -> String? {
      do { _ = try await body() } catch { return (error as? CommandResult.Problem)?.code }
      return nil
    }
    let free = Seats.Command.free("1")
    #expect(await code { try await engine.issue(Seats.self, free) } == "missingField")
    #expect(await code { try await engine.issue(Seats.self, free, by: "a b") } == "invalidField")
    #expect(
      await code { try await engine.issue(Seats.self, free, by: "admin") } == "actorNotAllowed")
    let late = EngineBench.start.advanced(byMilliseconds: 2 * 86_400_000)
    #expect(
      await code { try await engine.issue(Seats.self, free, by: "eva", at: late) }
        == "timeInFuture")
  }

  @Test(arguments: EngineKind.allCases)
  func `a repeated id is carried out once`(_ kind: EngineKind) async throws {
    let bench = try EngineBench(kind)
    let take = Seats.Command.take("1", guest: "eva")
    for number in 0..<6 {
      // Every second command comes from another process.
      let engine = try await bench.open()
      for _ in 0..<(number % 2 == 0 ? 1 : 6) {
        let result = try await engine.issue(Seats.self, take, by: "eva", id: "c-1")
        #expect(result.events == [.init(position: 1, type: SeatTaken.type)])
        #expect(result.isDuplicate == (number > 0))
        if number == 0 { break }
      }
      await engine.close()
    }
    let engine = try await bench.open()
    await #expect(throws: CommandResult.Problem.self) {
      try await engine.issue(Seats.self, take, by: "adam", id: "c-1")
    }
    #expect(try await engine.head() == 1)
  }

  @Test(arguments: EngineKind.allCases)
  func `commands in JSON are executed alike`(_ kind: EngineKind) async throws {
    let engine = try await kind.make().engine
    let take: JSONValue = .object([
      "command": "seats.take", "id": "c-1", "data": .object(["seat": "1", "guest": "eva"]),
    ])
    #expect(await engine.issue(take).problem == nil)
    #expect(await engine.issue(take).isDuplicate)
    let other = await engine.issue(
      json: #"{"command":"seats.take","id":"c-1","data":{"seat":"2","guest":"eva"}}"#.utf8)
    #expect(other.problem?.code == "commandIdReused")
    #expect(await engine.issue(json: "{".utf8).problem?.code == "malformedCommand")
    #expect(try await engine.ask(TakenSeats.self).seats == ["1"])
    #expect(try await engine.ask("seats.taken") == json(#"{"seats":["1"]}"#))
  }

  @Test func `a tick leaves out due items without events`() async throws {
    let closing = DomainDefinition(
      "seats", of: SeatEvent.self, deciders: [FirstSeat.self], projections: [])
    let engine = try await Engine.inMemory(domains: [closing])
    try await engine.append([event("Opened")])
    let result = await engine.issue(
      json: #"{"command":"system.tick","actor":"system","id":"t-1"}"#.utf8)
    #expect(result.events == [.init(position: 2, type: SeatFreed.type)])
  }

  /// A resent tick returns the events of its first append, so a crash must not leave a part of
  /// them.
  @Test func `a tick is one append, and each event names the event that made it due`() async throws
  {
    let engine = try await Engine.inMemory(domains: [
      DomainDefinition(
        "seats", of: SeatEvent.self, deciders: [FirstSeat.self, SecondSeat.self],
        projections: [])
    ])
    try await engine.append([event("Opened"), event("Closed")])
    let tick: JSONValue = .object(["command": "system.tick", "actor": "system", "id": "t-1"])
    let result = await engine.issue(tick)
    #expect(result.events.map(\.position) == [3, 4])
    let events = try await engine.read(after: 2).events
    #expect(events.map { [$0.index, $0.count] } == [[1, 2], [2, 2]])
    #expect(events.map { $0.cause?.because } == [1, 2])
    let again = await engine.issue(tick)
    #expect(again.isDuplicate && again.events == result.events)
  }

  @Test func `a tick of very many items is several appends`() async throws {
    let closing = DomainDefinition(
      "seats", of: SeatEvent.self, deciders: [ManySeats.self], projections: [])
    let engine = try await Engine.inMemory(domains: [closing])
    try await engine.append([event("Opened")])
    let result = await engine.issue(
      json: #"{"command":"system.tick","actor":"system"}"#.utf8)
    #expect(result.events.count == 100_001)
    #expect(
      try await engine.read(after: 100_000).events.map { [$0.index, $0.count] } == [
        [100_000, 100_000], [1, 1],
      ])
  }

  @Test(arguments: EngineKind.allCases)
  func `each seat goes to one of many competing processes`(_ kind: EngineKind) async throws {
    let bench = try EngineBench(kind)
    let engines = [try await bench.open(), try await bench.open(), try await bench.open()]
    let winners = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<90 {
        group.addTask {
          do {
            try await engines[number % 3].issue(
              Seats.self, .take("\(number / 9)", guest: "g\(number)"),
              by: ActorID(rawValue: "g\(number)"))
            return 1
          } catch Seats.Refusal.alreadyTaken { return 0 }
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(winners == 10)
    for engine in engines {
      #expect(try await engine.ask(TakenSeats.self).seats.sorted() == (0..<10).map(String.init))
      await engine.close()
    }
  }
}

/// A decider without commands, whose events only a tick records.
private protocol ClosingTime: TimeDriven
where Event == SeatEvent, Command == Never, Refusal == Seats.Refusal {}

extension ClosingTime {
  static var dueFacts: Query { .of(factTypes) }

  mutating func apply(_ event: Recorded<SeatEvent>) {}

  fileprivate func freeing(_ seat: Int, because position: Position) -> DueItem<SeatEvent> {
    DueItem([.freed(SeatFreed(seat: "\(seat)"))], because: position)
  }
}

/// Frees one seat at every tick, after an item without events.
private struct FirstSeat: ClosingTime {
  func due(at now: Moment) -> [DueItem<SeatEvent>] {
    [DueItem([], because: 1), freeing(1, because: 1)]
  }
}

private struct SecondSeat: ClosingTime {
  func due(at now: Moment) -> [DueItem<SeatEvent>] { [freeing(2, because: 2)] }
}

private struct ManySeats: ClosingTime {
  func due(at now: Moment) -> [DueItem<SeatEvent>] {
    (0..<100_001).map { freeing($0, because: 1) }
  }
}

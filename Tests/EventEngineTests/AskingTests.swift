import EventEngine
import TestSupport
import Testing

/// Queries to live read models, whose states are folded onwards from one query to the next.
@Suite struct AskingTests {
  @Test(arguments: EngineKind.allCases)
  func `a caller reads its own events and those of others`(_ kind: EngineKind) async throws {
    let bench = try EngineBench(kind)
    let (first, second) = (try await bench.open(), try await bench.open())
    for number in 1...10 {
      try await first.issue(Seats.self, .take("\(number)", guest: "eva"), by: "eva")
      #expect(try await first.ask(TakenSeats.self).seats.count == 2 * number - 1)
      try await second.issue(Seats.self, .take("x\(number)", guest: "eva"), by: "eva")
      #expect(try await second.ask(TakenSeats.self).seats.count == 2 * number)
      #expect(try await first.ask(TakenSeats.self).seats.count == 2 * number)
    }
  }

  @Test(arguments: EngineKind.allCases)
  func `a query may be about the past`(_ kind: EngineKind) async throws {
    let engine = try await kind.make().engine
    for seat in ["a", "b", "c"] {
      try await engine.issue(Seats.self, .take(seat, guest: "eva"), by: "eva")
    }
    #expect(try await engine.ask(TakenSeats.self, asOf: .position(2)).seats == ["a", "b"])
    #expect(try await engine.ask(TakenSeats.self, asOf: .position(0)).seats == [])
    #expect(try await engine.ask(TakenSeats.self, asOf: .time(EngineBench.start)).seats.count == 3)
    #expect(try await engine.ask(TakenSeats.self, asOf: .time(.earliest)).seats == [])
    await #expect(throws: QueryRefusal.self) {
      try await engine.ask(TakenSeats.self, asOf: .position(4))
    }
    // A refusal leaves the live state unchanged.
    #expect(try await engine.ask(TakenSeats.self).seats == ["a", "b", "c"])
    await #expect(throws: QueryRefusal.self) { try await engine.ask("seats.unknown") }
  }

  @Test func `a live read model reads only new events`() async throws {
    let log = try await EngineKind.files.make()
    for number in 0..<200 {
      try await log.engine.issue(Seats.self, .take("\(number)", guest: "eva"), by: "eva")
    }
    _ = try await log.engine.ask(TakenSeats.self)
    log.bench.files.heal()
    #expect(try await log.engine.ask(TakenSeats.self).seats.count == 200)
    #expect(log.bench.count(.read) == 0)
  }

  @Test func `a live read model survives a journal that is busy for too long`() async throws {
    let bench = try EngineBench(.files)
    let engine = try await bench.open(wait: 20)
    try await engine.issue(Seats.self, .take("1", guest: "eva"), by: "eva")
    _ = try await engine.ask(TakenSeats.self)
    try record(event("seats.freed", "seat:1", data: #"{"seat":"1"}"#), in: bench)
    var writer = try JournalWriter.open(bench.directory)
    try writer.begin()
    await #expect(throws: JournalError.busy(path: bench.directory.path)) {
      try await engine.ask(TakenSeats.self)
    }
    writer.abandon()
    bench.files.heal()
    #expect(try await engine.ask(TakenSeats.self).seats == [])
    #expect(bench.count(.open(.reading)) == 0)
  }

  @Test(arguments: EngineKind.allCases)
  func `an erasure by another process takes effect`(_ kind: EngineKind) async throws {
    let log = try await kind.make()
    let private1 = NewEvent(
      type: "seats.freed", tags: [Tag("seat", "1")], data: json(#"{"seat":"1"}"#),
      erasable: .init(subjects: [Tag("user", "eva")], personal: json(#"{"name":"Eva"}"#)))
    try record(private1, in: log.bench)
    try await log.engine.issue(Seats.self, .take("1", guest: "eva"), by: "eva")
    #expect(try await log.engine.ask(TakenSeats.self).seats == ["1"])
    try erase(log.bench)
    #expect(try await log.engine.ask(TakenSeats.self).seats == ["1"])
    #expect(try await log.engine.read().events.map(\.isErased) == [true, false, false])
    try await log.engine.issue(Seats.self, .free("1"), by: "eva")
    #expect(try await log.engine.ask(TakenSeats.self).seats == [])
  }

  private func record(_ event: NewEvent, in bench: EngineBench) throws {
    var writer = try JournalWriter.open(bench.directory)
    _ = try writer.batch { (writer) throws(JournalError) in
      try writer.append([event], at: EngineBench.start)
    }
  }

  private func erase(_ bench: EngineBench) throws {
    var writer = try JournalWriter.open(bench.directory)
    _ = try writer.erase(
      Erasure(of: [Tag("user", "eva")], actor: "admin"), at: EngineBench.start)
  }
}

import EventEngine
import TestSupport
import Testing

@testable import EventStore

/// Appends that would damage the journal or break the rules of commands.
@Suite struct `An invalid append` {
  static func nested(_ depth: Int) -> String {
    #"{"a":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
  }

  @Test(arguments: [
    "{nonsense}", "nonsense", "[1]", "", "{\"a\":1}\n", "{\"a\":1},\"z\":{\"b\":1}",
    "{\"a\":{\"b\":1}",
    "{\"a\":1,\"a\":2}", "{\"a\":01}", nested(200),
  ])
  func `of data that is no JSON object is refused`(_ data: String) async throws {
    try await expectRefusal { NewEvent(type: "A", data: json(data)) }
    try await expectRefusal {
      NewEvent(type: "A", erasable: .init(subjects: [Tag("user", "eva")], personal: json(data)))
    }
  }

  @Test func `of bytes that are not UTF-8 is refused`() async throws {
    try await expectRefusal {
      NewEvent(type: "A", data: Array(#"{"a":""#.utf8) + [0xff] + Array(#""}"#.utf8))
    }
  }

  @Test(arguments: [
    NewEvent(type: ""), NewEvent(type: "A", version: 0), NewEvent(type: "A", version: -5),
    NewEvent(type: "A", version: SchemaVersion(rawValue: .max)),
    NewEvent(time: Timestamp(rawValue: .max), type: "A"),
    NewEvent(time: Timestamp(rawValue: .min), type: "A"),
    NewEvent(type: "A", erasable: .init(subjects: [Tag("user", "eva")], salt: [1])),
    NewEvent(
      type: "A",
      erasable: .init(subjects: [Tag("user", "eva")], fingerprint: KeyedDigest(rawValue: #"a"b"#))),
    // No erasure would reach it.
    NewEvent(type: "A", erasable: .init(personal: json(#"{"name":"Eva"}"#))),
  ])
  func `of members that no record can have is refused`(_ event: NewEvent) async throws {
    try await expectRefusal { event }
  }

  @Test func `of a condition that any event breaks is refused, whatever else it names`()
    async throws
  {
    let engine = try await Engine.inMemory(domains: [])
    _ = try await engine.append([NewEvent(type: "A")])
    for query in [
      Query.everything | .of(["B"]), .of(["B"]) | .everything,
      .everything.adding(["B"], anyOf: [Tag("c", "d")]),
    ] {
      await #expect(throws: JournalError.conditionFailed) {
        try await engine.append(
          [NewEvent(type: "A")], if: AppendCondition(noneMatch: query, after: .start))
      }
    }
  }

  private func expectRefusal(_ event: () -> NewEvent) async throws {
    let log = try await EngineKind.memory.make()
    let event = event()
    await #expect { try await log.engine.append([event]) } throws: { error in
      if case JournalError.invalidEvent = error { true } else { false }
    }
    try await expectWhole(log, length: 0)
  }

  /// Expects that the engine continues and every record can be read.
  private func expectWhole(_ log: EngineUnderTest, length: Int) async throws {
    try await log.append(event("B"))
    #expect(try await log.read().positions == Array(1...length + 1))
    #expect(try log.bench.directory.verify(wait: 0).damages.isEmpty)
  }

  @Test(arguments: [-5, 0, 2, Int.max])
  func `with a cause that isn't recorded is refused`(_ because: Int) async throws {
    let log = try await EngineKind.memory.make()
    try await log.append(event("A"))
    await #expect(throws: (any Error).self) {
      try await log.engine.append(
        [event("A")], cause: Cause(command: "test", because: Position(because)))
    }
    await #expect(throws: CommandResult.Problem.self) {
      try await log.engine.issue(
        Seats.self, .take("a", guest: "eva"), by: "eva", because: Position(because))
    }
    try await expectWhole(log, length: 1)
  }

  @Test(arguments: ["seats.taken", "system.subjectErased"])
  func `of events that only commands record is refused`(_ type: String) async throws {
    let log = try await EngineKind.memory.make()
    #expect(try await problem(of: [event(type)], log) == "reservedType")
    try await expectWhole(log, length: 0)
  }

  @Test func `of a time in the future is refused`() async throws {
    let log = try await EngineKind.memory.make()
    let late = NewEvent(time: instant("2999-01-01T00:00:00Z"), type: "A")
    #expect(try await problem(of: [late], log) == "timeInFuture")
    try await expectWhole(log, length: 0)
  }

  private func problem(of events: [NewEvent], _ log: EngineUnderTest) async throws -> String? {
    do {
      try await log.engine.append(events)
      return nil
    } catch let problem as CommandResult.Problem { return problem.code }
  }

  @Test func `with recorded ids has the result of the first append`() async throws {
    let log = try await EngineKind.memory.make()
    let events = (1...2).map { number in
      NewEvent(
        id: EventID(high: 1, low: UInt64(number)), type: "A", data: json(#"{"n":\#(number)}"#))
    }
    #expect(try await log.engine.append(events) == 1...2)
    #expect(try await log.engine.append(events) == 1...2)
    #expect(try await problem(of: [events[1], events[0]], log) == "invalidField")
    #expect(try await problem(of: [events[0]], log) == "invalidField")
    try await expectWhole(log, length: 2)
  }

  @Test func `with one id twice is refused`() async throws {
    let log = try await EngineKind.memory.make()
    let event = NewEvent(id: EventID(high: 1, low: 7), type: "A")
    #expect(try await problem(of: [event, event], log) == "invalidField")
    try await expectWhole(log, length: 0)
  }

  @Test func `that is sent twice at once is recorded once`() async throws {
    let log = try await EngineKind.files.make()
    let event = NewEvent(id: EventID(high: 1, low: 7), type: "A")
    try await withThrowingTaskGroup(of: ClosedRange<Position>?.self) { group in
      for _ in 0..<50 { group.addTask { try await log.engine.append([event]) } }
      for try await positions in group { #expect(positions == 1...1) }
    }
    try await expectWhole(log, length: 1)
  }
}

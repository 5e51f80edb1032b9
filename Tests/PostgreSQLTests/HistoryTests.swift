import TestSupport
import Testing

/// The checker of histories finds each fault that is planted in a good history, and no other.
@Suite struct HistoryTests {
  /// Three clients: "b" and "c" overlap, "d" is sent twice, "e" fails and "f" is never answered.
  private static let good: [ClientHistory.Operation] = [
    ClientHistory.Operation("a", 1...2, .appended(at: 1)),
    ClientHistory.Operation(nil, 3...4, .read(after: 0, [.init(1, "a")], head: 1)),
    ClientHistory.Operation("b", 5...8, .appended(at: 3)),
    ClientHistory.Operation("c", 6...7, .appended(at: 2)),
    ClientHistory.Operation("d", 9...10, .unknown),
    ClientHistory.Operation("e", 9...12, .failed),
    ClientHistory.Operation("f", 11...30, .unknown),
    ClientHistory.Operation("d", 13...16, .appended(at: 4)),
    ClientHistory.Operation(
      nil, 14...18, .read(after: 1, [.init(2, "c"), .init(3, "b"), .init(4, "d")], head: 4)),
    ClientHistory.Operation("g", 20...21, .appended(at: 6)),
  ]
  private static let end = ["a", "c", "b", "d", "f", "g"]

  @Test func `a good history breaks no promise`() {
    #expect(ClientHistory(Self.good).violations(endingWith: Self.end) == [])
    // An append with an unknown outcome may be recorded or not.
    let without = ClientHistory(Self.good.dropLast()).violations(endingWith: ["a", "c", "b", "d"])
    #expect(without == [])
  }

  /// A change of the good history, and the violations that must be found.
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var added: [ClientHistory.Operation] = []
    var end = HistoryTests.end
    let found: Set<Violation>
  }

  private static let faults = [
    Fault(
      testDescription: "a lost acknowledged append", end: Array(end.dropLast()),
      found: [.lost("g", at: 6)]),
    Fault(
      testDescription: "an event of a read that was lost",
      added: [
        .init(nil, 40...41, .read(after: 6, [.init(7, "h")], head: 7)),
        .init("h", 39...45, .unknown),
      ],
      found: [.lost("h", at: 7)]),
    Fault(
      testDescription: "two events that have exchanged their positions",
      end: ["a", "b", "c", "d", "f", "g"], found: [.lost("c", at: 2), .lost("b", at: 3)]),
    Fault(
      testDescription: "a duplicate", end: end + ["b"], found: [.doubled("b")]),
    Fault(
      testDescription: "a position that was given twice",
      added: [.init("h", 20...22, .appended(at: 6))], found: [.lost("h", at: 6)]),
    Fault(
      testDescription: "an event that nobody has sent", end: end + ["z"], found: [.unasked("z")]),
    Fault(
      testDescription: "an event that is there although it failed", end: end + ["e"],
      found: [.recordedThoughFailed("e")]),
    Fault(
      testDescription: "appends in another order than they were acknowledged",
      added: [.init("h", 40...41, .appended(at: 8)), .init("i", 42...43, .appended(at: 7))],
      end: end + ["i", "h"], found: [.reordered("i", at: 7, before: 8)]),
    Fault(
      testDescription: "a read that lacks an acknowledged append",
      added: [.init(nil, 22...23, .read(after: 5, [], head: 5))],
      found: [.stale(head: 5, known: 6)]),
    Fault(
      testDescription: "a read that lacks what another read has shown",
      added: [.init(nil, 19...20, .read(after: 3, [], head: 3))],
      found: [.stale(head: 3, known: 4)]),
    Fault(
      testDescription: "a hole",
      added: [.init(nil, 40...41, .read(after: 3, [.init(4, "d"), .init(6, "g")], head: 6))],
      found: [.hole(at: 5)]),
    Fault(
      testDescription: "a hole at the end of a read",
      added: [.init(nil, 40...41, .read(after: 5, [], head: 6))], found: [.hole(at: 6)]),
  ]

  @Test(arguments: faults)
  func `a planted fault is found`(_ fault: Fault) {
    let history = ClientHistory(Self.good + fault.added)
    #expect(history.violations(endingWith: fault.end) == fault.found)
  }
}

import EventTesting
import Testing

@testable import Library

@Suite struct CheckTests {
  @Test func `random stories meet every command and every refusal`() throws {
    var check = try Check([CheckedDomain(.library)], seed: 1, length: 60)
    let failure = check.failure(runs: 40)
    #expect(failure?.violation == nil)
    #expect(check.tally.missing.filter { !$0.en.contains("InFuture") } == [])
  }

  @Test func `a boundary without the member is detected`() throws {
    let careless = DomainDefinition(
      "library", of: LibraryEvent.self, deciders: [CarelessLoans.self],
      projections: [OnLoan.self, MemberCard.self])
    var check = try Check([CheckedDomain(careless)], seed: 1, length: 60)
    let found = check.failure(runs: 40)
    let failure = try #require(found)
    #expect(failure.violation.law == "warm decision = fresh decision")
    #expect((4...6).contains(failure.turns.count))
  }
}

/// ``Loans`` with a bug: the boundary lacks the member's books.
struct CarelessLoans: Decider {
  private var loans = Loans()

  init() {}

  static let shapes = Loans.shapes

  func boundary(of command: Loans.Command) -> Query {
    switch command {
    case .lend(let book, _), .takeBack(let book): .of(Self.factTypes, book.tag)
    }
  }

  mutating func apply(_ event: Recorded<LibraryEvent>) { loans.apply(event) }

  func decide(_ command: Loans.Command, at now: Moment) throws(Loans.Refusal) -> [LibraryEvent] {
    try loans.decide(command, at: now)
  }
}

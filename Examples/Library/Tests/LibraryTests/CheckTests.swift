import EventTesting
import Synchronization
import Testing

@testable import Library

@Suite struct CheckTests {
  @Test func `random stories meet every command and every refusal`() throws {
    var check = try Check([CheckedDomain(.library)], seed: 2, length: 25)
    let failure = check.failure(runs: 20)
    #expect(failure?.violation == nil)
    #expect(check.tally.missing == [])
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

  @Test func `a read model that answers differently each time is detected`() throws {
    let restless = DomainDefinition(
      "library", of: LibraryEvent.self, deciders: [Loans.self], projections: [Restless.self])
    var check = try Check([CheckedDomain(restless)], seed: 1, length: 10)
    #expect(check.failure(runs: 5)?.violation.law == "the same state gives the same answer")
  }
}

/// A read model that counts its queries.
private struct Restless: Projection, StoredState {
  struct Answer: Encodable, Sendable { let number: Int }

  static let shape = QueryShape(
    "library.restless", Bilingual(ru: "Номер вопроса", en: "The number of the question"))

  private static let questions = Atomic<Int>(0)

  mutating func apply(_ event: Recorded<LibraryEvent>) {}

  func answer(to _: NoParameters, _: QueryContext) throws(QueryRefusal) -> Answer {
    Answer(number: Self.questions.add(1, ordering: .relaxed).newValue)
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

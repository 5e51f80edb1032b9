import EventEngine

extension DomainDefinition {
  public static let library = DomainDefinition(
    "library", of: LibraryEvent.self, deciders: [Loans.self],
    projections: [OnLoan.self, MemberCard.self])
}

/// The books on loan with their borrowers and dates.
public struct OnLoan: Projection, StoredState {
  public struct Loan: Codable, Equatable, Sendable {
    public let book: BookID, member: MemberID, since: CalendarDay
  }
  public struct Answer: Encodable, Sendable { public let books: [Loan] }

  public static let shape = QueryShape(
    "library.onLoan", Bilingual(ru: "Выданные книги", en: "Books on loan"))

  private var loans: [BookID: Loan] = [:]
  public init() {}

  public mutating func apply(_ event: Recorded<LibraryEvent>) {
    switch event.event {
    case .bookLent(let fact):
      loans[fact.book] = Loan(book: fact.book, member: fact.member, since: event.day)
    case .bookReturned(let fact): loans[fact.book] = nil
    }
  }

  public func answer(to _: NoParameters, _: QueryContext) throws(QueryRefusal) -> Answer {
    Answer(books: loans.values.sorted { $0.book < $1.book })
  }
}

/// The books that a member has borrowed.
public struct MemberCard: Projection, StoredState {
  public struct Answer: Encodable, Sendable { public let books: [BookID] }

  public static let shape = QueryShape(
    "library.member", Bilingual(ru: "Карточка читателя", en: "A member's card"),
    of: Field<MemberID>.id("member"))

  private var books: [MemberID: [BookID]] = [:]
  public init() {}

  public func facts(for member: MemberID) -> Query { .of(Self.factTypes, member.tag) }

  public mutating func apply(_ event: Recorded<LibraryEvent>) {
    switch event.event {
    case .bookLent(let fact): books[fact.member, default: []].append(fact.book)
    case .bookReturned(let fact): books[fact.member]?.removeAll { $0 == fact.book }
    }
  }

  public func answer(to member: MemberID, _: QueryContext) throws(QueryRefusal) -> Answer {
    Answer(books: books[member] ?? [])
  }
}

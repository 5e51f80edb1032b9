import EventEngine

/// The rules: a book is lent to one member at a time, and a member has three books at most.
public struct Loans: Decider {
  public enum Command: Sendable {
    case lend(BookID, to: MemberID)
    case takeBack(BookID)
  }

  public enum Refusal: String, Refused {
    case alreadyLent, tooManyBooks, notLent
    public func message(in locale: Language) -> String {
      switch self {
      case .alreadyLent: Bilingual(ru: "Книга уже выдана", en: "The book is lent already")[locale]
      case .tooManyBooks: Bilingual(ru: "Не больше трёх книг", en: "Three books at most")[locale]
      case .notLent: Bilingual(ru: "Книга не выдана", en: "The book is not lent")[locale]
      }
    }
  }

  private var members: [BookID: MemberID] = [:]
  public init() {}

  public func boundary(of command: Command) -> Query {
    switch command {
    case .lend(let book, let member): .of(Self.factTypes, anyOf: book.tag, member.tag)
    case .takeBack(let book): .of(Self.factTypes, book.tag)
    }
  }

  public mutating func apply(_ event: Recorded<LibraryEvent>) {
    switch event.event {
    case .bookLent(let fact): members[fact.book] = fact.member
    case .bookReturned(let fact): members[fact.book] = nil
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(Refusal) -> [LibraryEvent] {
    switch command {
    case .lend(let book, let member):
      guard members[book] == nil else { throw .alreadyLent }
      guard members.values.count(where: { $0 == member }) < 3 else { throw .tooManyBooks }
      return [.bookLent(BookLent(book: book, member: member))]
    case .takeBack(let book):
      guard let member = members[book] else { throw .notLent }
      return [.bookReturned(BookReturned(book: book, member: member))]
    }
  }

  public static let shapes = [
    CommandShape(
      "library.lend", by: .person, Bilingual(ru: "Выдать книгу", en: "Lend a book"),
      Field<BookID>.id("book"), Field<MemberID>.id("member"),
      refusals: Refusal.codes(.alreadyLent, .tooManyBooks), command: Command.lend),
    CommandShape(
      "library.takeBack", by: .person, Bilingual(ru: "Принять книгу", en: "Take a book back"),
      Field<BookID>.id("book"), refusals: Refusal.codes(.notLent), command: Command.takeBack),
  ]
}

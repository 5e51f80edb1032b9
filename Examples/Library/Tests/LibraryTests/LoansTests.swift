import EventTesting
import Testing

@testable import Library

@Suite struct LoansTests {
  let three = Given(
    Loans.self, .lent("1", to: "eva"), .lent("2", to: "eva"), .lent("3", to: "eva"))

  @Test func `a book is lent`() {
    Given(Loans.self)
      .when("library.lend", by: "desk", ["book": "42", "member": "eva"])
      .then(.lent("42", to: "eva"))
  }

  @Test func `a lent book is not lent twice`() {
    Given(Loans.self, .lent("42", to: "eva"))
      .when(.lend("42", to: "adam"))
      .thenRefused(.alreadyLent)
  }

  @Test func `a member has three books at most`() {
    three.when(.lend("4", to: "eva")).thenRefused(.tooManyBooks)
    three.when(.lend("4", to: "adam")).then(.lent("4", to: "adam"))
    three.and(.returned("1", by: "eva")).when(.lend("4", to: "eva")).then(.lent("4", to: "eva"))
  }

  @Test func `only a lent book is taken back`() {
    three.when(.takeBack("2"))
      .then(.returned("2", by: "eva"))
      .thereafter.when("library.takeBack", by: "desk", ["book": "2"])
      .thenRefused(.notLent)
  }

  @Test func `a command without the member is refused`() {
    Given(Loans.self)
      .when("library.lend", by: "desk", ["book": "42"])
      .thenInvalid(.missingField("member"))
  }
}

extension LibraryEvent {
  static func lent(_ book: BookID, to member: MemberID) -> LibraryEvent {
    .bookLent(BookLent(book: book, member: member))
  }

  static func returned(_ book: BookID, by member: MemberID) -> LibraryEvent {
    .bookReturned(BookReturned(book: book, member: member))
  }
}

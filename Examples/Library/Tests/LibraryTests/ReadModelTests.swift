import EventTesting
import Testing

@testable import Library

@Suite struct ReadModelTests {
  let history = History<LibraryEvent>(.lent("42", to: "eva"), .lent("7", to: "adam"))
    .then(at: "2026-05-10T09:00:00Z", .returned("7", by: "adam"))

  @Test func `a book is on loan until it is taken back`() throws {
    #expect(try history.ask(OnLoan.self).books.map(\.member) == ["eva"])
    #expect(
      history.show(OnLoan.self)
        == #"{"books":[{"book":"42","member":"eva","since":"2026-05-08"}]}"#)
  }

  @Test func `a card lists the books of a member`() throws {
    #expect(try history.ask(MemberCard.self, "eva").books == ["42"])
    #expect(try history.ask(MemberCard.self, "adam").books == [])
    #expect(history.show(MemberCard.self, ["member": "kim"]) == #"{"books":[]}"#)
  }

  @Test func `a read model resumes from a snapshot`() {
    history.checkSnapshots(OnLoan.self)
    history.checkSnapshots(MemberCard.self)
  }
}

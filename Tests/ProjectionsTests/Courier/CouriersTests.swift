import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The list of couriers` {
  let story = CourierStory(
    .registered("petr", login: "petr"), .registered("ivan", login: "Ivan"), .placed("o-1"),
    .placed("o-2"), .placed("o-3"), .placed("o-4"), .signedIn("ivan"))

  @Test func `is empty without couriers`() {
    #expect(CourierStory().show(Couriers.self) == #"{"couriers":[]}"#)
  }

  @Test func `is in the order of registration`() {
    #expect(
      story.show(Couriers.self) == """
        {"couriers":[{"courier":"petr","login":"petr","signedIn":false,"accepted":0},\
        {"courier":"ivan","login":"Ivan","signedIn":true,"accepted":0}]}
        """)
  }

  @Test func `counts the orders that a courier has accepted and not completed`() {
    let busy = story.then(
      .accepted("o-1", by: "ivan"), .accepted("o-2", by: "ivan"), .accepted("o-3", by: "ivan"),
      .accepted("o-4", by: "ivan"))
    #expect(row(busy) == #"{"courier":"ivan","login":"Ivan","signedIn":true,"accepted":4}"#)
    let less = busy.then(
      .completed("o-1", by: "ivan"), .released("o-2", from: "ivan"),
      .withdrawn("o-3", from: "ivan"), .signedOut("ivan"))
    #expect(row(less) == #"{"courier":"ivan","login":"Ivan","signedIn":false,"accepted":1}"#)
    let again = less.then(.withdrawn("o-2"), .accepted("o-2", by: "petr"))
    #expect(row(again) == #"{"courier":"ivan","login":"Ivan","signedIn":false,"accepted":1}"#)
  }

  @Test func `shows no erased login`() {
    #expect(
      row(story.erased) == #"{"courier":"ivan","login":"удалено","signedIn":true,"accepted":0}"#)
    #expect(
      row(story.erased, in: .en)
        == #"{"courier":"ivan","login":"erased","signedIn":true,"accepted":0}"#)
  }

  @Test func `accepts no parameters`() {
    #expect(story.show(Couriers.self, ["courier": "ivan"]) == "unknownField: courier")
  }

  /// The second courier.
  private func row(_ story: CourierStory, in locale: Language = .ru) -> String {
    let answer = story.show(Couriers.self, in: locale)
    return String((answer.split(separator: "},").last ?? "").dropLast(2))
  }
}

import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Ivan and Oleg are signed in, Petr is not. Oleg has orders that he has not viewed.
private let given = Given<CourierFeed>(
  .signedIn("ivan"), .signedIn("oleg"), .placed("o-1"), .placed("o-2"), .placed("o-3"),
  .accepted("o-3", by: "oleg"))

@Suite struct `Opening the tab with a courier's own orders` {
  private let accepted = given.and(.accepted("o-1", by: "ivan"))

  private func ivanViews(
    _ given: Given<CourierFeed>, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<CourierFeed> {
    given.when("courier.viewMine", by: "ivan", sourceLocation: sourceLocation)
  }

  @Test func `with a newly accepted order records a view`() {
    ivanViews(accepted).then(.viewedMine("ivan")).answering()
  }

  @Test func `without new orders records nothing`() {
    ivanViews(given).thenNothing()
    ivanViews(accepted.and(.viewedMine("ivan"))).thenNothing()
  }

  @Test func `an order accepted since the last view is new`() {
    ivanViews(accepted.and(.viewedMine("ivan"), .accepted("o-2", by: "ivan")))
      .then(.viewedMine("ivan"))
  }

  @Test func `completing an order counts as viewing it`() {
    ivanViews(accepted.and(.completed("o-1", by: "ivan"))).thenNothing()
    ivanViews(accepted.and(.accepted("o-2", by: "ivan"), .completed("o-1", by: "ivan")))
      .then(.viewedMine("ivan"))
    ivanViews(
      accepted.and(
        .accepted("o-2", by: "ivan"), .completed("o-1", by: "ivan"), .completed("o-2", by: "ivan"))
    ).thenNothing()
  }

  @Test func `an order that support has taken away is nothing to view`() {
    ivanViews(accepted.and(.released("o-1", from: "ivan"))).thenNothing()
    ivanViews(accepted.and(.withdrawn("o-1", from: "ivan"))).thenNothing()
    ivanViews(accepted.and(.withdrawn("o-2"))).then(.viewedMine("ivan"))
    ivanViews(accepted.and(.released("o-3", from: "oleg"))).then(.viewedMine("ivan"))
    ivanViews(accepted.and(.released("o-1", from: "ivan"), .accepted("o-1", by: "ivan")))
      .then(.viewedMine("ivan"))
  }

  @Test func `signing in and refreshing don't count as views`() {
    ivanViews(accepted.and(.signedOut("ivan"), .signedIn("ivan"), .refreshed("ivan", metro: nil)))
      .then(.viewedMine("ivan"))
  }

  @Test func `a view by another courier doesn't count`() {
    ivanViews(accepted.and(.viewedMine("oleg"))).then(.viewedMine("ivan"))
  }

  @Test func `requires a session, with or without new orders`() {
    given.when(.viewMine("petr")).thenRefused(.notSignedIn)
    ivanViews(accepted.and(.signedOut("ivan"))).thenRefused(.notSignedIn)
  }
}

@Suite struct `Refreshing the list` {
  private func refresh(
    _ data: JSONObject, sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<CourierFeed> {
    given.when("courier.refreshOrders", by: "ivan", data, sourceLocation: sourceLocation)
  }

  @Test func `without stations leaves the filter unchanged`() {
    refresh([:]).then(.refreshed("ivan", metro: nil)).answering()
    refresh(["metro": .null]).then(.refreshed("ivan", metro: nil))
  }

  @Test func `an empty list of stations clears the filter`() {
    refresh(["metro": []]).then(.refreshed("ivan", metro: []))
  }

  @Test func `sets the filter, without duplicate stations`() {
    refresh(["metro": ["Сокол", " Аэропорт ", "Сокол", "Марс"]])
      .then(.refreshed("ivan", metro: ["Сокол", "Аэропорт", "Марс"]))
  }

  @Test func `is recorded even if it changes nothing`() {
    refresh([:]).thereafter.when(.refresh("ivan", metro: nil)).then(.refreshed("ivan", metro: nil))
  }

  @Test(arguments: ["Сокол", [""], [" "], [.bool(true)], .bool(true), .object([:])] as [JSONValue])
  func `stations are a list of texts`(metro: JSONValue) {
    refresh(["metro": metro]).thenInvalid(.invalidField("metro"))
  }

  @Test func `requires a session`() {
    given.when(.refresh("petr", metro: nil)).thenRefused(.notSignedIn)
    given.and(.signedOut("ivan")).when(.refresh("ivan", metro: [])).thenRefused(.notSignedIn)
  }
}

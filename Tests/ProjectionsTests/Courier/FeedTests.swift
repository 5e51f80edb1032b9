import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@testable import EventTesting

@Suite struct `A courier's feed` {
  static let noon = "2026-05-08T12:00:00.000Z"
  let signedIn = CourierStory(
    .registered("ivan"), .registered("oleg"), .placed("o-1"), .placed("o-2", metro: "Аэропорт"),
    .signedIn("ivan"))

  func show(_ story: CourierStory, in locale: Language = .ru) -> String {
    story.show(Feed.self, ["courier": "ivan"], in: locale)
  }

  @Test func `is empty before the first sign-in`() {
    let story = CourierStory(.registered("ivan"), .placed("o-1"))
    #expect(
      show(story) == """
        {"all":[],"mine":[],"badge":false,"unviewed":0,"metro":[],"placeholder":"noOrders",\
        "placeholderText":"Заказов нет"}
        """)
    #expect(
      show(story, in: .en) == """
        {"all":[],"mine":[],"badge":false,"unviewed":0,"metro":[],"placeholder":"noOrders",\
        "placeholderText":"No orders"}
        """)
  }

  @Test func `requires an existing courier`() {
    #expect(show(CourierStory(.placed("o-1"))) == "notFound: Курьера ivan нет")
    #expect(show(CourierStory(), in: .en) == "notFound: There is no courier ivan")
    #expect(CourierStory().show(Feed.self) == "missingField: courier")
    #expect(
      CourierStory().show(Feed.self, ["courier": "ivan", "tab": "all"]) == "unknownField: tab")
  }

  @Test func `shows the orders available at the sign-in, and no later ones`() {
    #expect(
      show(signedIn.then(.placed("o-3")))
        == feed(all: [card("o-1"), card("o-2", metro: "Аэропорт")]))
  }

  @Test func `shows orders that others have taken or cancelled unchanged until the next refresh`() {
    let story = signedIn.then(
      at: Self.noon, .accepted("o-1", by: "oleg"), .completed("o-1", by: "oleg"),
      .cancelled("o-2"))
    #expect(show(story) == feed(all: [card("o-1"), card("o-2", metro: "Аэропорт")]))
    #expect(show(story.then(.refreshed("ivan", metro: nil))) == feed())
  }

  @Test func `keeps its order regardless of later events`() {
    let story = CourierStory(
      .registered("ivan"), .registered("oleg"), .placed("later", for: "2026-05-12"),
      .placed("sooner", for: "2026-05-11"), .signedIn("ivan"), .accepted("sooner", by: "oleg"),
      .completed("sooner", by: "oleg"))
    #expect(
      show(story)
        == feed(all: [card("sooner", date: "2026-05-11"), card("later", date: "2026-05-12")]))
  }

  @Test func `moves accepted orders from all to mine, and shows the badge`() {
    let story = signedIn.then(at: Self.noon, .accepted("o-1", by: "ivan"))
    #expect(
      show(story)
        == feed(
          all: [card("o-2", metro: "Аэропорт")],
          mine: [card("o-1", "accepted", courier: "ivan", acceptedAt: Self.noon)], unviewed: 1))
  }

  @Test func `shows mine live, sorted as in the list of orders`() {
    let story = signedIn.then(
      at: Self.noon, .placed("o-3", for: "2026-05-09"), .accepted("o-1", by: "ivan"),
      .accepted("o-2", by: "ivan"), .accepted("o-3", by: "ivan"), .completed("o-3", by: "ivan"),
      .completed("o-1", by: "ivan"))
    #expect(
      show(story)
        == feed(
          mine: [
            card("o-2", "accepted", metro: "Аэропорт", courier: "ivan", acceptedAt: Self.noon),
            card(
              "o-1", "completed", courier: "ivan", acceptedAt: Self.noon, completedAt: Self.noon),
            card(
              "o-3", "completed", date: "2026-05-09", courier: "ivan", acceptedAt: Self.noon,
              completedAt: Self.noon),
          ], unviewed: 1))
  }

  @Test func `counts orders accepted since mine was viewed, except completed ones`() {
    let mine = { card($0, "accepted", courier: "ivan", acceptedAt: Self.noon) }
    let accepted = CourierStory(
      .registered("ivan"), .placed("o-1"), .placed("o-2"), .signedIn("ivan")
    )
    .then(at: Self.noon, .accepted("o-1", by: "ivan"), .accepted("o-2", by: "ivan"))
    #expect(show(accepted) == feed(mine: [mine("o-1"), mine("o-2")], unviewed: 2))

    let viewed = accepted.then(.viewedMine("ivan"))
    #expect(show(viewed) == feed(mine: [mine("o-1"), mine("o-2")], unviewed: 0))

    let another = viewed.then(.placed("o-3"), .accepted("o-3", by: "ivan"))
    #expect(show(another) == feed(mine: [mine("o-1"), mine("o-2"), mine("o-3")], unviewed: 1))
    let completed = card(
      "o-3", "completed", courier: "ivan", acceptedAt: Self.noon, completedAt: Self.noon)
    #expect(
      show(another.then(.completed("o-3", by: "ivan")))
        == feed(mine: [mine("o-1"), mine("o-2"), completed], unviewed: 0))
  }

  @Test func `is independent of views, refreshes and acceptances by others`() {
    let story = signedIn.then(
      at: Self.noon, .accepted("o-1", by: "ivan"), .signedIn("oleg"), .viewedMine("oleg"),
      .refreshed("oleg", metro: ["Сокол"]), .accepted("o-2", by: "oleg"))
    #expect(
      show(story)
        == feed(
          all: [card("o-2", metro: "Аэропорт")],
          mine: [card("o-1", "accepted", courier: "ivan", acceptedAt: Self.noon)], unviewed: 1))
  }

  @Test func `keeps its filter when refreshed without one, and drops it for an empty one`() {
    let filtered = signedIn.then(.refreshed("ivan", metro: ["Аэропорт"]))
    #expect(show(filtered) == feed(all: [card("o-2", metro: "Аэропорт")], metro: ["Аэропорт"]))

    let more = filtered.then(.placed("o-3"), .placed("o-4", metro: "Аэропорт"))
    let refreshed = more.then(.refreshed("ivan", metro: nil))
    #expect(
      show(refreshed)
        == feed(
          all: [card("o-2", metro: "Аэропорт"), card("o-4", metro: "Аэропорт")],
          metro: ["Аэропорт"]))
    #expect(
      show(more.then(.refreshed("ivan", metro: [])))
        == feed(all: [
          card("o-1"), card("o-2", metro: "Аэропорт"), card("o-3"),
          card("o-4", metro: "Аэропорт"),
        ]))
  }

  @Test func `filters all, but not mine`() {
    let story = signedIn.then(
      at: Self.noon, .accepted("o-1", by: "ivan"), .refreshed("ivan", metro: ["Аэропорт"]))
    #expect(
      show(story)
        == feed(
          all: [card("o-2", metro: "Аэропорт")],
          mine: [card("o-1", "accepted", courier: "ivan", acceptedAt: Self.noon)], unviewed: 1,
          metro: ["Аэропорт"]))
  }

  @Test func `shows the placeholder when no order has a station of the filter`() {
    let story = signedIn.then(.refreshed("ivan", metro: ["Марс", "Сокол"]), .cancelled("o-1"))
    #expect(show(story) == feed(all: [card("o-1")], metro: ["Марс", "Сокол"]))
    #expect(show(story.then(.refreshed("ivan", metro: nil))) == feed(metro: ["Марс", "Сокол"]))
  }

  @Test func `is refreshed without a filter by signing in again`() {
    let story = signedIn.then(
      .refreshed("ivan", metro: ["Аэропорт"]), .placed("o-3"), .signedIn("ivan"))
    #expect(
      show(story) == feed(all: [card("o-1"), card("o-2", metro: "Аэропорт"), card("o-3")]))
  }

  @Test func `does not change when the courier signs out`() {
    let story = signedIn.then(
      at: Self.noon, .refreshed("ivan", metro: ["Сокол"]), .accepted("o-2", by: "oleg"),
      .placed("o-3"))
    #expect(show(story) == feed(all: [card("o-1")], metro: ["Сокол"]))
    #expect(show(story.then(.signedOut("ivan"))) == feed(all: [card("o-1")], metro: ["Сокол"]))
  }

  @Test func `marks overdue orders as of now, even on a list of yesterday`() {
    let story = CourierStory(
      .registered("ivan"), .placed("o-1", for: "2026-05-08"), .signedIn("ivan"))
    #expect(
      story.show(Feed.self, ["courier": "ivan", "now": "2026-05-08T20:59:00.001Z"])
        == feed(all: [card("o-1", date: "2026-05-08", overdue: true)]))
    #expect(
      story.show(Feed.self, ["courier": "ivan", "now": "2026-05-08T20:59:00.000Z"])
        == feed(all: [card("o-1", date: "2026-05-08")]))
  }

  @Test func `costs as much to refresh with many orders as with few`() {
    var state = CourierState()
    func apply(_ fact: CourierEvent, at number: Int) {
      state.apply(
        Recorded(
          position: Position(number), id: EventID(high: 0, low: 0),
          time: instant("2026-05-08T09:00:00Z"), day: day("2026-05-08"), type: "courier.any",
          actor: nil, event: fact))
    }
    apply(.registered("ivan"), at: 1)
    for order in 1...500 { apply(.placed(OrderID(rawValue: "o-\(order)")), at: order + 1) }
    apply(.signedIn("ivan"), at: 1000)
    let before = canonical(state)
    for refresh in 1001...1500 { apply(.refreshed("ivan", metro: nil), at: refresh) }
    #expect(
      canonical(state) == before.replacing(#""loaded":1000"#, with: #""loaded":1500"#),
      "a refresh leaves one number in the state")
  }
}

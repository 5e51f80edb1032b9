import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// The orders that support has taken from a courier or cancelled, on all screens.
@Suite struct `Released and withdrawn orders` {
  static let noon = "2026-05-08T12:00:00.000Z"
  let signedIn = CourierStory(
    .registered("ivan"), .registered("oleg"), .placed("o-1"), .placed("o-2", metro: "Аэропорт"),
    .signedIn("ivan"), .signedIn("oleg"))
  /// As listed to a courier who loaded the list before anything was accepted.
  let both = [card("o-1"), card("o-2", metro: "Аэропорт")]

  func screen(of courier: String, _ story: CourierStory) -> String {
    story.show(Feed.self, ["courier": .string(courier)])
  }

  @Test func `a released order is available to everybody, without courier and time`() {
    let story = signedIn.then(
      at: Self.noon, .accepted("o-1", by: "ivan"), .released("o-1", from: "ivan"))
    #expect(story.show(Orders.self) == orders(both[0], both[1]))
    #expect(story.show(MetroStations.self) == #"{"stations":["Аэропорт","Сокол"]}"#)
    #expect(story.show(Orders.self, ["tab": "mine", "courier": "ivan"]) == orders())
    #expect(
      story.show(OrderDetails.self, ["order": "o-1"]).hasPrefix(both[0].dropLast() + ",\"history\"")
    )
  }

  @Test func `a withdrawn order is on no list, and has neither courier nor button`() {
    let story = signedIn.then(
      at: Self.noon, .accepted("o-1", by: "ivan"), .withdrawn("o-1", from: "ivan"),
      .withdrawn("o-2"))
    #expect(story.show(Orders.self) == orders())
    #expect(story.show(MetroStations.self) == #"{"stations":[]}"#)
    #expect(story.show(Orders.self, ["tab": "mine", "courier": "ivan"]) == orders())
    for order in ["o-1", "o-2"] {
      let metro = order == "o-1" ? "Сокол" : "Аэропорт"
      #expect(
        story.show(OrderDetails.self, ["order": .string(order)])
          .hasPrefix(card(order, "cancelled", metro: metro).dropLast() + ",\"history\""))
    }
  }

  @Test func `an order accepted again has its new courier and time`() {
    let story = signedIn.then(
      at: Self.noon, .accepted("o-1", by: "ivan"), .released("o-1", from: "ivan"))
    let again = story.then(at: "2026-05-08T13:00:00Z", .accepted("o-1", by: "oleg"))
    let mine = card("o-1", "accepted", courier: "oleg", acceptedAt: "2026-05-08T13:00:00.000Z")
    #expect(again.show(Orders.self, ["tab": "mine", "courier": "oleg"]) == orders(mine))
    #expect(again.show(Orders.self, ["tab": "mine", "courier": "ivan"]) == orders())
  }

  /// Also steps that no decider records one after the other: an import or a hypothesis may.
  @Test(arguments: [
    [("ivan", CourierEvent.accepted("o-1", by: "ivan")), ("ivan", .completed("o-1", by: "ivan"))],
    [("eva", .cancelled("o-1", by: "eva"))],
    [
      ("ivan", .accepted("o-1", by: "ivan")), ("admin", .released("o-1", from: "ivan")),
      ("oleg", .accepted("o-1", by: "oleg")), ("admin", .withdrawn("o-1", from: "oleg")),
    ],
    [("desk", .accepted("o-1", by: "ivan")), ("desk", .completed("o-1", by: "ivan"))],
    [("desk", .accepted("o-1", by: "ivan")), ("admin", .released("o-1", from: "ivan"))],
    [("ivan", .accepted("o-1", by: "ivan")), ("oleg", .accepted("o-1", by: "oleg"))],
    [
      ("ivan", .accepted("o-1", by: "ivan")), ("ivan", .completed("o-1", by: "ivan")),
      ("admin", .released("o-1", from: "ivan")), ("oleg", .accepted("o-1", by: "oleg")),
    ],
  ])
  func `the history of an order has every step`(_ steps: [(actor: String, fact: CourierEvent)]) {
    var story = CourierStory(by: "eva", .placed("o-1"))
    for step in steps { story = story.then(by: step.actor, step.fact) }
    let history = ([("eva", CourierEvent.placed("o-1"))] + steps).enumerated().map { index, step in
      #"{"position":\#(index + 1),"time":"2026-05-08T09:00:00.000Z","#
        + #""type":"\#(type(of: step.1.payload).type)","actor":"\#(step.0)"}"#
    }
    #expect(
      story.show(OrderDetails.self, ["order": "o-1"])
        .hasSuffix(#","history":[\#(history.joined(separator: ","))]}"#))
  }

  @Test func `a list doesn't show an order that was released after the refresh`() {
    let story = signedIn.then(
      .accepted("o-1", by: "oleg"), .refreshed("ivan", metro: nil), .released("o-1", from: "oleg"))
    #expect(screen(of: "ivan", story) == feed(all: [both[1]]))
    #expect(screen(of: "ivan", story.then(.refreshed("ivan", metro: nil))) == feed(all: both))
  }

  @Test func `a list doesn't show an order that its courier has accepted since, if released`() {
    let story = signedIn.then(.accepted("o-1", by: "ivan"), .released("o-1", from: "ivan"))
    #expect(screen(of: "ivan", story) == feed(all: [both[1]]))
    #expect(screen(of: "oleg", story) == feed(all: both))
    #expect(screen(of: "ivan", story.then(.refreshed("ivan", metro: nil))) == feed(all: both))
    let taken = story.then(.accepted("o-1", by: "oleg"))
    #expect(screen(of: "ivan", taken) == feed(all: [both[1]]))
  }

  @Test func `a list keeps an order that another courier has accepted and lost since`() {
    let story = signedIn.then(
      .accepted("o-1", by: "oleg"), .released("o-1", from: "oleg"), .accepted("o-2", by: "oleg"),
      .withdrawn("o-2", from: "oleg"))
    #expect(screen(of: "ivan", story) == feed(all: both))
    #expect(screen(of: "oleg", story) == feed())
    #expect(screen(of: "ivan", story.then(.refreshed("ivan", metro: nil))) == feed(all: [both[0]]))
  }

  @Test func `orders taken away are neither mine nor unviewed`() {
    let story = signedIn.then(
      at: Self.noon, .accepted("o-1", by: "ivan"), .accepted("o-2", by: "ivan"))
    let mine = card("o-2", "accepted", metro: "Аэропорт", courier: "ivan", acceptedAt: Self.noon)
    #expect(
      screen(of: "ivan", story.then(.released("o-1", from: "ivan")))
        == feed(mine: [mine], unviewed: 1))
    #expect(
      screen(
        of: "ivan",
        story.then(.released("o-1", from: "ivan"), .withdrawn("o-2", from: "ivan")))
        == feed())
  }

  @Test func `a reminder stays, whichever courier has the order now`() {
    let story = signedIn.then(
      at: "2026-05-10T18:59:00Z", .accepted("o-1", by: "ivan"), .reminded(of: "o-1", "ivan"),
      .released("o-1", from: "ivan"), .accepted("o-1", by: "oleg"), .reminded(of: "o-1", "oleg"))
    for courier in ["ivan", "oleg"] {
      #expect(
        story.show(Notifications.self, ["courier": .string(courier)]) == """
          {"reminders":[{"order":"o-1","sentAt":"2026-05-10T18:59:00.000Z",\
          "text":"2 часа до конца заказа. Заказ «ул Комнатная 12-14» нужно выполнить до 23:59. \
          Если не успеваете, предупредите поддержку: 0101","opens":"mine"}]}
          """)
    }
  }
}

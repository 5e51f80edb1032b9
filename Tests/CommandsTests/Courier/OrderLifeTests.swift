import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Ivan and Oleg are signed in, Petr is not; Eva has placed o-1, and Oleg has accepted o-9, which Adam placed.
private let given = Given<DeliveryOrders>(
  .signedIn("ivan"), .signedIn("oleg"), .signedIn("petr"), .signedOut("petr"),
  .placed("o-1", by: "eva"), .placed("o-9", by: "adam"), .accepted("o-9", by: "oleg"))

@Suite struct `Cancelling an order` {
  @Test func `a customer can cancel an order that nobody has accepted`() {
    given.when("courier.cancelOrder", by: "eva", ["order": "o-1"]).then(.cancelled("o-1"))
      .answering()
  }

  @Test func `an overdue order can be cancelled`() {
    given.when(.cancel("o-1", by: "eva"), at: "2026-06-01T00:00:00Z").then(.cancelled("o-1"))
  }

  @Test func `requires an existing order`() {
    given.when(.cancel("o-2", by: "eva")).thenRefused(.noOrderToCancel)
  }

  @Test func `requires the customer's own order, in any state`() {
    given.when(.cancel("o-1", by: "adam")).thenRefused(.notYourOrder)
    given.when(.cancel("o-9", by: "eva")).thenRefused(.notYourOrder)
    given.and(.cancelled("o-1")).when(.cancel("o-1", by: "adam")).thenRefused(.notYourOrder)
  }

  @Test func `is refused once a courier has accepted or completed it`() {
    let accepted = given.and(.accepted("o-1", by: "ivan"))
    accepted.when(.cancel("o-1", by: "eva")).thenRefused(.orderAlreadyAccepted)
    accepted.and(.completed("o-1", by: "ivan")).when(.cancel("o-1", by: "eva"))
      .thenRefused(.orderAlreadyDelivered)
  }

  @Test func `is refused the second time`() {
    given.and(.cancelled("o-1")).when(.cancel("o-1", by: "eva"))
      .thenRefused(.orderAlreadyCancelled)
  }

  @Test func `an erased order can still be cancelled by its customer`() {
    let erased = Given<DeliveryOrders>(.placed("o-1").erased)
    erased.when(.cancel("o-1", by: "eva")).then(.cancelled("o-1"))
    erased.when(.cancel("o-1", by: "adam")).thenRefused(.notYourOrder)
  }

  @Test func `requires an order id`() {
    given.when("courier.cancelOrder", by: "eva").thenInvalid(.missingField("order"))
    given.when("courier.cancelOrder", by: "eva", ["order": "o 1"])
      .thenInvalid(.invalidField("order"))
  }
}

@Suite struct `Accepting an order` {
  @Test func `a courier accepts an available order`() {
    given.when("courier.acceptOrder", by: "ivan", ["order": "o-1"])
      .then(.accepted("o-1", by: "ivan")).answering()
  }

  @Test func `an overdue order can be accepted`() {
    given.when(.accept("o-1", by: "ivan"), at: "2026-06-01T00:00:00Z")
      .then(.accepted("o-1", by: "ivan"))
  }

  @Test func `only one of two couriers succeeds`() {
    given.when(.accept("o-1", by: "ivan")).thereafter.when(.accept("o-1", by: "oleg"))
      .thenRefused(.orderUnavailable)
  }

  @Test func `a cancelled order can't be accepted`() {
    given.and(.cancelled("o-1")).when(.accept("o-1", by: "ivan")).thenRefused(.orderUnavailable)
  }

  @Test func `an order completed by another courier can't be accepted`() {
    given.and(.completed("o-9", by: "oleg")).when(.accept("o-9", by: "ivan"))
      .thenRefused(.orderUnavailable)
  }

  @Test func `a courier can't accept their own accepted or completed order again`() {
    given.when(.accept("o-9", by: "oleg")).thenRefused(.orderAlreadyYours)
    given.and(.completed("o-9", by: "oleg")).when(.accept("o-9", by: "oleg"))
      .thenRefused(.orderAlreadyYours)
  }

  @Test func `requires an existing order`() {
    given.when(.accept("o-2", by: "ivan")).thenRefused(.notFound)
  }

  @Test(arguments: ["o-1", "o-2", "o-9"] as [OrderID])
  func `requires a session, which is checked first`(order: OrderID) {
    given.when(.accept(order, by: "petr")).thenRefused(.notSignedIn)
    given.and(.signedOut("oleg")).when(.accept(order, by: "oleg")).thenRefused(.notSignedIn)
  }

  @Test func `a customer's erased order can still be accepted`() {
    Given<DeliveryOrders>(.signedIn("ivan").erased, .placed("o-1").erased)
      .when(.accept("o-1", by: "ivan")).then(.accepted("o-1", by: "ivan"))
  }
}

@Suite struct `Completing an order` {
  private let accepted = given.and(.accepted("o-1", by: "ivan"))

  @Test func `a courier completes an order they have accepted`() {
    accepted.when("courier.completeOrder", by: "ivan", ["order": "o-1"])
      .then(.completed("o-1", by: "ivan")).answering()
  }

  @Test func `an overdue order can be completed`() {
    accepted.when(.complete("o-1", by: "ivan"), at: "2026-06-01T00:00:00Z")
      .then(.completed("o-1", by: "ivan"))
  }

  @Test func `works after signing out and in again`() {
    accepted.and(.signedOut("ivan"), .signedIn("ivan")).when(.complete("o-1", by: "ivan"))
      .then(.completed("o-1", by: "ivan"))
  }

  @Test func `is refused the second time`() {
    accepted.and(.completed("o-1", by: "ivan")).when(.complete("o-1", by: "ivan"))
      .thenRefused(.orderAlreadyCompleted)
  }

  @Test func `is refused for an available, cancelled or another courier's order`() {
    given.when(.complete("o-1", by: "ivan")).thenRefused(.orderNotYours)
    given.and(.cancelled("o-1")).when(.complete("o-1", by: "ivan")).thenRefused(.orderNotYours)
    accepted.when(.complete("o-9", by: "ivan")).thenRefused(.orderNotYours)
    accepted.and(.completed("o-9", by: "oleg")).when(.complete("o-9", by: "ivan"))
      .thenRefused(.orderNotYours)
  }

  @Test func `requires an existing order`() {
    accepted.when(.complete("o-2", by: "ivan")).thenRefused(.notFound)
  }

  @Test func `requires a session, which is checked first`() {
    accepted.and(.signedOut("ivan")).when(.complete("o-1", by: "ivan")).thenRefused(.notSignedIn)
    accepted.when(.complete("o-2", by: "petr")).thenRefused(.notSignedIn)
  }
}

@Suite struct `Releasing an order` {
  private let accepted = given.and(.accepted("o-1", by: "ivan"))
  private let released = given.and(.accepted("o-1", by: "ivan"), .released("o-1", from: "ivan"))

  private func release(
    _ order: JSONValue, in given: Given<DeliveryOrders>
  ) -> Outcome<DeliveryOrders> {
    given.when("courier.releaseOrder", by: "admin", ["order": order])
  }

  @Test func `support can take an accepted order from its courier`() {
    release("o-1", in: accepted).then(.released("o-1", from: "ivan")).answering()
  }

  @Test func `also from a courier who has signed out, and when it is overdue`() {
    accepted.and(.signedOut("ivan")).when(.release("o-1"), at: "2026-06-01T00:00:00Z")
      .then(.released("o-1", from: "ivan"))
  }

  @Test(arguments: ["ivan", "oleg"] as [CourierID])
  func `then every courier can accept it, also the former one`(courier: CourierID) {
    released.when(.accept("o-1", by: courier)).then(.accepted("o-1", by: courier))
  }

  @Test func `then its former courier can't complete it, and its customer can cancel it`() {
    released.when(.complete("o-1", by: "ivan")).thenRefused(.orderNotYours)
    released.when(.cancel("o-1", by: "eva")).then(.cancelled("o-1"))
  }

  @Test func `requires an existing order`() {
    release("o-2", in: given).thenRefused(.notFound)
  }

  @Test func `requires an order that a courier has`() {
    release("o-1", in: given).thenRefused(.orderNotAccepted)
    release("o-1", in: released).thenRefused(.orderNotAccepted)
    release("o-1", in: given.and(.cancelled("o-1"))).thenRefused(.orderNotAccepted)
    release("o-1", in: given.and(.withdrawn("o-1"))).thenRefused(.orderNotAccepted)
    release("o-1", in: accepted.and(.completed("o-1", by: "ivan"))).thenRefused(.orderNotAccepted)
  }

  @Test func `requires an order id`() {
    given.when("courier.releaseOrder", by: "admin").thenInvalid(.missingField("order"))
    release("o 1", in: given).thenInvalid(.invalidField("order"))
  }
}

@Suite struct `Withdrawing an order` {
  private let accepted = given.and(.accepted("o-1", by: "ivan"))

  private func withdraw(
    _ order: JSONValue, in given: Given<DeliveryOrders>
  ) -> Outcome<DeliveryOrders> {
    given.when("courier.withdrawOrder", by: "admin", ["order": order])
  }

  @Test func `support can cancel an available order`() {
    withdraw("o-1", in: given).then(.withdrawn("o-1")).answering()
    let released = accepted.and(.released("o-1", from: "ivan"))
    withdraw("o-1", in: released).then(.withdrawn("o-1"))
  }

  @Test func `support can cancel an order that a courier has`() {
    withdraw("o-1", in: accepted).then(.withdrawn("o-1", from: "ivan")).answering()
  }

  @Test func `then no courier can accept it, and its former courier can't complete it`() {
    let withdrawn = accepted.and(.withdrawn("o-1", from: "ivan"))
    withdrawn.when(.accept("o-1", by: "oleg")).thenRefused(.orderUnavailable)
    withdrawn.when(.accept("o-1", by: "ivan")).thenRefused(.orderUnavailable)
    withdrawn.when(.complete("o-1", by: "ivan")).thenRefused(.orderNotYours)
  }

  @Test func `then its customer can't cancel it again`() {
    given.and(.withdrawn("o-1")).when(.cancel("o-1", by: "eva"))
      .thenRefused(.orderAlreadyCancelled)
  }

  @Test func `requires an existing order`() {
    withdraw("o-2", in: given).thenRefused(.notFound)
  }

  @Test func `is refused once the order is completed`() {
    withdraw("o-1", in: accepted.and(.completed("o-1", by: "ivan")))
      .thenRefused(.orderAlreadyCompleted)
  }

  @Test func `is refused once the order is cancelled, by its customer or by support`() {
    withdraw("o-1", in: given.and(.cancelled("o-1"))).thenRefused(.orderAlreadyCancelled)
    withdraw("o-1", in: given.and(.withdrawn("o-1"))).thenRefused(.orderAlreadyCancelled)
  }
}

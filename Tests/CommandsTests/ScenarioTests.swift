import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// The test language must detect deciders that break the rules for deciders.
@Suite struct `A scenario detects` {
  private func accept<Fault: BoundaryFault>(_ fault: Fault.Type) {
    Given<FaultyOrders<Fault>>(.signedIn("ivan"), .placed("o-1"))
      .when(.accept("o-1", by: "ivan")).then(.accepted("o-1", by: "ivan"))
  }

  @Test func `nothing in a correct decider`() {
    accept(NoFault.self)
  }

  @Test func `a boundary that omits required events`() {
    withKnownIssue { accept(WithoutSessions.self) }
  }

  @Test func `a boundary of everything`() {
    withKnownIssue { accept(WithEverything.self) }
  }

  @Test func `a boundary without tags`() {
    withKnownIssue { accept(WithoutTags.self) }
  }

  @Test func `a fact whose type the decider does not name`() {
    withKnownIssue { accept(WithUnnamedTypes.self) }
  }

  @Test func `an outcome that differs from the expected one`() {
    let given = Given<DeliveryOrders>(.signedIn("ivan"), .placed("o-1"))
    withKnownIssue { given.when(.accept("o-1", by: "ivan")).thenRefused(.notFound) }
    withKnownIssue { given.when(.accept("o-2", by: "ivan")).then(.accepted("o-2", by: "ivan")) }
    withKnownIssue { given.when(.accept("o-1", by: "ivan")).thenNothing() }
    withKnownIssue { given.when("courier.acceptAll", by: "ivan").thenNothing() }
  }

  @Test func `a command that uses the journal's key without needsKey`() {
    let given = Given<KeylessOrders>()
    withKnownIssue {
      given.when("courier.acceptOrder", by: "ivan", ["order": "o-1"]).thenNothing()
    } matching: { issue in
      "\(issue)".contains("courier.acceptOrder uses the journal's key without needsKey")
    }
  }

  @Test func `an item that is not due yet`() {
    withKnownIssue {
      Given<DeliveryReminders>(.placed("o-1"), .accepted("o-1", by: "ivan"))
        .thenDue(at: "2026-05-10T19:00:00Z")
    }
  }
}

private protocol BoundaryFault {
  static var factTypes: [EventType] { get }
  static func boundary(_ honest: Query) -> Query
}

extension BoundaryFault {
  static var factTypes: [EventType] { DeliveryOrders.factTypes }
  static func boundary(_ honest: Query) -> Query { honest }
}

private enum NoFault: BoundaryFault {}

private enum WithoutSessions: BoundaryFault {
  static func boundary(_ honest: Query) -> Query { Query(Array(honest.items.prefix(1))) }
}

private enum WithEverything: BoundaryFault {
  static func boundary(_ honest: Query) -> Query { .everything }
}

private enum WithoutTags: BoundaryFault {
  static func boundary(_ honest: Query) -> Query { .of(factTypes) }
}

private enum WithUnnamedTypes: BoundaryFault {
  static let factTypes: [EventType] = [OrderPlaced.type, OrderAccepted.type]
}

/// A copy of `DeliveryOrders` with one fault.
private struct FaultyOrders<Fault: BoundaryFault>: Decider {
  private var orders = DeliveryOrders()

  static var shapes: [CommandShape<DeliveryOrders.Command>] { DeliveryOrders.shapes }
  static var factTypes: [EventType] { Fault.factTypes }

  func boundary(of command: DeliveryOrders.Command) -> Query {
    Fault.boundary(orders.boundary(of: command))
  }

  mutating func apply(_ event: Recorded<CourierEvent>) { orders.apply(event) }

  func decide(
    _ command: DeliveryOrders.Command, at now: Moment
  ) throws(CourierRefusal) -> [CourierEvent] {
    try orders.decide(command, at: now)
  }
}

/// A decider whose command makes a digest, which its shape does not say.
private struct KeylessOrders: Decider {
  static let shapes = [
    CommandShape<KeyedDigest>(
      "courier.acceptOrder", by: .person, Bilingual(ru: "Взять заказ", en: "Accept an order"),
      fields: [order.required]
    ) { form throws(FormError) in form.digest("order", try form.required(order)) }
  ]
  private static let order = Field<String>.text("order")

  func boundary(of command: KeyedDigest) -> Query { .nothing }
  mutating func apply(_ event: Recorded<CourierEvent>) {}
  func decide(_: KeyedDigest, at now: Moment) throws(CourierRefusal) -> [CourierEvent] { [] }
}

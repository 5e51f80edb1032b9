import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// The test language must detect deciders that break the rules for deciders.
@Suite struct `A scenario detects` {
  private let given = Given<DeliveryOrders>(.signedIn("ivan"), .placed("o-1"))
  private var accepted: Outcome<DeliveryOrders> { given.when(.accept("o-1", by: "ivan")) }
  private var refused: Outcome<DeliveryOrders> { given.when(.accept("o-2", by: "ivan")) }

  private func accept<Fault: BoundaryFault>(_ fault: Fault.Type) {
    Given<FaultyOrders<Fault>>(.signedIn("ivan"), .placed("o-1"))
      .when(.accept("o-1", by: "ivan")).then(.accepted("o-1", by: "ivan"))
  }

  @Test func `nothing in a correct decider`() {
    accept(NoFault.self)
  }

  @Test func `a boundary that omits required events`() {
    expectIssue("the boundary omits events that affect the decision") {
      accept(WithoutSessions.self)
    }
  }

  @Test func `a boundary of everything`() {
    expectIssue("the boundary matches every event") { accept(WithEverything.self) }
  }

  @Test func `a boundary without tags`() {
    expectIssue("an item of the boundary has no tags") { accept(WithoutTags.self) }
  }

  @Test func `a fact whose type the decider does not name`() {
    expectIssue("a type that is missing from") { accept(WithUnnamedTypes.self) }
  }

  @Test func `an outcome that differs from the expected one`() {
    expectIssue("== (.refused(refusal) →") { accepted.thenRefused(.notFound) }
    expectIssue("== (.events(events) →") { refused.then(.accepted("o-2", by: "ivan")) }
    expectIssue("== (.events([]) →") { accepted.thenNothing() }
  }

  @Test func `a command that the decider does not have`() {
    expectIssue("DeliveryOrders has no command courier.acceptAll") {
      _ = given.when("courier.acceptAll", by: "ivan")
    }
  }

  @Test func `a form that is valid, or invalid for another reason`() {
    let fault = FormFault.missingField("order")
    expectIssue(", got events(") { accepted.thenInvalid(fault) }
    expectIssue("(FormFault(found) →") {
      given.when("courier.acceptOrder", by: "ivan", ["orders": "o-1"]).thenInvalid(fault)
    }
  }

  @Test func `a value that the answer lacks`() {
    let value = CommandValue("order", "o-1")
    expectIssue("(answer → [])") { accepted.answering(value) }
    expectIssue("a refused command has no value") { refused.answering(value) }
  }

  @Test func `a refusal that the events do not record`() {
    expectIssue("none was thrown") { accepted.answeringRefusal(.notFound) }
    expectIssue("nothing was recorded") { refused.answeringRefusal(.notFound) }
  }

  @Test func `a hashing that the command does not require`() {
    expectIssue("(work → nil)") { accepted.afterWork(.hash(Secret("1234"))) }
  }

  @Test func `a refusal that the command's shape does not list`() {
    expectIssue("notFound is missing from the refusals of the command's shape") {
      Given<Refusing>().when("courier.acceptOrder", by: "ivan", ["order": "o-1"])
        .thenRefused(.notFound)
    }
  }

  @Test func `a command that uses the journal's key without needsKey`() {
    let given = Given<KeylessOrders>()
    expectIssue("courier.acceptOrder uses the journal's key without needsKey") {
      given.when("courier.acceptOrder", by: "ivan", ["order": "o-1"]).thenNothing()
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

/// A decider that refuses its command, whose shape lists no refusal.
private struct Refusing: Decider {
  static let shapes = [
    CommandShape<String>(
      "courier.acceptOrder", by: .person, Bilingual(ru: "Взять заказ", en: "Accept an order"),
      Field<String>.text("order")
    ) { $0 }
  ]

  func boundary(of command: String) -> Query { .nothing }
  mutating func apply(_ event: Recorded<CourierEvent>) {}
  func decide(_: String, at now: Moment) throws(CourierRefusal) -> [CourierEvent] {
    throw .notFound
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

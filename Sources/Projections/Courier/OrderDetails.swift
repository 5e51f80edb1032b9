import Domain
import EventStore

/// What is known about one order, and what has happened to it?
public struct OrderDetails: Projection {
  public struct Parameters: Equatable, Sendable {
    public var order: OrderID
    public var now: Timestamp?

    public init(order: OrderID, now: Timestamp? = nil) {
      self.order = order
      self.now = now
    }
  }

  public struct Answer: Equatable, Sendable {
    public let card: OrderCard
    public let history: [HistoryEntry]
  }

  public struct HistoryEntry: Encodable, Equatable, Sendable {
    public let position: Position
    public let time: Timestamp
    public let type: EventType
    public let actor: String?
  }

  private var orders = Table<TracedOrder>()
  /// One for each order.
  private var placed = Chunks<PlacedOrder>()
  /// What happened to all the orders, chained order by order: one list for all, since a list of
  /// its own for every order would cost an allocation per order.
  private var steps = Chunks<Step>()

  public init() {}
}

private struct TracedOrder: Identified {
  let id: OrderID
  /// The number of the latest step.
  var latest: Int
}

private struct Step: Codable, Equatable, Sendable {
  enum Kind: Codable, Equatable {
    case placed
    case cancelled
    case accepted(by: CourierID)
    case completed
    case reminded
  }

  let kind: Kind
  let at: Occurrence
  let actor: String?
  /// The number of the step before, of the same order.
  let previous: Int?

  init(_ kind: Kind, _ event: Recorded<CourierEvent>, after previous: Int?) {
    self.kind = kind
    at = event.occurrence
    actor = event.actor
    self.previous = previous
  }
}

extension OrderDetails.Answer: Encodable {
  /// The card's fields, then the history.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: OrderCard.CodingKeys.self)
    try card.encode(into: &container)
    try container.encode(history, forKey: .history)
  }
}

extension OrderDetails {
  public static let shape = QueryShape<Parameters>(
    "courier.order",
    Bilingual(ru: "Заказ и его история", en: "An order and its history"),
    fields: [CourierQueryFields.order.required, CourierQueryFields.now.optional]
  ) { form throws(FormError) in
    Parameters(
      order: try form.required(CourierQueryFields.order),
      now: try form.optional(CourierQueryFields.now))
  }

  public static let factTypes = [
    OrderPlaced.type, OrderCancelled.type, OrderAccepted.type, OrderCompleted.type,
    DeliveryReminderSent.type,
  ]

  public func facts(for parameters: Parameters) -> Query {
    .of(Self.factTypes, parameters.order.tag)
  }

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .orderPlaced(let fact):
      orders.append(TracedOrder(id: fact.order, latest: steps.count))
      placed.append(PlacedOrder(fact, at: event.position))
      steps.append(Step(.placed, event, after: nil))
    case .orderCancelled(let fact): note(.cancelled, event, fact.order)
    case .orderAccepted(let fact): note(.accepted(by: fact.courier), event, fact.order)
    case .orderCompleted(let fact): note(.completed, event, fact.order)
    case .deliveryReminderSent(let fact): note(.reminded, event, fact.order)
    case .courierRegistered, .courierSignedIn, .signInFailed, .passwordForgotten,
      .courierSignedOut, .ordersRefreshed, .acceptedOrdersViewed:
      return
    }
  }

  private mutating func note(_ kind: Step.Kind, _ event: Recorded<CourierEvent>, _ order: OrderID) {
    guard let row = orders.find(order) else { return }
    steps.append(Step(kind, event, after: orders[row].latest))
    orders[row].latest = steps.count - 1
  }

  public static func keys(touchedBy event: Recorded<CourierEvent>) -> [JSONObject] {
    switch event.event {
    case .orderPlaced(let fact): [key(fact.order)]
    case .orderCancelled(let fact): [key(fact.order)]
    case .orderAccepted(let fact): [key(fact.order)]
    case .orderCompleted(let fact): [key(fact.order)]
    case .deliveryReminderSent(let fact): [key(fact.order)]
    case .courierRegistered, .courierSignedIn, .signInFailed, .passwordForgotten,
      .courierSignedOut, .ordersRefreshed, .acceptedOrdersViewed:
      []
    }
  }

  private static func key(_ order: OrderID) -> JSONObject {
    [CourierQueryFields.order.name: .string(order.rawValue)]
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    guard let row = orders.find(parameters.order) else {
      throw .notFound(CourierReadModelTexts.unknown(parameters.order))
    }
    let steps = steps(of: row)
    let known = KnownOrder(
      id: orders[row].id, placed: placed[row], progress: steps.reduce(.available, Self.advance))
    return Answer(
      card: OrderCard(known, at: asking.moment(parameters.now), in: asking.locale),
      history: steps.map { step in
        HistoryEntry(
          position: step.at.position, time: step.at.time, type: step.kind.type, actor: step.actor)
      })
  }

  /// Oldest first.
  private func steps(of order: Int) -> [Step] {
    var chain: [Step] = []
    var next: Int? = orders[order].latest
    while let number = next {
      chain.append(steps[number])
      next = steps[number].previous
    }
    return chain.reversed()
  }

  private static func advance(_ progress: OrderProgress, by step: Step) -> OrderProgress {
    var progress = progress
    switch step.kind {
    case .placed, .reminded: break
    case .cancelled: progress.cancel(step.at)
    case .accepted(let courier): progress.accept(by: courier, step.at)
    case .completed: progress.complete(step.at)
    }
    return progress
  }
}

extension Step.Kind {
  fileprivate var type: EventType {
    switch self {
    case .placed: OrderPlaced.type
    case .cancelled: OrderCancelled.type
    case .accepted: OrderAccepted.type
    case .completed: OrderCompleted.type
    case .reminded: DeliveryReminderSent.type
    }
  }
}

extension Step: WrittenShape {
  func write(to members: inout WrittenMembers) throws(PayloadEncodingError) {
    try members.write("kind", kind)
    try members.write("at", at)
    members.write("actor", actor)
    members.write("previous", previous)
  }
}

extension Step.Kind: WrittenShape {
  func write(to members: inout WrittenMembers) throws(PayloadEncodingError) {
    switch self {
    case .placed: try members.object("placed")
    case .cancelled: try members.object("cancelled")
    case .accepted(let courier):
      try members.object("accepted") { members in members.write("by", courier) }
    case .completed: try members.object("completed")
    case .reminded: try members.object("reminded")
    }
  }
}

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

  private var orders = KnownOrders()
  /// What happened to all the orders, chained order by order: one list for all, since a list of
  /// its own for every order would cost an allocation per order.
  private var steps: ContiguousArray<Step> = []
  /// The number of the latest step of each order.
  private var latest: ContiguousArray<Int> = []

  public init() {}
}

private struct Step: Codable, Equatable, Sendable {
  enum Kind: String, Codable {
    case placed, cancelled, accepted, completed, reminded
  }

  let kind: Kind
  let at: Occurrence
  let actor: String?
  /// The number of the step before, of the same order.
  let previous: Int?
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
      orders.place(fact, at: event.position)
      latest.append(steps.count)
      steps.append(
        Step(kind: .placed, at: event.occurrence, actor: event.actor, previous: nil))
    case .orderCancelled(let fact):
      note(.cancelled, event, order: orders.cancel(fact, event.occurrence))
    case .orderAccepted(let fact):
      note(.accepted, event, order: orders.accept(fact, event.occurrence))
    case .orderCompleted(let fact):
      note(.completed, event, order: orders.complete(fact, event.occurrence))
    case .deliveryReminderSent(let fact):
      note(.reminded, event, order: orders.index(of: fact.order))
    case .courierRegistered, .courierSignedIn, .signInFailed, .passwordForgotten,
      .courierSignedOut, .ordersRefreshed, .acceptedOrdersViewed:
      return
    }
  }

  private mutating func note(_ kind: Step.Kind, _ event: Recorded<CourierEvent>, order: Int?) {
    guard let order else { return }
    steps.append(
      Step(kind: kind, at: event.occurrence, actor: event.actor, previous: latest[order]))
    latest[order] = steps.count - 1
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
    guard let row = orders.index(of: parameters.order) else {
      throw .notFound(CourierReadModelTexts.unknown(parameters.order))
    }
    let now = asking.moment(parameters.now)
    return Answer(
      card: OrderCard(orders.all[row], at: now, in: asking.locale), history: history(of: row))
  }

  private func history(of order: Int) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    var next: Int? = latest[order]
    while let number = next {
      let step = steps[number]
      entries.append(
        HistoryEntry(
          position: step.at.position, time: step.at.time, type: step.kind.type,
          actor: step.actor))
      next = step.previous
    }
    return entries.reversed()
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

import Domain
import EventEngine

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

  public let state: CourierState

  public init(_ state: CourierState) { self.state = state }
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
    shows: [
      "order", "status", "button", "buttonText", "address", "deliveryDate", "metro", "overdue",
      "firstName", "lastName", "phone", "color", "comment", "courier", "acceptedAt", "completedAt",
      "history",
    ],
    fields: [CourierQueryFields.order.required, CourierQueryFields.now.optional]
  ) { form throws(FormError) in
    Parameters(
      order: try form.required(CourierQueryFields.order),
      now: try form.optional(CourierQueryFields.now))
  }

  public func facts(for parameters: Parameters) -> Query {
    .of(
      [
        OrderPlaced.type, OrderCancelled.type, OrderAccepted.type, OrderCompleted.type,
        DeliveryReminderSent.type,
      ], parameters.order.tag)
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

  public func answer(to parameters: Parameters, _ asking: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    guard let known = state.orders.find(parameters.order) else {
      throw .notFound(CourierReadModelTexts.unknown(parameters.order))
    }
    return Answer(
      card: OrderCard(known, at: asking.moment(parameters.now), in: asking.locale),
      history: state.orders.steps(of: parameters.order).map { step in
        HistoryEntry(
          position: step.at.position, time: step.at.time, type: step.kind.type, actor: step.actor)
      })
  }
}

extension OrderStep.Kind {
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

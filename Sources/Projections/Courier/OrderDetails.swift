import Domain
import EventEngine

/// One order with its history.
public struct OrderDetails: Projection {
  public struct Parameters: Equatable, Sendable {
    public var order: OrderID
    public var now: Timestamp?
  }

  /// The card followed by the history.
  public typealias Answer = Joined<OrderCard, History>

  public struct History: Encodable, Equatable, Sendable {
    public let history: [HistoryEntry]
  }

  public let state: CourierState

  public init(_ state: CourierState) { self.state = state }
}

extension OrderDetails {
  public static let shape = QueryShape<Parameters>(
    "courier.order",
    Bilingual(ru: "Заказ и его история", en: "An order and its history"),
    about: .tag("order"),
    shows: [
      "order", "status", "button", "buttonText", "question", "address", "deliveryDate", "metro",
      "overdue", "firstName", "lastName", "phone", "color", "comment", "courier", "acceptedAt",
      "completedAt", "history",
    ],
    fields: [CourierQueryFields.order.required, Field.now.optional]
  ) { form throws(FormError) in
    Parameters(
      order: try form.required(CourierQueryFields.order),
      now: try form.optional(Field.now))
  }

  public func facts(for parameters: Parameters) -> Query {
    .of(CourierState.orderTypes, parameters.order.tag)
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    guard let known = state.orders.find(query.order) else {
      throw .notFound(CourierReadModelTexts.unknown(query.order))
    }
    let history = state.orders.history(of: query.order).map { step, actor in
      HistoryEntry(
        position: step.at.position, time: step.at.time, type: step.kind.type, actor: actor)
    }
    return Answer(
      OrderCard(known, at: context.moment(query.now), in: context.locale),
      History(history: history))
  }
}

extension OrderStep.Kind {
  fileprivate var type: EventType {
    switch self {
    case .placed: OrderPlaced.type
    case .cancelled: OrderCancelled.type
    case .accepted: OrderAccepted.type
    case .completed: OrderCompleted.type
    case .released: OrderReleased.type
    case .withdrawn: OrderWithdrawn.type
    case .reminded: DeliveryReminderSent.type
    }
  }
}

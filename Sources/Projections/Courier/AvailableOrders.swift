import Domain
import EventStore

/// The part of `Orders` that tells which orders anybody may accept: those that somebody has accepted
/// or cancelled are forgotten, so that it stays as small as what is on offer.
struct AvailableOrders: StatePart {
  typealias Parameters = Orders.Parameters

  private struct Row: Identified {
    let id: OrderID
    let placed: PlacedOrder
  }

  private var orders = Table<Row>()
  private var couriers = Table<KnownCourier>()

  init() {}

  static let shape = QueryShape<Parameters>(
    "courier.orders.available", Orders.shape.summary, fields: Orders.shape.fields,
    read: Orders.shape.read)

  static let factTypes = [
    CourierRegistered.type, OrderPlaced.type, OrderCancelled.type, OrderAccepted.type,
  ]

  func facts(for parameters: Parameters) -> Query { Orders().facts(for: parameters) }

  mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .courierRegistered(let fact): couriers.append(KnownCourier(id: fact.courier))
    case .orderPlaced(let fact):
      orders.append(Row(id: fact.order, placed: PlacedOrder(fact, at: event.position)))
    case .orderCancelled(let fact): _ = orders.remove(fact.order)
    case .orderAccepted(let fact): _ = orders.remove(fact.order)
    case .orderCompleted, .courierSignedIn, .signInFailed, .passwordForgotten, .courierSignedOut,
      .ordersRefreshed, .acceptedOrdersViewed, .deliveryReminderSent:
      return
    }
  }

  func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Orders.Answer {
    if let courier = parameters.courier, couriers.find(courier) == nil {
      throw .notFound(CourierReadModelTexts.unknown(courier))
    }
    let filter = StationFilter(parameters.metro)
    let shown = orders.rows.filter { filter.admits($0.placed.metro) }
      .sorted { left, right in
        (left.placed.deliveryDate, left.placed.position)
          < (right.placed.deliveryDate, right.placed.position)
      }
    return Orders.Answer(
      shown.map { KnownOrder(id: $0.id, placed: $0.placed, progress: .available) }, parameters,
      asking)
  }
}

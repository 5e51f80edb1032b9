import Domain
import EventEngine

/// The orders that anybody may accept, for the tab «Все» of ``Orders``.
///
/// Completed and cancelled orders are dropped, so the size of the state and its snapshot depends
/// only on the couriers and the open orders. Accepted orders stay because they may be released.
public struct AvailableOrders: Projection, StoredState {
  public typealias Parameters = Orders.Parameters

  private struct Row: Identified {
    let id: OrderID
    let placed: PlacedOrder
    var isAccepted = false
  }

  private struct RegisteredCourier: Identified {
    let id: CourierID
  }

  private var orders = Table<Row>()
  private var couriers = Table<RegisteredCourier>()

  public init() {}

  public static let shape = QueryShape<Parameters>(
    "courier.orders.available", Orders.shape.summary, shows: Orders.shape.shows,
    fields: Orders.shape.fields, read: Orders.shape.read)

  /// The types of the facts that decide whether an order is available.
  static let orderTypes = [
    OrderPlaced.type, OrderCancelled.type, OrderAccepted.type, OrderReleased.type,
    OrderWithdrawn.type,
  ]

  public static let factTypes = [CourierRegistered.type, OrderCompleted.type] + orderTypes

  public func facts(for parameters: Parameters) -> Query {
    Orders(CourierState()).facts(for: parameters)
  }

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .courierRegistered(let fact): couriers.append(RegisteredCourier(id: fact.courier))
    case .orderPlaced(let fact):
      orders.append(Row(id: fact.order, placed: PlacedOrder(fact, at: event.position)))
    case .orderCancelled(let fact): _ = orders.remove(fact.order)
    case .orderWithdrawn(let fact): _ = orders.remove(fact.order)
    case .orderCompleted(let fact): _ = orders.remove(fact.order)
    case .orderAccepted(let fact): orders.change(fact.order) { $0.isAccepted = true }
    case .orderReleased(let fact): orders.change(fact.order) { $0.isAccepted = false }
    case .courierSignedIn, .signInFailed, .passwordForgotten, .courierSignedOut, .passwordReset,
      .ordersRefreshed, .acceptedOrdersViewed, .deliveryReminderSent:
      return
    }
  }

  /// The stations of the available orders, in the order of placing.
  var stations: [MetroStation] {
    available.map(\.placed).sorted { $0.position < $1.position }.map(\.metro)
  }

  private var available: [Row] { orders.rows.filter { !$0.isAccepted } }

  public func answer(to parameters: Parameters, _ context: QueryContext) throws(QueryRefusal)
    -> Orders.Answer
  {
    if let courier = parameters.courier, couriers.find(courier) == nil {
      throw .notFound(CourierReadModelTexts.unknown(courier))
    }
    let filter = StationFilter(parameters.metro)
    let shown = available.filter { filter.admits($0.placed.metro) }
      .sorted { left, right in
        (left.placed.deliveryDate, left.placed.position)
          < (right.placed.deliveryDate, right.placed.position)
      }
    return Orders.Answer(
      shown.map { OrderRecord(id: $0.id, placed: $0.placed, progress: .available) }, parameters,
      context)
  }
}

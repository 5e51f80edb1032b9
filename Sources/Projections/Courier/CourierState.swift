import Domain
import EventEngine

/// All orders with their progress, and the actions of couriers that affect their screens.
///
/// Most read models share this state: with separate states, every event would look up the same
/// order once for every read model.
public struct CourierState: StoredState {
  var orders = OrderRegistry()
  var couriers = Table<CourierRecord>()

  public init() {}
}

struct CourierRecord: Identified {
  struct Reminder: Codable, Equatable, Sendable {
    let order: OrderID
    let sentAt: Timestamp
  }

  let id: CourierID
  /// The position of the last refresh of the list; nil before the first one.
  private(set) var loaded: Position?
  /// The filter of that refresh. Empty: all stations.
  private(set) var filter: [MetroStation] = []
  /// The position at which the courier last opened the tab «Мои» with unviewed orders.
  private(set) var viewed = Position.start
  private(set) var reminders: [Reminder] = []

  mutating func load(at position: Position, through filter: [MetroStation]?) {
    loaded = position
    if let filter { self.filter = filter }
  }

  mutating func view(at position: Position) { viewed = position }

  mutating func remind(of order: OrderID, at time: Timestamp) {
    reminders.append(Reminder(order: order, sentAt: time))
  }
}

extension CourierState {
  public static let name = "courier.deliveries"

  public static let version: SchemaVersion = 3

  public static let factTypes =
    [
      CourierRegistered.type, CourierSignedIn.type, OrdersRefreshed.type, AcceptedOrdersViewed.type,
    ] + orderTypes

  /// The types of the facts about orders.
  static let orderTypes = [
    OrderPlaced.type, OrderCancelled.type, OrderAccepted.type, OrderCompleted.type,
    OrderReleased.type, OrderWithdrawn.type, DeliveryReminderSent.type,
  ]

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .courierRegistered(let fact): couriers.append(CourierRecord(id: fact.courier))
    case .courierSignedIn(let fact):
      couriers.change(fact.courier) { $0.load(at: event.position, through: []) }
    case .ordersRefreshed(let fact):
      couriers.change(fact.courier) { $0.load(at: event.position, through: fact.metro) }
    case .acceptedOrdersViewed(let fact):
      couriers.change(fact.courier) { $0.view(at: event.position) }
    case .orderPlaced(let fact): orders.place(fact, event)
    case .orderCancelled(let fact): orders.cancel(fact, event)
    case .orderAccepted(let fact): orders.accept(fact, event)
    case .orderCompleted(let fact): orders.complete(fact, event)
    case .orderReleased(let fact): orders.release(fact, event)
    case .orderWithdrawn(let fact): orders.withdraw(fact, event)
    case .deliveryReminderSent(let fact):
      orders.remind(fact, event)
      couriers.change(fact.courier) { $0.remind(of: fact.order, at: event.time) }
    case .signInFailed, .passwordForgotten, .courierSignedOut, .passwordReset: return
    }
  }
}

import Domain
import EventStore

/// Tells a courier once when an accepted order has two hours left. Time alone drives it; nobody
/// commands it.
public struct DeliveryReminders: TimeDriven {
  public typealias Command = Never
  public typealias Refusal = CourierRefusal

  /// An order that may still be accepted.
  private struct Placement: Equatable {
    let position: Position
    let deliveryDate: CalendarDay
  }

  /// An order whose courier has neither completed it nor been reminded of it.
  private struct Acceptance: Equatable {
    let placement: Placement
    let order: OrderID
    let courier: CourierID
    let position: Position
  }

  private var available: [OrderID: Placement] = [:]
  private var accepted: [OrderID: Acceptance] = [:]

  public init() {}

  public static let shapes: [CommandShape<Never>] = []

  public static let factTypes = [
    OrderPlaced.type, OrderCancelled.type, OrderAccepted.type, OrderCompleted.type,
    DeliveryReminderSent.type,
  ]
  public static let dueFacts = Query.of(factTypes)

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .orderPlaced(let payload):
      available[payload.order] = Placement(
        position: event.position, deliveryDate: payload.deliveryDate)
    case .orderCancelled(let payload): available[payload.order] = nil
    case .orderAccepted(let payload):
      guard let placement = available.removeValue(forKey: payload.order) else { return }
      accepted[payload.order] = Acceptance(
        placement: placement, order: payload.order, courier: payload.courier,
        position: event.position)
    case .orderCompleted(let payload): accepted[payload.order] = nil
    case .deliveryReminderSent(let payload): accepted[payload.order] = nil
    case .courierRegistered, .courierSignedIn, .signInFailed, .passwordForgotten,
      .courierSignedOut, .ordersRefreshed, .acceptedOrdersViewed:
      break
    }
  }

  /// Costs as many steps as there are accepted orders neither completed nor reminded of.
  public func due(at now: Moment) -> [DueItem<CourierEvent>] {
    accepted.values
      .filter { acceptance in
        DeliveryDeadline(of: acceptance.placement.deliveryDate, in: now.zone)
          .isReminderDue(at: now.time)
      }
      .sorted { $0.placement.position < $1.placement.position }
      .map { acceptance in
        let reminder = DeliveryReminderSent(order: acceptance.order, courier: acceptance.courier)
        return DueItem([.deliveryReminderSent(reminder)], because: acceptance.position)
      }
  }

  public func boundary(of command: Never) -> Query {}

  public func decide(_ command: Never, at now: Moment) throws(CourierRefusal) -> [CourierEvent] {}
}

import Domain
import EventEngine

/// The life cycle of orders. A customer places an order and may cancel it until a courier accepts
/// it. The courier who accepted the order completes it. Until then, support may release it from the
/// courier or cancel it.
public struct DeliveryOrders: Decider {
  public enum Command: Equatable, Sendable {
    case place(OrderPlaced)
    case cancel(OrderID, by: CustomerID)
    case accept(OrderID, by: CourierID)
    case complete(OrderID, by: CourierID)
    case release(OrderID)
    case withdraw(OrderID)
  }

  private struct Order: Equatable {
    let customer: CustomerID
    var status = Status.available
  }

  private enum Status: Equatable {
    case available, cancelled
    case accepted(by: CourierID)
    case completed(by: CourierID)
  }

  private var orders: [OrderID: Order] = [:]
  private var session = CourierSession()

  public init() {}

  private static let life = [
    OrderPlaced.type, OrderCancelled.type, OrderAccepted.type, OrderCompleted.type,
    OrderReleased.type, OrderWithdrawn.type,
  ]
  public static let factTypes = life + CourierSession.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .place(let placed): .of([OrderPlaced.type], placed.order.tag)
    case .cancel(let order, _), .release(let order), .withdraw(let order):
      .of(Self.life, order.tag)
    case .accept(let order, let courier), .complete(let order, let courier):
      .of(Self.life, order.tag) | CourierSession.facts(about: courier)
    }
  }

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .orderPlaced(let payload): orders[payload.order] = Order(customer: payload.customer)
    case .orderCancelled(let payload): orders[payload.order]?.status = .cancelled
    case .orderAccepted(let payload):
      orders[payload.order]?.status = .accepted(by: payload.courier)
    case .orderCompleted(let payload):
      orders[payload.order]?.status = .completed(by: payload.courier)
    case .orderReleased(let payload): orders[payload.order]?.status = .available
    case .orderWithdrawn(let payload): orders[payload.order]?.status = .cancelled
    case .courierSignedIn, .courierSignedOut: session.apply(event)
    case .courierRegistered, .signInFailed, .passwordForgotten, .passwordReset, .ordersRefreshed,
      .acceptedOrdersViewed, .deliveryReminderSent:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(CourierRefusal) -> [CourierEvent] {
    switch command {
    case .place(let placed):
      guard placed.deliveryDate >= now.day else { throw .deliveryDateInPast(today: now.today) }
      guard orders[placed.order] == nil else {
        throw .alreadyExists(field: "order", id: placed.order.rawValue)
      }
      return [.orderPlaced(placed)]
    case .cancel(let order, let customer):
      try requireCancellable(order, by: customer)
      return [.orderCancelled(OrderCancelled(order: order, customer: customer))]
    case .accept(let order, let courier):
      try session.requireSignedIn(courier)
      try requireAcceptable(order, by: courier)
      return [.orderAccepted(OrderAccepted(order: order, courier: courier))]
    case .complete(let order, let courier):
      try session.requireSignedIn(courier)
      try requireCompletable(order, by: courier)
      return [.orderCompleted(OrderCompleted(order: order, courier: courier))]
    case .release(let order):
      return [.orderReleased(OrderReleased(order: order, courier: try courierOfAccepted(order)))]
    case .withdraw(let order):
      let courier = try courierOfWithdrawable(order)
      return [.orderWithdrawn(OrderWithdrawn(order: order, courier: courier))]
    }
  }

  private func requireCancellable(_ id: OrderID, by customer: CustomerID) throws(CourierRefusal) {
    guard let order = orders[id] else { throw .noOrderToCancel }
    guard order.customer == customer else { throw .notYourOrder }
    switch order.status {
    case .available: return
    case .accepted: throw .orderAlreadyAccepted
    case .completed: throw .orderAlreadyDelivered
    case .cancelled: throw .orderAlreadyCancelled
    }
  }

  private func requireAcceptable(_ id: OrderID, by courier: CourierID) throws(CourierRefusal) {
    guard let order = orders[id] else { throw .notFound }
    switch order.status {
    case .available: return
    case .accepted(courier), .completed(courier): throw .orderAlreadyYours
    case .accepted, .completed, .cancelled: throw .orderUnavailable
    }
  }

  private func requireCompletable(_ id: OrderID, by courier: CourierID) throws(CourierRefusal) {
    guard let order = orders[id] else { throw .notFound }
    switch order.status {
    case .accepted(courier): return
    case .completed(courier): throw .orderAlreadyCompleted
    case .available, .cancelled, .accepted, .completed: throw .orderNotYours
    }
  }

  private func courierOfAccepted(_ id: OrderID) throws(CourierRefusal) -> CourierID {
    guard let order = orders[id] else { throw .notFound }
    switch order.status {
    case .accepted(let courier): return courier
    case .available, .cancelled, .completed: throw .orderNotAccepted
    }
  }

  /// The courier who has the order; nil if it is available.
  private func courierOfWithdrawable(_ id: OrderID) throws(CourierRefusal) -> CourierID? {
    guard let order = orders[id] else { throw .notFound }
    switch order.status {
    case .available: return nil
    case .accepted(let courier): return courier
    case .completed: throw .orderAlreadyCompleted
    case .cancelled: throw .orderAlreadyCancelled
    }
  }

  public static func answer(
    to command: Command, _ events: [CourierEvent], in locale: Language
  ) throws(CourierRefusal) -> [CommandValue] {
    guard case .orderPlaced(let placed)? = events.first else { return [] }
    return [CommandValue("order", placed.order.rawValue)]
  }
}

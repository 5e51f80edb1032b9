import Domain
import EventEngine

/// The state of a courier's screens: refreshes of the list of available orders, and accepted orders
/// that the courier has not viewed yet.
public struct CourierFeed: Decider {
  public enum Command: Equatable, Sendable {
    case viewMine(CourierID)
    /// Nil leaves the filter unchanged; an empty list clears it.
    case refresh(CourierID, metro: [MetroStation]?)
  }

  private var unviewed: [CourierID: Set<OrderID>] = [:]
  private var session = CourierSession()

  public init() {}

  private static let views = [
    OrderAccepted.type, OrderCompleted.type, OrderReleased.type, OrderWithdrawn.type,
    AcceptedOrdersViewed.type,
  ]
  public static let factTypes = views + CourierSession.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .viewMine(let courier):
      .of(Self.views, courier.tag) | CourierSession.facts(about: courier)
    case .refresh(let courier, _): CourierSession.facts(about: courier)
    }
  }

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .orderAccepted(let payload):
      unviewed[payload.courier, default: []].insert(payload.order)
    case .orderCompleted(let payload): unviewed[payload.courier]?.remove(payload.order)
    case .orderReleased(let payload): unviewed[payload.courier]?.remove(payload.order)
    case .orderWithdrawn(let payload):
      guard let courier = payload.courier else { return }
      unviewed[courier]?.remove(payload.order)
    case .acceptedOrdersViewed(let payload): unviewed[payload.courier] = nil
    case .courierSignedIn, .courierSignedOut: session.apply(event)
    case .courierRegistered, .signInFailed, .passwordForgotten, .passwordReset, .orderPlaced,
      .orderCancelled, .ordersRefreshed, .deliveryReminderSent:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(CourierRefusal) -> [CourierEvent] {
    switch command {
    case .viewMine(let courier):
      try session.requireSignedIn(courier)
      let isNothingNew = unviewed[courier, default: []].isEmpty
      return isNothingNew ? [] : [.acceptedOrdersViewed(AcceptedOrdersViewed(courier: courier))]
    case .refresh(let courier, let metro):
      try session.requireSignedIn(courier)
      return [.ordersRefreshed(OrdersRefreshed(courier: courier, metro: metro))]
    }
  }
}

extension CourierFeed {
  private static let metro = Field<[MetroStation]>.texts(
    "metro",
    takes: .init(
      ru: "список непустых названий станций метро",
      en: "a list of non-empty names of metro stations"))

  public static let shapes = [
    CommandShape<Command>(
      "courier.viewMine", by: .person,
      .init(ru: "Открыть вкладку «Мои»", en: "Open the tab “Mine”"),
      refusals: CourierRefusal.codes(.notSignedIn)
    ) { form in .viewMine(form.courier) },
    CommandShape<Command>(
      "courier.refreshOrders", by: .person,
      .init(
        ru: "Обновить список заказов или отфильтровать его",
        en: "Refresh the list of orders, or filter it"),
      fields: [metro.optional], refusals: CourierRefusal.codes(.notSignedIn)
    ) { form throws(FormError) in .refresh(form.courier, metro: try form.optional(metro)) },
  ]
}

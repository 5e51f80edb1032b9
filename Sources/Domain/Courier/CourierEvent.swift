import EventEngine

/// The events of the courier application.
public enum CourierEvent: Event {
  case courierRegistered(CourierRegistered)
  case courierSignedIn(CourierSignedIn)
  case signInFailed(SignInFailed)
  case passwordForgotten(PasswordForgotten)
  case courierSignedOut(CourierSignedOut)
  case passwordReset(PasswordReset)
  case orderPlaced(OrderPlaced)
  case orderCancelled(OrderCancelled)
  case orderAccepted(OrderAccepted)
  case orderCompleted(OrderCompleted)
  case orderReleased(OrderReleased)
  case orderWithdrawn(OrderWithdrawn)
  case ordersRefreshed(OrdersRefreshed)
  case acceptedOrdersViewed(AcceptedOrdersViewed)
  case deliveryReminderSent(DeliveryReminderSent)

  public static let catalog = EventCatalog<CourierEvent>()
    .current(courierRegistered)
    .current(courierSignedIn)
    .current(signInFailed)
    .current(passwordForgotten)
    .current(courierSignedOut)
    .current(passwordReset)
    .current(orderPlaced)
    .current(orderCancelled)
    .current(orderAccepted)
    .current(orderCompleted)
    .current(orderReleased)
    .current(orderWithdrawn)
    .current(ordersRefreshed)
    .current(acceptedOrdersViewed)
    .current(deliveryReminderSent)

  public var payload: any EventPayload {
    switch self {
    case .courierRegistered(let payload): payload
    case .courierSignedIn(let payload): payload
    case .signInFailed(let payload): payload
    case .passwordForgotten(let payload): payload
    case .courierSignedOut(let payload): payload
    case .passwordReset(let payload): payload
    case .orderPlaced(let payload): payload
    case .orderCancelled(let payload): payload
    case .orderAccepted(let payload): payload
    case .orderCompleted(let payload): payload
    case .orderReleased(let payload): payload
    case .orderWithdrawn(let payload): payload
    case .ordersRefreshed(let payload): payload
    case .acceptedOrdersViewed(let payload): payload
    case .deliveryReminderSent(let payload): payload
    }
  }
}

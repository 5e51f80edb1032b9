import Domain
import EventEngine

/// Shorthands for events of the courier application, with defaults for irrelevant values.
extension CourierEvent {
  package static func registered(
    _ courier: CourierID, login: String, password: String = "1234"
  ) -> CourierEvent {
    .courierRegistered(
      CourierRegistered(
        courier: courier,
        personal: .init(
          login: Login(rawValue: login), loginKey: .forTests(login),
          password: .forTests(password))))
  }

  package static func signedIn(_ courier: CourierID, login: String? = nil) -> CourierEvent {
    .courierSignedIn(
      CourierSignedIn(
        courier: courier, personal: .init(loginKey: .forTests(login ?? courier.rawValue))))
  }

  package static func signInFailed(_ login: String, of courier: CourierID? = nil) -> CourierEvent {
    .signInFailed(SignInFailed(personal: .init(loginKey: .forTests(login), courier: courier)))
  }

  package static func passwordReset(
    _ courier: CourierID, login: String, password: String
  ) -> CourierEvent {
    .passwordReset(
      PasswordReset(
        courier: courier,
        personal: .init(loginKey: .forTests(login), password: .forTests(password))))
  }

  package static func signedOut(_ courier: CourierID) -> CourierEvent {
    .courierSignedOut(CourierSignedOut(courier: courier))
  }

  package static func placed(
    _ order: OrderID, by customer: CustomerID = "eva", for date: String = "2026-05-10",
    metro: MetroStation = "Сокол", color: OrderColor? = nil,
    address: Address = "ул Комнатная 12-14",
    comment: OrderComment? = nil
  ) -> CourierEvent {
    .orderPlaced(
      OrderPlaced(
        order: order, customer: customer, deliveryDate: day(date), metro: metro, color: color,
        personal: .init(
          address: address, firstName: "Ева", lastName: "Петрова", phone: "+79161234567",
          comment: comment)))
  }

  package static func cancelled(
    _ order: OrderID, by customer: CustomerID = "eva"
  ) -> CourierEvent {
    .orderCancelled(OrderCancelled(order: order, customer: customer))
  }

  package static func accepted(_ order: OrderID, by courier: CourierID) -> CourierEvent {
    .orderAccepted(OrderAccepted(order: order, courier: courier))
  }

  package static func completed(_ order: OrderID, by courier: CourierID) -> CourierEvent {
    .orderCompleted(OrderCompleted(order: order, courier: courier))
  }

  package static func released(_ order: OrderID, from courier: CourierID) -> CourierEvent {
    .orderReleased(OrderReleased(order: order, courier: courier))
  }

  package static func withdrawn(
    _ order: OrderID, from courier: CourierID? = nil
  ) -> CourierEvent {
    .orderWithdrawn(OrderWithdrawn(order: order, courier: courier))
  }

  package static func refreshed(_ courier: CourierID, metro: [MetroStation]?) -> CourierEvent {
    .ordersRefreshed(OrdersRefreshed(courier: courier, metro: metro))
  }

  package static func viewedMine(_ courier: CourierID) -> CourierEvent {
    .acceptedOrdersViewed(AcceptedOrdersViewed(courier: courier))
  }

  package static func reminded(of order: OrderID, _ courier: CourierID) -> CourierEvent {
    .deliveryReminderSent(DeliveryReminderSent(order: order, courier: courier))
  }
}

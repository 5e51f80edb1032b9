import EventEngine

public struct OrderPlaced: EventPayload {
  public static let type: EventType = "courier.orderPlaced"

  /// A class, so that all read models share one copy of its five texts.
  public final class Personal: Codable, Sendable {
    public let address: Address
    public let firstName: PersonName
    public let lastName: PersonName
    public let phone: PhoneNumber
    public let comment: OrderComment?

    public init(
      address: Address, firstName: PersonName, lastName: PersonName, phone: PhoneNumber,
      comment: OrderComment?
    ) {
      self.address = address
      self.firstName = firstName
      self.lastName = lastName
      self.phone = phone
      self.comment = comment
    }
  }

  public let order: OrderID
  public let customer: CustomerID
  public let deliveryDate: CalendarDay
  public let metro: MetroStation
  public let color: OrderColor?
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case order, customer, deliveryDate, metro, color }

  public init(
    order: OrderID, customer: CustomerID, deliveryDate: CalendarDay, metro: MetroStation,
    color: OrderColor?, personal: Personal?
  ) {
    self.order = order
    self.customer = customer
    self.deliveryDate = deliveryDate
    self.metro = metro
    self.color = color
    self.personal = personal
  }

  public var tags: [Tag] { [order.tag, customer.tag] }
  public var subjects: [Tag] { [order.tag, customer.tag] }
}

extension OrderPlaced.Personal: Equatable {
  public static func == (left: OrderPlaced.Personal, right: OrderPlaced.Personal) -> Bool {
    left === right
      || left.address == right.address && left.firstName == right.firstName
        && left.lastName == right.lastName && left.phone == right.phone
        && left.comment == right.comment
  }
}

public struct OrderCancelled: EventPayload {
  public static let type: EventType = "courier.orderCancelled"

  public let order: OrderID
  public let customer: CustomerID

  public init(order: OrderID, customer: CustomerID) {
    self.order = order
    self.customer = customer
  }

  public var tags: [Tag] { [order.tag, customer.tag] }
}

public struct OrderAccepted: EventPayload {
  public static let type: EventType = "courier.orderAccepted"

  public let order: OrderID
  public let courier: CourierID

  public init(order: OrderID, courier: CourierID) {
    self.order = order
    self.courier = courier
  }

  public var tags: [Tag] { [order.tag, courier.tag] }
}

public struct OrderCompleted: EventPayload {
  public static let type: EventType = "courier.orderCompleted"

  public let order: OrderID
  public let courier: CourierID

  public init(order: OrderID, courier: CourierID) {
    self.order = order
    self.courier = courier
  }

  public var tags: [Tag] { [order.tag, courier.tag] }
}

/// Support took an accepted order from its courier and made it available again.
public struct OrderReleased: EventPayload {
  public static let type: EventType = "courier.orderReleased"

  public let order: OrderID
  /// The courier who had accepted the order.
  public let courier: CourierID

  public init(order: OrderID, courier: CourierID) {
    self.order = order
    self.courier = courier
  }

  public var tags: [Tag] { [order.tag, courier.tag] }
}

/// Support cancelled an order for its customer.
public struct OrderWithdrawn: EventPayload {
  public static let type: EventType = "courier.orderWithdrawn"

  public let order: OrderID
  /// The courier who had accepted the order; nil if it was available.
  public let courier: CourierID?

  public init(order: OrderID, courier: CourierID?) {
    self.order = order
    self.courier = courier
  }

  public var tags: [Tag] { [order.tag] + (courier.map { [$0.tag] } ?? []) }
}

/// A courier reloaded their list of available orders.
public struct OrdersRefreshed: EventPayload {
  public static let type: EventType = "courier.ordersRefreshed"

  public let courier: CourierID
  /// The stations to filter by. An empty list clears the filter; nil leaves it unchanged.
  public let metro: [MetroStation]?

  public init(courier: CourierID, metro: [MetroStation]?) {
    self.courier = courier
    self.metro = metro
  }

  public var tags: [Tag] { [courier.tag] }
}

/// A courier opened the tab with their own orders while some were unviewed.
public struct AcceptedOrdersViewed: EventPayload {
  public static let type: EventType = "courier.acceptedOrdersViewed"

  public let courier: CourierID

  public init(courier: CourierID) { self.courier = courier }

  public var tags: [Tag] { [courier.tag] }
}

/// A courier was reminded of an order that is due within two hours.
public struct DeliveryReminderSent: EventPayload {
  public static let type: EventType = "courier.deliveryReminderSent"

  public let order: OrderID
  public let courier: CourierID

  public init(order: OrderID, courier: CourierID) {
    self.order = order
    self.courier = courier
  }

  public var tags: [Tag] { [order.tag, courier.tag] }
}

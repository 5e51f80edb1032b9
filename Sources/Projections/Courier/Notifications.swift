import Domain
import EventStore

/// What has a courier been reminded of?
public struct Notifications: Projection {
  public struct Parameters: Equatable, Sendable {
    public var courier: CourierID

    public init(courier: CourierID) { self.courier = courier }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let reminders: [Reminder]
  }

  public struct Reminder: Encodable, Equatable, Sendable {
    public let order: OrderID
    public let sentAt: Timestamp
    public let text: String
    /// The tab that opens when the reminder is tapped.
    public let opens: Orders.Tab
  }

  private var couriers = Table<RemindedCourier>()
  /// Of all orders, in the order of placing. No index: only an answer looks for one.
  private var addresses = Chunks<OrderAddress>()

  public init() {}
}

private struct RemindedCourier: Identified {
  struct Reminder: Codable, Equatable, Sendable {
    let order: OrderID
    let sentAt: Timestamp
  }

  let id: CourierID
  var reminders: [Reminder] = []
}

private struct OrderAddress: Codable, Equatable, Sendable {
  let order: OrderID
  /// Nil once erased.
  let address: Address?
}

extension Notifications {
  public static let shape = QueryShape<Parameters>(
    "courier.notifications",
    Bilingual(ru: "Напоминания курьеру", en: "What a courier was reminded of"),
    fields: [CourierQueryFields.courier.required]
  ) { form throws(FormError) in
    Parameters(courier: try form.required(CourierQueryFields.courier))
  }

  public static let factTypes = [
    CourierRegistered.type, OrderPlaced.type, DeliveryReminderSent.type,
  ]

  /// The courier's reminders and, once these are known, the placing of the orders they name.
  public func facts(for parameters: Parameters) -> Query {
    let courier = Query.of(
      [CourierRegistered.type, DeliveryReminderSent.type], parameters.courier.tag)
    guard let row = couriers.find(parameters.courier) else { return courier }
    return couriers[row].reminders.reduce(into: courier) { query, reminder in
      query.items.append(Query.Item(types: [OrderPlaced.type], tags: [reminder.order.tag]))
    }
  }

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .courierRegistered(let fact): couriers.append(RemindedCourier(id: fact.courier))
    case .orderPlaced(let fact):
      addresses.append(OrderAddress(order: fact.order, address: fact.personal?.address))
    case .deliveryReminderSent(let fact):
      guard let row = couriers.find(fact.courier) else { return }
      couriers[row].reminders.append(.init(order: fact.order, sentAt: event.time))
    case .courierSignedIn, .signInFailed, .passwordForgotten, .courierSignedOut,
      .orderCancelled, .orderAccepted, .orderCompleted, .ordersRefreshed, .acceptedOrdersViewed:
      return
    }
  }

  public static func keys(touchedBy event: Recorded<CourierEvent>) -> [JSONObject] {
    switch event.event {
    case .courierRegistered(let fact): [key(fact.courier)]
    case .deliveryReminderSent(let fact): [key(fact.courier)]
    case .courierSignedIn, .signInFailed, .passwordForgotten, .courierSignedOut, .orderPlaced,
      .orderCancelled, .orderAccepted, .orderCompleted, .ordersRefreshed, .acceptedOrdersViewed:
      []
    }
  }

  private static func key(_ courier: CourierID) -> JSONObject {
    [CourierQueryFields.courier.name: .string(courier.rawValue)]
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    guard let row = couriers.find(parameters.courier) else {
      throw .notFound(CourierReadModelTexts.unknown(parameters.courier))
    }
    let sent = couriers[row].reminders
    let addresses = addresses(of: sent.map(\.order))
    let reminders = sent.map { reminder in
      let address = addresses[reminder.order]?.rawValue
      return Reminder(
        order: reminder.order, sentAt: reminder.sentAt,
        text: CourierReadModelTexts.reminder(
          address: address ?? CourierReadModelTexts.erased[asking.locale], in: asking.locale),
        opens: .mine)
    }
    return Answer(reminders: reminders)
  }

  private func addresses(of orders: [OrderID]) -> [OrderID: Address] {
    if orders.isEmpty { return [:] }
    let wanted = Set(orders)
    return addresses.reduce(into: [:]) { found, order in
      if wanted.contains(order.order) { found[order.order] = order.address }
    }
  }
}

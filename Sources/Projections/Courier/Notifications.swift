import Domain
import EventEngine

/// The reminders of a courier.
public struct Notifications: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let reminders: [Reminder]
  }

  public struct Reminder: Encodable, Equatable, Sendable {
    public let order: OrderID
    public let sentAt: Timestamp
    public let text: String
    /// The tab that a tap on the reminder opens.
    public let opens: Orders.Tab
  }

  public let state: CourierState

  public init(_ state: CourierState) { self.state = state }
}

extension Notifications {
  public static let shape = QueryShape<CourierID>(
    "courier.notifications",
    Bilingual(ru: "Напоминания курьеру", en: "A courier's reminders"),
    shows: ["reminders"], of: CourierQueryFields.courier)

  /// The courier's reminders; once these are known, also the placing of their orders.
  public func facts(for courier: CourierID) -> Query {
    let own = Query.of([CourierRegistered.type, DeliveryReminderSent.type], courier.tag)
    guard let row = state.couriers.find(courier) else { return own }
    return state.couriers[row].reminders.reduce(into: own) { query, reminder in
      query.items.append(Query.Item(types: [OrderPlaced.type], tags: [reminder.order.tag]))
    }
  }

  public func answer(to courier: CourierID, _ context: QueryContext) throws(QueryRefusal) -> Answer
  {
    let known = try state.couriers.require(courier, CourierReadModelTexts.unknown)
    let reminders = known.reminders.map { reminder in
      let address = state.orders.find(reminder.order)?.placed.personal?.address.rawValue
      return Reminder(
        order: reminder.order, sentAt: reminder.sentAt,
        text: CourierReadModelTexts.reminder(
          address: address ?? Bilingual.erased[context.locale], in: context.locale),
        opens: .mine)
    }
    return Answer(reminders: reminders)
  }
}

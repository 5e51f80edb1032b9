import Domain
import EventEngine

/// The reminders of a courier.
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
    /// The tab that a tap on the reminder opens.
    public let opens: Orders.Tab
  }

  public let state: CourierState

  public init(_ state: CourierState) { self.state = state }
}

extension Notifications {
  public static let shape = QueryShape<Parameters>(
    "courier.notifications",
    Bilingual(ru: "Напоминания курьеру", en: "What a courier was reminded of"),
    about: .tag("courier"),
    shows: ["reminders"],
    fields: [CourierQueryFields.courier.required]
  ) { form throws(FormError) in
    Parameters(courier: try form.required(CourierQueryFields.courier))
  }

  /// The courier's reminders; once these are known, also the placing of their orders.
  public func facts(for parameters: Parameters) -> Query {
    let courier = Query.of(
      [CourierRegistered.type, DeliveryReminderSent.type], parameters.courier.tag)
    guard let row = state.couriers.find(parameters.courier) else { return courier }
    return state.couriers[row].reminders.reduce(into: courier) { query, reminder in
      query.items.append(Query.Item(types: [OrderPlaced.type], tags: [reminder.order.tag]))
    }
  }

  public func answer(to query: Parameters, _ asking: QueryContext) throws(QueryRefusal) -> Answer {
    guard let row = state.couriers.find(query.courier) else {
      throw .notFound(CourierReadModelTexts.unknown(query.courier))
    }
    let reminders = state.couriers[row].reminders.map { reminder in
      let address = state.orders.find(reminder.order)?.placed.personal?.address.rawValue
      return Reminder(
        order: reminder.order, sentAt: reminder.sentAt,
        text: CourierReadModelTexts.reminder(
          address: address ?? CourierReadModelTexts.erased[asking.locale], in: asking.locale),
        opens: .mine)
    }
    return Answer(reminders: reminders)
  }
}

import Domain
import EventEngine

/// The life cycle of orders. A customer places an order and may cancel it until a courier accepts
/// it; the same courier completes it.
public struct DeliveryOrders: Decider {
  public enum Command: Equatable, Sendable {
    case place(OrderPlaced)
    case cancel(OrderID, by: CustomerID)
    case accept(OrderID, by: CourierID)
    case complete(OrderID, by: CourierID)
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
  ]
  public static let factTypes = life + CourierSession.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .place(let placed): .of([OrderPlaced.type], placed.order.tag)
    case .cancel(let order, _): .of(Self.life, order.tag)
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
    case .courierSignedIn, .courierSignedOut: session.apply(event)
    case .courierRegistered, .signInFailed, .passwordForgotten, .ordersRefreshed,
      .acceptedOrdersViewed, .deliveryReminderSent:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(CourierRefusal) -> [CourierEvent] {
    switch command {
    case .place(let placed):
      guard placed.deliveryDate >= now.day else { throw .deliveryDateInPast }
      guard orders[placed.order] == nil else { throw .alreadyExists }
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
    }
  }

  private func requireCancellable(_ id: OrderID, by customer: CustomerID) throws(CourierRefusal) {
    guard let order = orders[id] else { throw .notFound }
    guard order.customer == customer else { throw .notYourOrder }
    switch order.status {
    case .available: return
    case .accepted, .completed: throw .orderAlreadyAccepted
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

  public static func answer(
    to command: Command, _ events: [CourierEvent], in locale: Language
  ) throws(CourierRefusal) -> [CommandValue] {
    guard case .orderPlaced(let placed)? = events.first else { return [] }
    return [CommandValue("order", placed.order.rawValue)]
  }
}

extension DeliveryOrders {
  private static let order = Field<OrderID>.id("order")
  private static let address = Field<Address>.text("address")
  private static let deliveryDate = Field.day("deliveryDate")
  private static let metro = Field<MetroStation>.text("metro")
  private static let firstName = Field<PersonName>.text("firstName")
  private static let lastName = Field<PersonName>.text("lastName")
  private static let phone = Field<PhoneNumber>.matching(
    "phone", takes: .init(ru: "+ и от 10 до 15 цифр", en: "+ and 10 to 15 digits"),
    where: PhoneNumber.isValid)
  private static let color = Field<OrderColor>.text("color")
  private static let comment = Field<OrderComment>.text("comment")

  public static let shapes = [
    CommandShape<Command>(
      "courier.placeOrder", by: .person, .init(ru: "Сделать заказ", en: "Place an order"),
      fields: [
        order.optional, address.required, deliveryDate.required, metro.required,
        firstName.required, lastName.required, phone.required, color.optional, comment.optional,
      ],
      refusals: CourierRefusal.codes(.deliveryDateInPast, .alreadyExists),
      read: readPlacing),
    CommandShape<Command>(
      "courier.cancelOrder", by: .person, .init(ru: "Отменить заказ", en: "Cancel an order"),
      fields: [order.required],
      refusals: CourierRefusal.codes(
        .notFound, .notYourOrder, .orderAlreadyAccepted, .orderAlreadyCancelled)
    ) { form throws(FormError) in .cancel(try form.required(order), by: form.customer) },
    CommandShape<Command>(
      "courier.acceptOrder", by: .person, .init(ru: "Принять заказ", en: "Accept an order"),
      fields: [order.required],
      refusals: CourierRefusal.codes(
        .notSignedIn, .notFound, .orderAlreadyYours, .orderUnavailable)
    ) { form throws(FormError) in .accept(try form.required(order), by: form.courier) },
    CommandShape<Command>(
      "courier.completeOrder", by: .person, .init(ru: "Завершить заказ", en: "Complete an order"),
      fields: [order.required],
      refusals: CourierRefusal.codes(
        .notSignedIn, .notFound, .orderNotYours, .orderAlreadyCompleted)
    ) { form throws(FormError) in .complete(try form.required(order), by: form.courier) },
  ]

  @Sendable private static func readPlacing(_ form: CommandForm) throws(FormError) -> Command {
    let personal = OrderPlaced.Personal(
      address: try form.required(address), firstName: try form.required(firstName),
      lastName: try form.required(lastName), phone: try form.required(phone),
      comment: try form.optional(comment))
    return .place(
      OrderPlaced(
        order: try form.newID(order), customer: form.customer,
        deliveryDate: try form.required(deliveryDate), metro: try form.required(metro),
        color: try form.optional(color), personal: personal))
  }
}

extension CommandForm {
  /// The customer who sent the command.
  fileprivate var customer: CustomerID { CustomerID(rawValue: actor.rawValue) }
}

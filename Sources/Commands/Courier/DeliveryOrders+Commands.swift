import Domain
import EventEngine

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
      refusals: CourierRefusal.codes(
        .deliveryDateInPast(today: ""), .alreadyExists(field: "", id: "")),
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
    CommandShape<Command>(
      "courier.releaseOrder", by: .admin,
      .init(
        ru: "Снять заказ с курьера и вернуть в список",
        en: "Take an order from its courier, back to the list"),
      fields: [order.required], refusals: CourierRefusal.codes(.notFound, .orderNotAccepted)
    ) { form throws(FormError) in .release(try form.required(order)) },
    CommandShape<Command>(
      "courier.withdrawOrder", by: .admin,
      .init(
        ru: "Отменить заказ по просьбе клиента", en: "Cancel an order at its customer's request"),
      fields: [order.required],
      refusals: CourierRefusal.codes(.notFound, .orderAlreadyCompleted, .orderAlreadyCancelled)
    ) { form throws(FormError) in .withdraw(try form.required(order)) },
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

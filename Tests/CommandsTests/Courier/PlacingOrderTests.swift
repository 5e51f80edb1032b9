import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Placing an order` {
  private let given = Given<DeliveryOrders>(.placed("o-1", by: "oleg"))

  /// Places an order with all required fields, changed by `more`. A `null` omits a field.
  private func place(
    _ more: JSONObject = [:], at time: String = "2026-05-08T12:00:00Z"
  ) -> Outcome<DeliveryOrders> {
    var data: JSONObject = [
      "order": "o-2", "address": "ул Комнатная 12-14", "deliveryDate": "2026-05-10",
      "metro": "Сокол", "firstName": "Ева", "lastName": "Петрова", "phone": "+79161234567",
    ]
    for member in more.members { data[member.key] = member.value }
    return given.when("courier.placeOrder", by: "eva", data, at: time)
  }

  @Test func `an order belongs to the customer who placed it`() {
    place().then(.placed("o-2", by: "eva")).answering(CommandValue("order", "o-2"))
  }

  @Test func `an order without an id gets a new one`() {
    place(["order": .null]).then(.placed("fresh-id")).answering(CommandValue("order", "fresh-id"))
  }

  @Test func `colour and comment are optional`() {
    place(["color": "синий", "comment": "Домофон сломан"])
      .then(.placed("o-2", color: "синий", comment: "Домофон сломан"))
  }

  @Test func `empty optional fields count as missing`() {
    place(["color": "", "comment": " \u{2003}\n"]).then(.placed("o-2"))
  }

  @Test func `texts are trimmed and otherwise unchanged`() {
    place(["address": "\u{a0} ул  Комнатная\n12 ", "metro": " Аэропорт "])
      .then(.placed("o-2", metro: "Аэропорт", address: "ул  Комнатная\n12"))
  }

  @Test func `a delivery today is accepted until local midnight`() {
    let today: JSONObject = ["deliveryDate": "2026-05-08"]
    place(today, at: "2026-05-08T20:59:59.999Z").then(.placed("o-2", for: "2026-05-08"))
    place(today, at: "2026-05-08T21:00:00Z")
      .thenRefused(.deliveryDateInPast(today: "2026-05-09 (Europe/Moscow)"))
  }

  @Test func `a date in the past is refused before a duplicate id`() {
    place(["order": "o-1", "deliveryDate": "2026-05-07"])
      .thenRefused(.deliveryDateInPast(today: "2026-05-08 (Europe/Moscow)"))
  }

  @Test func `an id can't be used twice, even by another customer`() {
    place(["order": "o-1"]).thenRefused(.alreadyExists(field: "order", id: "o-1"))
  }

  @Test(arguments: [CourierEvent.cancelled("o-2"), .accepted("o-2", by: "ivan")])
  func `an order that is no longer available keeps its id`(event: CourierEvent) {
    given.and(.placed("o-2"), event).thenAlreadyExists("o-2")
  }

  @Test func `an erased order keeps its id`() {
    given.and(.placed("o-2").erased).thenAlreadyExists("o-2")
  }

  @Test(arguments: ["+7916123456", "+791612345678901"])
  func `a phone has a plus and 10 to 15 digits`(phone: String) {
    let outcome = place(["phone": .string(phone)])
    guard case .events(let events) = outcome.decision, case .orderPlaced(let placed)? = events.first
    else { return #expect(Bool(false), "\(outcome.decision)") }
    #expect(placed.personal?.phone == PhoneNumber(rawValue: phone))
  }

  @Test(arguments: [
    "", "+791612345", "+7916123456789012", "79161234567", "+7 916 123 45 67", "+7916123456a",
    " +79161234567", "+٧٩١٦١٢٣٤٥٦٧", "++7916123456",
  ])
  func `other texts are not phone numbers`(phone: String) {
    place(["phone": .string(phone)]).thenInvalid(.invalidField("phone"))
  }

  @Test(arguments: ["address", "metro", "firstName", "lastName"])
  func `required fields can't be empty or missing`(field: String) {
    place([field: " "]).thenInvalid(.invalidField(field))
    place([field: .null]).thenInvalid(.missingField(field))
    place([field: .bool(true)]).thenInvalid(.invalidField(field))
  }

  @Test(arguments: ["2026-02-29", "2026-5-10", "10.05.2026", "2026-05-10T00:00:00Z", ""])
  func `a delivery date is a real day`(date: String) {
    place(["deliveryDate": .string(date)]).thenInvalid(.invalidField("deliveryDate"))
  }

  @Test func `unknown fields are form errors`() {
    place(["price": "7"]).thenInvalid(.unknownField("price"))
  }
}

extension Given<DeliveryOrders> {
  fileprivate func thenAlreadyExists(
    _ order: OrderID, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard case .orderPlaced(let placed) = CourierEvent.placed(order) else {
      Issue.record("another event", sourceLocation: sourceLocation)
      return
    }
    when(.place(placed), sourceLocation: sourceLocation)
      .thenRefused(
        .alreadyExists(field: "order", id: order.rawValue), sourceLocation: sourceLocation)
  }
}

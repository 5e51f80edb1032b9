import Domain
import EventChecking
import EventEngine
import ReplayToolKit

/// The events of a simulated courier service: orders are placed, listed, accepted, viewed and
/// completed, and some are cancelled. The seed is fixed, so the events are always the same.
struct CourierTraffic {
  /// An event with its time and its command.
  struct Step {
    let event: CourierEvent
    let time: Timestamp
    let command: String
    let actor: String
  }

  private var random = SeededRandom(seed: 20_260_508)
  private var time = Timestamp(rawValue: 1_767_225_600_000)
  private let zone = TimeZoneTable.moscow
  private let couriers: [CourierID]
  private var queue: [Step] = []
  private var orderCount = 0
  private var available: [OrderID] = []
  private var accepted: [(order: OrderID, courier: CourierID)] = []
  private var customers: [OrderID: CustomerID] = [:]

  /// Registers and signs in all couriers.
  init(couriers count: Int = 1000) {
    couriers = (1...count).map { CourierID(rawValue: "courier-\($0)") }
    for courier in couriers { hire(courier) }
    queue.reverse()
  }

  private mutating func hire(_ courier: CourierID) {
    let digest = SHA256.hash(utf8: courier.rawValue)
    let key = LoginKey(rawValue: digest.hex)
    let password = PasswordHash(
      salt: String(digest.hex.prefix(32)), iterations: 600_000, hash: digest.hex)
    let login = Login(rawValue: "login")
    add(
      .courierRegistered(
        CourierRegistered(
          courier: courier, personal: .init(login: login, loginKey: key, password: password))),
      "courier.registerCourier", by: "admin")
    add(
      .courierSignedIn(CourierSignedIn(courier: courier, personal: .init(loginKey: key))),
      "courier.signIn", by: courier.rawValue)
  }

  private mutating func add(_ event: CourierEvent, _ command: String, by actor: String) {
    time = time.advanced(byMilliseconds: Int64.random(in: 20...900, using: &random))
    queue.append(Step(event: event, time: time, command: command, actor: actor))
  }

  mutating func next() -> Step {
    if queue.isEmpty { generateSteps() }
    return queue.removeLast()
  }

  private mutating func generateSteps() {
    switch Int.random(in: 0..<100, using: &random) {
    case ..<26: place()
    case ..<50:
      let metro = Bool.random(using: &random) ? nil : [MetroStation(rawValue: pick(Self.stations))]
      let courier = pick(couriers)
      add(
        .ordersRefreshed(OrdersRefreshed(courier: courier, metro: metro)), "courier.refreshOrders",
        by: courier.rawValue)
    case ..<52: cancel()
    case ..<76: accept()
    default: complete()
    }
    if queue.isEmpty { place() }
  }

  private mutating func place() {
    orderCount += 1
    let order = OrderID(rawValue: "o-\(orderCount)")
    let customer = CustomerID(rawValue: "user-\(Int.random(in: 1...50_000, using: &random))")
    customers[order] = customer
    available.append(order)
    let comments = ["Домофон не работает", "Позвонить за час", nil, nil]
    let personal = OrderPlaced.Personal(
      address: Address(
        rawValue: "ул. \(pick(Self.streets)), дом \(Int.random(in: 1...120, using: &random))"),
      firstName: PersonName(rawValue: pick(Self.firstNames)),
      lastName: PersonName(rawValue: pick(Self.lastNames)),
      phone: PhoneNumber(
        rawValue: "+7916\(Int.random(in: 1_000_000...9_999_999, using: &random))"),
      comment: pick(comments).map(OrderComment.init(rawValue:)))
    let day = zone.day(
      of: time.advanced(bySeconds: 86_400 * Int64.random(in: 0...3, using: &random)))
    add(
      .orderPlaced(
        OrderPlaced(
          order: order, customer: customer, deliveryDate: day,
          metro: MetroStation(rawValue: pick(Self.stations)),
          color: pick(["синий", "красный", nil, nil]).map(OrderColor.init(rawValue:)),
          personal: personal)),
      "courier.placeOrder", by: customer.rawValue)
  }

  private mutating func cancel() {
    guard let order = take(), let customer = customers.removeValue(forKey: order) else { return }
    add(
      .orderCancelled(OrderCancelled(order: order, customer: customer)), "courier.cancelOrder",
      by: customer.rawValue)
  }

  private mutating func accept() {
    guard let order = take() else { return }
    customers[order] = nil
    let courier = pick(couriers)
    accepted.append((order, courier))
    add(
      .orderAccepted(OrderAccepted(order: order, courier: courier)), "courier.acceptOrder",
      by: courier.rawValue)
  }

  /// Completes an accepted order, or in one case of four lets its courier view the accepted orders.
  private mutating func complete() {
    guard !accepted.isEmpty else { return }
    let index = Int.random(in: 0..<accepted.count, using: &random)
    let (order, courier) = accepted[index]
    if Bool.random(using: &random) && Bool.random(using: &random) {
      return add(
        .acceptedOrdersViewed(AcceptedOrdersViewed(courier: courier)), "courier.viewMine",
        by: courier.rawValue)
    }
    accepted.swapAt(index, accepted.count - 1)
    accepted.removeLast()
    add(
      .orderCompleted(OrderCompleted(order: order, courier: courier)), "courier.completeOrder",
      by: courier.rawValue)
  }

  /// Removes one of the available orders and returns it.
  private mutating func take() -> OrderID? {
    guard !available.isEmpty else { return nil }
    let index = Int.random(in: 0..<available.count, using: &random)
    available.swapAt(index, available.count - 1)
    return available.removeLast()
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  private static let stations = [
    "Сокол", "Динамо", "Аэропорт", "Тверская", "Арбатская", "Киевская", "Парк культуры",
    "Комсомольская", "Чистые пруды", "Проспект Мира", "Щёлковская", "Юго-Западная",
  ]
  private static let streets = [
    "Ленина", "Гагарина", "Садовая", "Большая Никитская", "Малая Бронная", "Академика Королёва",
  ]
  private static let firstNames = [
    "Ева", "Олег", "Анна", "Иван", "Мария", "Пётр", "Ольга", "Семён",
  ]
  private static let lastNames = [
    "Иванова", "Петров", "Сидорова", "Кузнецов", "Смирнова", "Попов", "Воробьёва", "Щербаков",
  ]
}

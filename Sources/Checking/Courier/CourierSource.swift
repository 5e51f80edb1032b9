import Domain
import EventChecking
import EventEngine

/// Generates commands for three couriers, a few customers and their orders.
public struct CourierSource: CommandSource {
  private struct Order {
    let id: String
    let customer: String
    var courier: String?
    var isOver = false
  }

  private var couriers: [String] = []
  private var logins: [String] = []
  private var signedIn: [String] = []
  private var orders: [Order] = []
  /// The number of consecutive failed sign-ins.
  private var failures = 0

  public init() {}

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .courierRegistered(let fact):
      couriers.append(fact.courier.rawValue)
      if let personal = fact.personal { logins.append(personal.login.rawValue) }
    case .courierSignedIn(let fact):
      failures = 0
      if !signedIn.contains(fact.courier.rawValue) { signedIn.append(fact.courier.rawValue) }
    case .courierSignedOut(let fact): signedIn.removeAll { $0 == fact.courier.rawValue }
    case .signInFailed: failures += 1
    case .orderPlaced(let fact):
      orders.append(Order(id: fact.order.rawValue, customer: fact.customer.rawValue))
    case .orderAccepted(let fact): change(fact.order) { $0.courier = fact.courier.rawValue }
    case .orderCancelled(let fact): change(fact.order) { $0.isOver = true }
    case .orderCompleted(let fact): change(fact.order) { $0.isOver = true }
    case .orderReleased(let fact): change(fact.order) { $0.courier = nil }
    case .orderWithdrawn(let fact): change(fact.order) { $0.isOver = true }
    case .passwordReset: failures = 0
    case .passwordForgotten, .ordersRefreshed, .acceptedOrdersViewed, .deliveryReminderSent: break
    }
  }

  private mutating func change(_ id: OrderID, _ body: (inout Order) -> Void) {
    guard let index = orders.firstIndex(where: { $0.id == id.rawValue }) else { return }
    body(&orders[index])
  }

  public func weight(of command: String, at now: Timestamp) -> Int {
    let canAccept = !signedIn.isEmpty && orders.contains { !$0.isOver && $0.courier == nil }
    let canComplete = orders.contains { !$0.isOver && $0.courier != nil }
    return switch command {
    case "courier.registerCourier": couriers.isEmpty ? 40 : couriers.count < 2 ? 12 : 2
    case "courier.signIn": failures > 1 || signedIn.isEmpty && !couriers.isEmpty ? 40 : 3
    case "courier.placeOrder": canAccept ? 6 : 16
    case "courier.acceptOrder": canAccept ? 20 : 4
    case "courier.completeOrder": canComplete ? 10 : 4
    case "courier.cancelOrder", "courier.refreshOrders", "courier.viewMine",
      "courier.releaseOrder":
      4
    case "courier.withdrawOrder", "courier.resetPassword": 2
    default: 1
    }
  }

  public func person(for command: String, _ choices: inout Choices) -> String {
    switch command {
    case "courier.placeOrder": choices.pick(["eva", "mark"])
    case "courier.cancelOrder": choices.pick(orders.map(\.customer) + ["eva", "mark"])
    default: choices.below(10) < 9 ? choices.pickAny(signedIn) ?? "ivan" : choices.pick(Self.people)
    }
  }

  private static let people = ["ivan", "oleg", "kim", "nobody"]

  public func value(
    of field: String, in draft: Draft, _ choices: inout Choices
  ) -> JSONValue? {
    switch field {
    case "courier":
      draft.command == "courier.resetPassword"
        ? choices.text(likely: couriers, else: ["nobody"]) : choices.text(Self.people)
    case "login": login(draft, &choices)
    case "password": password(draft, &choices)
    case "order": order(draft, &choices)
    case "address": choices.text(["Лесная, 5", " ул. \"Ленина\" \\ 2 ", "1 Main St"])
    case "deliveryDate": draft.day(choices.weighted([(6, 0), (4, 1), (2, 3), (1, -1)]))
    case "metro":
      draft.command == "courier.placeOrder"
        ? choices.text(Self.stations) : .texts(choices.some(of: Self.stations))
    case "firstName": choices.text(["Ева", "Zoë"])
    case "lastName": "Петрова"
    case "phone":
      choices.text(likely: ["+79160000001", "+441632960961"], else: ["+12345", "89160000001"])
    case "color": choices.text(["синий", ""])
    case "comment": choices.text(["Домофон\nсломан", "🔔"])
    default: nil
    }
  }

  private static let stations = ["Сокол", "Динамо", "Ёлкино"]

  /// For some acceptances, a time near today's deadline or near two hours before it; otherwise nil.
  public func time(of draft: Draft, _ choices: inout Choices) -> Timestamp? {
    guard draft.command == "courier.acceptOrder", choices.once(in: 3) else { return nil }
    let deadline = draft.now.zone.lastInstant(of: draft.now.day, hour: 23, minute: 59)
    let left = choices.pick([7_200_001, 7_200_000, 7_199_999, 3_600_000, 0, -1])
    let time = deadline.advanced(byMilliseconds: -Int64(left))
    return time > draft.now.time ? time : nil
  }

  private func login(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    if draft.command == "courier.registerCourier" {
      return choices.text(likely: ["ivan", "oleg", "kim"], else: ["i", "иван", "averylonglogin"])
    }
    return choices.text(likely: failures > 1 ? [logins.first ?? "ivan"] : logins, else: ["nobody"])
  }

  private func password(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    if draft.command != "courier.signIn" {
      return choices.text(likely: ["1234"], else: ["123", "12345", "abcd"])
    }
    let isWrong = choices.below(10) < (failures > 1 ? 9 : 4)
    return isWrong ? choices.text(["0000", "1"]) : "1234"
  }

  private func order(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    let live = orders.filter { !$0.isOver }
    let known = orders.map(\.id) + ["o-0"]
    return switch draft.command {
    case "courier.placeOrder": choices.text((1...9).map { "o-\($0)" })
    case "courier.acceptOrder":
      choices.text(likely: live.filter { $0.courier == nil }.map(\.id), else: known)
    case "courier.releaseOrder":
      choices.text(likely: live.filter { $0.courier != nil }.map(\.id), else: known)
    case "courier.withdrawOrder": choices.text(likely: live.map(\.id), else: known)
    case "courier.completeOrder":
      choices.text(likely: live.filter { $0.courier == draft.actor }.map(\.id), else: known)
    default:
      choices.text(likely: live.filter { $0.customer == draft.actor }.map(\.id), else: known)
    }
  }
}

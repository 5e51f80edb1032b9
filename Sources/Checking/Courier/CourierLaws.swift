import Domain
import EventChecking
import EventEngine

/// An order has at most one courier and one end; a completed one is never overdue.
public struct CourierLaws: DomainLaws {
  private enum Status { case available, accepted(CourierID), completed, cancelled }

  private var order: [OrderID] = []
  private var statuses: [OrderID: Status] = [:]
  private var reminded: Set<OrderID> = []
  private var couriers: [CourierID] = []
  private var logins: Set<LoginKey> = []
  private var signedIn: Set<CourierID> = []

  public init() {}

  public mutating func apply(_ event: Recorded<CourierEvent>) -> [String] {
    switch event.event {
    case .courierRegistered(let fact):
      couriers.append(fact.courier)
      guard let key = fact.personal?.loginKey else { return [] }
      return logins.insert(key).inserted ? [] : ["two couriers have the same login"]
    case .courierSignedIn(let fact):
      signedIn.insert(fact.courier)
      return couriers.contains(fact.courier) ? [] : ["\(fact.courier) signed in, unregistered"]
    case .courierSignedOut(let fact):
      return signedIn.remove(fact.courier) != nil ? [] : ["\(fact.courier) signed out twice"]
    case .orderPlaced(let fact):
      order.append(fact.order)
      let isNew = statuses.updateValue(.available, forKey: fact.order) == nil
      return isNew ? [] : ["order \(fact.order) was placed twice"]
    case .orderAccepted(let fact):
      guard case .available? = statuses[fact.order] else {
        return ["order \(fact.order) got a second courier, or was no longer to be had"]
      }
      statuses[fact.order] = .accepted(fact.courier)
      return signedIn.contains(fact.courier) ? [] : ["\(fact.courier) accepted, signed out"]
    case .orderCompleted(let fact):
      guard case .accepted(fact.courier)? = statuses[fact.order] else {
        return ["order \(fact.order) was completed by somebody else than its courier"]
      }
      statuses[fact.order] = .completed
    case .orderCancelled(let fact):
      guard case .available? = statuses[fact.order] else {
        return ["order \(fact.order) was cancelled when it was no longer to be had"]
      }
      statuses[fact.order] = .cancelled
    case .deliveryReminderSent(let fact):
      guard case .accepted(fact.courier)? = statuses[fact.order] else {
        return ["somebody was reminded of \(fact.order) who does not have it"]
      }
      return reminded.insert(fact.order).inserted ? [] : ["\(fact.order) has two reminders"]
    case .signInFailed, .passwordForgotten, .ordersRefreshed, .acceptedOrdersViewed: break
    }
    return []
  }

  public func questions() -> [Question] {
    [
      Question("courier.orders"), Question("courier.orders", ["metro": "Сокол,Динамо"]),
      Question("courier.metro"),
    ]
      + order.map { Question("courier.order", ["order": .string($0.rawValue)]) }
      + couriers.flatMap { courier -> [Question] in
        let name = JSONValue.string(courier.rawValue)
        return [
          Question("courier.orders", ["tab": "mine", "courier": name]),
          Question("courier.feed", ["courier": name]),
          Question("courier.session", ["courier": name]),
          Question("courier.notifications", ["courier": name]),
        ]
      }
  }

  public func look(at answers: Answers) -> [String] {
    var violations: [String] = []
    let available = answers.of("courier.orders")?.list("orders") ?? []
    let expected = order.filter { if case .available? = statuses[$0] { true } else { false } }
    if Set(available.compactMap { $0.text("order") }) != Set(expected.map(\.rawValue)) {
      violations.append("courier.orders shows others than the orders that are to be had")
    }
    for courier in couriers {
      let name: JSONObject = ["tab": "mine", "courier": .string(courier.rawValue)]
      for card in answers.of("courier.orders", name)?.list("orders") ?? [] {
        if card.text("courier") != courier.rawValue {
          violations.append("\(courier) is shown an order of somebody else's")
        }
        if card.text("status") == "completed" && card.flag("overdue") != false {
          violations.append("a completed order is overdue")
        }
      }
      let isIn = answers.of("courier.session", ["courier": .string(courier.rawValue)])
      if isIn?.flag("signedIn") != signedIn.contains(courier) {
        violations.append("courier.session says something else than what \(courier) did")
      }
    }
    return violations
  }
}

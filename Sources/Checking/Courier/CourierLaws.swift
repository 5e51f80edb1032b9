import Domain
import EventChecking
import EventEngine

/// An order has at most one courier at a time and ends at most once; a completed order is never
/// overdue. A released order is available to everybody. An acceptance has at most one reminder, and
/// none if it was late. A courier's list of available orders changes only by a refresh and by the
/// courier's own acceptances.
public struct CourierLaws: DomainLaws {
  private enum Status { case available, accepted(CourierID), completed, cancelled }

  /// The orders on a courier's list, and the stations of its filter.
  private struct Feed {
    var filter: [MetroStation] = []
    var orders: Set<OrderID> = []
  }

  private var orders: [OrderID] = []
  private var placed: [OrderID: OrderPlaced] = [:]
  private var statuses: [OrderID: Status] = [:]
  private var available: Set<OrderID> = []
  private var acceptedAt: [OrderID: Timestamp] = [:]
  /// The orders with a reminder of their present acceptance.
  private var reminded: Set<OrderID> = []
  /// The delivery dates of all reminders, with the times of the acceptances.
  private var reminders: [(date: CalendarDay, acceptedAt: Timestamp)] = []
  /// The lists of all registered couriers.
  private var feeds: [CourierID: Feed] = [:]
  private var couriers: [CourierID] = []
  private var logins: Set<LoginKey> = []
  private var signedIn: Set<CourierID> = []

  public init() {}

  public mutating func check(_ event: Recorded<CourierEvent>) -> [String] {
    switch event.event {
    case .courierRegistered(let fact):
      guard feeds.updateValue(Feed(), forKey: fact.courier) == nil else {
        return ["\(fact.courier) was registered twice"]
      }
      couriers.append(fact.courier)
      guard let key = fact.personal?.loginKey else { return [] }
      return logins.insert(key).inserted ? [] : ["two couriers have the same login"]
    case .courierSignedIn(let fact):
      guard feeds[fact.courier] != nil else {
        return ["\(fact.courier) signed in without being registered"]
      }
      signedIn.insert(fact.courier)
      refresh(fact.courier, [])
    case .courierSignedOut(let fact):
      return signedIn.remove(fact.courier) != nil ? [] : ["\(fact.courier) signed out twice"]
    case .passwordReset(let fact):
      return signedIn.contains(fact.courier)
        ? ["a courier stayed signed in after a password reset"] : []
    case .orderPlaced(let fact):
      orders.append(fact.order)
      let isNew = placed.updateValue(fact, forKey: fact.order) == nil
      set(.available, fact.order)
      return isNew ? [] : ["order \(fact.order) was placed twice"]
    case .orderAccepted(let fact):
      guard case .available? = statuses[fact.order] else {
        return ["order \(fact.order) got a second courier, or was no longer available"]
      }
      set(.accepted(fact.courier), fact.order)
      acceptedAt[fact.order] = event.time
      reminded.remove(fact.order)
      feeds[fact.courier]?.orders.remove(fact.order)
      return signedIn.contains(fact.courier)
        ? [] : ["\(fact.courier) accepted an order while signed out"]
    case .orderCompleted(let fact):
      guard case .accepted(fact.courier)? = statuses[fact.order] else {
        return ["order \(fact.order) was completed by another courier than its own"]
      }
      set(.completed, fact.order)
    case .orderCancelled(let fact):
      guard case .available? = statuses[fact.order] else {
        return ["order \(fact.order) was cancelled when it was no longer available"]
      }
      set(.cancelled, fact.order)
      return placed[fact.order]?.customer == fact.customer
        ? [] : ["\(fact.customer) cancelled order \(fact.order) of another customer"]
    case .orderReleased(let fact):
      guard case .accepted(fact.courier)? = statuses[fact.order] else {
        return ["order \(fact.order) was taken from a courier who did not have it"]
      }
      set(.available, fact.order)
    case .orderWithdrawn(let fact):
      switch statuses[fact.order] {
      case .available?, .accepted?: set(.cancelled, fact.order)
      case .completed?, .cancelled?, nil: return ["\(fact.order) was withdrawn after its end"]
      }
    case .ordersRefreshed(let fact): refresh(fact.courier, fact.metro)
    case .deliveryReminderSent(let fact):
      guard case .accepted(fact.courier)? = statuses[fact.order] else {
        return ["a courier was reminded of order \(fact.order) without having it"]
      }
      if let date = placed[fact.order]?.deliveryDate, let time = acceptedAt[fact.order] {
        reminders.append((date, time))
      }
      return reminded.insert(fact.order).inserted
        ? [] : ["an acceptance of \(fact.order) has two reminders"]
    case .signInFailed, .passwordForgotten, .acceptedOrdersViewed: break
    }
    return []
  }

  private mutating func set(_ status: Status, _ order: OrderID) {
    statuses[order] = status
    if case .available = status { available.insert(order) } else { available.remove(order) }
  }

  /// - Parameter filter: nil leaves the filter unchanged.
  private mutating func refresh(_ courier: CourierID, _ filter: [MetroStation]?) {
    let filter = filter ?? feeds[courier]?.filter ?? []
    let shown = available.filter { order in
      filter.isEmpty || placed[order].map { filter.contains($0.metro) } == true
    }
    feeds[courier] = Feed(filter: filter, orders: shown)
  }

  public func questions() -> [Question] {
    [
      Question("courier.orders"), Question("courier.orders", ["metro": "Сокол,Динамо"]),
      Question("courier.metro"), Question("courier.couriers"),
    ]
      + orders.map { Question("courier.order", ["order": .string($0.rawValue)]) }
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

  public func check(_ answers: Answers) -> [String] {
    var violations = check(listsIn: answers)
    for courier in couriers {
      let name: JSONObject = ["tab": "mine", "courier": .string(courier.rawValue)]
      guard let mine = answers.of("courier.orders", name) else {
        return ["courier.orders does not know \(courier)"]
      }
      for card in mine.list("orders") {
        if card.text("courier") != courier.rawValue {
          violations.append("\(courier) is shown an order of another courier")
        }
        if card.text("status") == "completed" && card.flag("overdue") != false {
          violations.append("a completed order is overdue")
        }
      }
      violations += check(feedOf: courier, in: answers)
      let session = answers.of("courier.session", ["courier": .string(courier.rawValue)])
      if session?.flag("signedIn") != signedIn.contains(courier) {
        violations.append("courier.session does not agree with the sign-ins of \(courier)")
      }
    }
    let isLate = reminders.contains { date, acceptedAt in
      let deadline = answers.now.zone.lastInstant(of: date, hour: 23, minute: 59)
      return deadline.milliseconds(since: acceptedAt) < 2 * 60 * 60 * 1000
    }
    return isLate ? violations + ["a late acceptance has a reminder"] : violations
  }

  private func check(listsIn answers: Answers) -> [String] {
    var violations: [String] = []
    let cards = answers.of("courier.orders")?.list("orders") ?? []
    if Set(cards.compactMap { $0.text("order") }) != Set(available.map(\.rawValue)) {
      violations.append("courier.orders does not show exactly the available orders")
    }
    for order in orders where available.contains(order) {
      let card = answers.of("courier.order", ["order": .string(order.rawValue)])
      if card?.text("status") != "available" || card?["courier"] != .null
        || card?["acceptedAt"] != .null
      {
        violations.append("courier.order shows a wrong courier or status of \(order)")
      }
    }
    let rows = answers.of("courier.couriers")?.list("couriers") ?? []
    if rows.map({ $0.text("courier") }) != couriers.map(\.rawValue) {
      violations.append("courier.couriers does not show exactly the registered couriers")
    }
    var accepted: [CourierID: Int] = [:]
    for case .accepted(let courier) in statuses.values { accepted[courier, default: 0] += 1 }
    for (row, courier) in zip(rows, couriers) {
      if row.whole("accepted") != accepted[courier, default: 0]
        || row.flag("signedIn") != signedIn.contains(courier)
      {
        violations.append("courier.couriers does not agree with what \(courier) did")
      }
    }
    return violations
  }

  private func check(feedOf courier: CourierID, in answers: Answers) -> [String] {
    guard let answer = answers.of("courier.feed", ["courier": .string(courier.rawValue)]) else {
      return ["courier.feed does not know \(courier)"]
    }
    let feed = feeds[courier] ?? Feed()
    let shown = Set(answer.list("all").compactMap { $0.text("order") })
    return shown == Set(feed.orders.map(\.rawValue))
      && answer.texts("metro") == feed.filter.map(\.rawValue)
      && (answer.text("placeholder") != nil) == feed.orders.isEmpty
      ? [] : ["courier.feed does not show the list that \(courier) loaded"]
  }
}

import Domain
import EventChecking
import EventEngine

/// An order has at most one courier at a time and ends at most once; a completed order is never
/// overdue. A released order is available to everybody. An acceptance has at most one reminder, in
/// the two hours before the deadline, and none if it was late; a tick that records something leaves
/// none to be sent. A courier's list of available orders changes only by a refresh and by the
/// courier's own acceptances.
public struct CourierLaws: DomainLaws {
  private enum Status { case available, accepted(CourierID), completed, cancelled }

  /// The orders on a courier's list, and the stations of its filter.
  private struct Feed {
    var filter: [MetroStation] = []
    var orders: Set<OrderID> = []
  }

  /// A reminder of an order that a tick sent or left out.
  private struct Reminder {
    let order: OrderID
    let date: CalendarDay
    let acceptedAt: Timestamp
    let tick: Timestamp
  }

  private var orders: [OrderID] = []
  private var placed: [OrderID: OrderPlaced] = [:]
  private var statuses: [OrderID: Status] = [:]
  private var available: Set<OrderID> = []
  /// The accepted orders without a reminder of their acceptance, with its time, by delivery date.
  private var unreminded: [CalendarDay: [OrderID: Timestamp]] = [:]
  /// All reminders.
  private var reminders: [Reminder] = []
  /// Reminders that a tick has not sent. If one of these was not due, which depends on the time zone,
  /// no other one of its date was.
  private var unsent: [Reminder] = []
  /// The tick that recorded the last event; nil if something else did.
  private var tick: (time: Timestamp, day: CalendarDay)?
  /// The lists of all registered couriers.
  private var feeds: [CourierID: Feed] = [:]
  private var couriers: [CourierID] = []
  private var logins: Set<LoginKey> = []
  private var signedIn: Set<CourierID> = []

  public init() {}

  public mutating func check(_ event: Recorded<CourierEvent>) -> [String] {
    noteUnsent(before: event)
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
      if let date = placed[fact.order]?.deliveryDate {
        unreminded[date, default: [:]][fact.order] = event.time
      }
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
      guard let date = placed[fact.order]?.deliveryDate,
        let time = unreminded[date]?.removeValue(forKey: fact.order)
      else { return ["an acceptance of \(fact.order) has two reminders"] }
      reminders.append(
        Reminder(order: fact.order, date: date, acceptedAt: time, tick: event.time))
    case .signInFailed, .passwordForgotten, .acceptedOrdersViewed: break
    }
    return []
  }

  public mutating func check(afterTickAt now: Moment) -> [String] {
    tick = (now.time, now.day)
    noteUnsent()
    return violationsOfReminders(in: now.zone)
  }

  private mutating func set(_ status: Status, _ order: OrderID) {
    statuses[order] = status
    if let date = placed[order]?.deliveryDate { unreminded[date]?[order] = nil }
    if case .available = status { available.insert(order) } else { available.remove(order) }
  }

  /// Once an event follows that is not the last tick's own, notes the reminders that the tick may
  /// have left out: of each near delivery date that of the order that was accepted first.
  private mutating func noteUnsent(before event: Recorded<CourierEvent>) {
    defer { tick = event.actor == "system" ? (event.time, event.day) : nil }
    if event.actor != "system" || event.time != tick?.time { noteUnsent() }
  }

  private mutating func noteUnsent() {
    guard let tick else { return }
    // Where clocks go back across midnight, two hours before the deadline may be the day after.
    for date in [tick.day.advanced(by: -1), tick.day, tick.day.advanced(by: 1)] {
      let first = unreminded[date]?.min {
        ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue)
      }
      guard let (order, time) = first else { continue }
      unsent.append(Reminder(order: order, date: date, acceptedAt: time, tick: tick.time))
    }
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
    return violations + violationsOfReminders(in: answers.now.zone)
  }

  private func violationsOfReminders(in zone: TimeZoneTable) -> [String] {
    func period(_ reminder: Reminder) -> ClosedRange<Timestamp> {
      let deadline = zone.lastInstant(of: reminder.date, hour: 23, minute: 59)
      return deadline.advanced(bySeconds: -2 * 60 * 60)...deadline
    }
    let wrong = reminders.flatMap { reminder -> [String] in
      let period = period(reminder)
      return
        (reminder.acceptedAt <= period.lowerBound
        ? [] : ["order \(reminder.order) was accepted late and has a reminder"])
        + (period.contains(reminder.tick)
          ? [] : ["the reminder of order \(reminder.order) was not sent in the last two hours"])
    }
    let unsent = unsent.filter { reminder in
      let period = period(reminder)
      return reminder.acceptedAt <= period.lowerBound && period.contains(reminder.tick)
    }
    return wrong + unsent.map { "a tick has not sent the reminder of order \($0.order)" }
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

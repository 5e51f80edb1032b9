import Commands
import Domain
import EventEngine

/// A bug in work that is driven by time.
protocol DueBug: FoldingBug where Base: TimeDriven, Base.Command == Never {
  static func due(at now: Moment, _ base: Base) -> [DueItem<Base.Event>]
}

extension DueBug {
  static func due(at now: Moment, _ base: Base) -> [DueItem<Base.Event>] { base.due(at: now) }
}

/// A time-driven decider of the product with a planted bug.
struct PlantedDue<Bug: DueBug>: TimeDriven {
  typealias Event = Bug.Base.Event
  typealias Command = Never
  typealias Refusal = Bug.Base.Refusal

  private var base = Bug.Base()

  static var factTypes: [EventType] { Bug.Base.factTypes }
  static var dueFacts: Query { Bug.Base.dueFacts }

  mutating func apply(_ event: Recorded<Event>) { Bug.apply(event, &base) }

  func due(at now: Moment) -> [DueItem<Event>] { Bug.due(at: now, base) }
}

/// Expired subscriptions are recorded again at every tick.
enum ExpiringForEver: DueBug {
  typealias Base = SubscriptionExpiries
  static let omitted = [SubscriptionExpired.type]
}

/// The ends of one user's subscriptions are not recorded.
enum ForgottenSubscriber: DueBug {
  typealias Base = SubscriptionExpiries

  static func apply(_ event: Recorded<ModsEvent>, _ base: inout SubscriptionExpiries) {
    if event.event.user?.rawValue != "d-2" { base.apply(event) }
  }
}

/// The overdue orders of one user do not expire.
enum ForgottenBuyer: DueBug {
  typealias Base = NFTPaymentExpiries

  static func apply(_ event: Recorded<NFTEvent>, _ base: inout NFTPaymentExpiries) {
    if case .paymentStarted(let fact) = event.event, fact.user.rawValue == "boris" { return }
    base.apply(event)
  }
}

/// The codes that one device requested do not expire.
enum ForgottenDevice: DueBug {
  typealias Base = CodeExpiry

  static func due(at now: Moment, _ base: CodeExpiry) -> [DueItem<MallEvent>] {
    base.due(at: now).filter { item in
      guard case .codeExpired(let fact)? = item.events.first else { return true }
      return fact.code.device.rawValue != "d-2"
    }
  }
}

/// Codes expire a minute early.
enum HastyCodes: DueBug {
  typealias Base = CodeExpiry

  static func due(at now: Moment, _ base: CodeExpiry) -> [DueItem<MallEvent>] {
    base.due(at: Moment(now.time.advanced(bySeconds: 60), in: now.zone))
  }
}

/// A late acceptance is reminded of, too.
enum LateReminders: DueBug {
  typealias Base = DeliveryReminders

  static func apply(_ event: Recorded<CourierEvent>, _ base: inout DeliveryReminders) {
    base.apply(event.changed(time: event.time.advanced(bySeconds: -86_400)))
  }
}

/// Reminders are sent a millisecond early.
enum HastyReminders: DueBug {
  typealias Base = DeliveryReminders

  static func due(at now: Moment, _ base: DeliveryReminders) -> [DueItem<CourierEvent>] {
    base.due(at: Moment(now.time.advanced(byMilliseconds: 1), in: now.zone))
  }
}

/// An acceptance has two reminders.
enum RemindingTwice: DueBug {
  typealias Base = DeliveryReminders

  static func due(at now: Moment, _ base: DeliveryReminders) -> [DueItem<CourierEvent>] {
    base.due(at: now) + base.due(at: now)
  }
}

/// One order is never reminded of.
enum ForgottenOrder: DueBug {
  typealias Base = DeliveryReminders

  static func apply(_ event: Recorded<CourierEvent>, _ base: inout DeliveryReminders) {
    if case .orderPlaced(let fact) = event.event, fact.order.rawValue == "o-4" { return }
    base.apply(event)
  }
}

/// Rules: the end of a subscription that no tick has recorded is not recorded by the next one
/// either.
enum UnrecordedEnd: DeciderBug {
  typealias Base = Subscriptions

  static func decide(
    _ command: Subscriptions.Command, at now: Moment, _ base: Subscriptions
  ) throws(ModsRefusal) -> [ModsEvent] {
    try base.decide(command, at: now).filter { event in
      if case .subscriptionExpired = event { false } else { true }
    }
  }
}

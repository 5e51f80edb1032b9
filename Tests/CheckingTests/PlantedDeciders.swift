import Commands
import Domain
import EventChecking
import EventEngine

/// A bug in what a decider folds.
protocol FoldingBug {
  associatedtype Base: Decider

  /// The types of the events that the fold leaves out.
  static var omitted: [EventType] { get }

  static func apply(_ event: Recorded<Base.Event>, _ base: inout Base)
}

extension FoldingBug {
  static var omitted: [EventType] { [] }

  static func apply(_ event: Recorded<Base.Event>, _ base: inout Base) {
    if !omitted.contains(event.type) { base.apply(event) }
  }
}

extension Recorded {
  /// The event with another content, position or time.
  func changed(
    to event: Event? = nil, position: Position? = nil, time: Timestamp? = nil
  ) -> Recorded {
    Recorded(
      position: position ?? self.position, id: id, time: time ?? self.time, day: day, type: type,
      actor: actor, event: event ?? self.event)
  }
}

/// A bug in a decider.
protocol DeciderBug: FoldingBug {
  static func boundary(of command: Base.Command, _ base: Base) -> Query
  static func decide(
    _ command: Base.Command, at now: Moment, _ base: Base
  ) throws(Base.Refusal) -> [Base.Event]
}

extension DeciderBug {
  static func boundary(of command: Base.Command, _ base: Base) -> Query {
    base.boundary(of: command)
  }

  static func decide(
    _ command: Base.Command, at now: Moment, _ base: Base
  ) throws(Base.Refusal) -> [Base.Event] {
    try base.decide(command, at: now)
  }
}

/// A decider of the product with a planted bug.
struct Planted<Bug: DeciderBug>: Decider {
  private var base = Bug.Base()

  static var shapes: [CommandShape<Bug.Base.Command>] { Bug.Base.shapes }
  static var factTypes: [EventType] { Bug.Base.factTypes }

  mutating func apply(_ event: Recorded<Bug.Base.Event>) { Bug.apply(event, &base) }

  func boundary(of command: Bug.Base.Command) -> Query { Bug.boundary(of: command, base) }

  func decide(
    _ command: Bug.Base.Command, at now: Moment
  ) throws(Bug.Base.Refusal) -> [Bug.Base.Event] {
    try Bug.decide(command, at: now, base)
  }

  static func answer(
    to command: Bug.Base.Command, _ events: [Bug.Base.Event], in locale: Language
  ) throws(Bug.Base.Refusal) -> [CommandValue] {
    try Bug.Base.answer(to: command, events, in: locale)
  }

  static func oneTimeValues(of command: Bug.Base.Command) -> [CommandValue] {
    Bug.Base.oneTimeValues(of: command)
  }

  func passwordWork(for command: Bug.Base.Command, at now: Moment) -> PasswordWork? {
    base.passwordWork(for: command, at: now)
  }

  static func completing(
    _ command: Bug.Base.Command, with result: PasswordResult
  ) -> Bug.Base.Command {
    Bug.Base.completing(command, with: result)
  }
}

/// Rules: a user gets a second trial.
enum SecondTrial: DeciderBug {
  typealias Base = Subscriptions

  static func decide(
    _ command: Subscriptions.Command, at now: Moment, _ base: Subscriptions
  ) throws(ModsRefusal) -> [ModsEvent] {
    do throws(ModsRefusal) { return try base.decide(command, at: now) } catch {
      guard error == .trialAlreadyUsed, case .startTrial(let user) = command else { throw error }
      return [.trialStarted(TrialStarted(user: user, until: now.time.advanced(bySeconds: 1)))]
    }
  }
}

/// Rules: a subscription is resumed that was not cancelled.
enum ResumedAnyway: Leniency {
  typealias Base = Subscriptions

  static func event(
    of command: Subscriptions.Command, insteadOf refusal: ModsRefusal
  ) -> ModsEvent? {
    guard refusal == .notCancelled, case .resume(let user) = command else { return nil }
    return .subscriptionResumed(SubscriptionResumed(user: user))
  }
}

/// Rules: a payment ignores the NFTs that Boris's orders reserve.
enum DoubleReservation: DeciderBug {
  typealias Base = NFTPayments

  static func apply(_ event: Recorded<NFTEvent>, _ base: inout NFTPayments) {
    if case .paymentStarted(let fact) = event.event, fact.user.rawValue == "boris" { return }
    base.apply(event)
  }
}

/// Rules: an order is overdue immediately.
enum HastyExpiry: DeciderBug {
  typealias Base = NFTPayments

  static func decide(
    _ command: NFTPayments.Command, at now: Moment, _ base: NFTPayments
  ) throws(NFTRefusal) -> [NFTEvent] {
    try base.decide(command, at: Moment(now.time.advanced(bySeconds: 1800), in: now.zone))
  }
}

/// Rules: a finished order, such as an expired one, is paid.
enum PaidAfterAll: Leniency {
  typealias Base = NFTPayments

  static func event(of command: NFTPayments.Command, insteadOf refusal: NFTRefusal) -> NFTEvent? {
    guard case .paymentNotPending = refusal, case .confirm(let order) = command else { return nil }
    let buyer = NFTUserID(rawValue: "anna")
    return .paymentConfirmed(NFTPaymentConfirmed(order: order, user: buyer, nfts: []))
  }
}

/// Boundary: the query omits the decisive events.
enum ForgottenFact: DeciderBug {
  typealias Base = HabitsOnboarding

  static func boundary(
    of command: HabitsOnboarding.Command, _ base: HabitsOnboarding
  ) -> Query { .nothing }
}

/// Interface: a refusal that no shape lists.
enum StrangeRefusal: DeciderBug {
  typealias Base = NFTLikes

  static func decide(
    _ command: NFTLikes.Command, at now: Moment, _ base: NFTLikes
  ) throws(NFTRefusal) -> [NFTEvent] {
    do throws(NFTRefusal) { return try base.decide(command, at: now) } catch {
      throw .cartEmpty
    }
  }
}

/// Rules: a withdrawn order can still be accepted, completed and withdrawn.
enum ForgottenWithdrawal: DeciderBug {
  typealias Base = DeliveryOrders
  static let omitted = [OrderWithdrawn.type]
}

/// Rules: a courier stays signed in when the password is reset.
enum KeptSession: DeciderBug {
  typealias Base = CourierAccounts

  static func decide(
    _ command: CourierAccounts.Command, at now: Moment, _ base: CourierAccounts
  ) throws(CourierRefusal) -> [CourierEvent] {
    try base.decide(command, at: now).filter { event in
      if case .courierSignedOut = event { false } else { true }
    }
  }
}

import Domain
import EventEngine

/// Trials and paid subscriptions. Other deciders contain this decider and forward events to it.
public struct Subscriptions: Decider {
  public enum Command: Equatable, Sendable {
    case startTrial(ModsUserID)
    case purchase(ModsUserID)
    case renew(ModsUserID)
    case cancel(ModsUserID)
    case resume(ModsUserID)
  }

  private var users: [ModsUserID: Subscription] = [:]
  /// The positions of the events that set the current ends of the users' terms.
  private var terms: [ModsUserID: Position] = [:]
  private(set) var configuration = PaywallConfiguration()

  public init() {}

  public static let factTypes = Subscription.factTypes + PaywallConfiguration.factTypes
  public static let globalTypes = PaywallConfiguration.factTypes

  /// The query for the user's subscription and the terms of offers.
  static func facts(about user: ModsUserID) -> Query {
    .of(Subscription.factTypes, user.tag) | PaywallConfiguration.facts
  }

  public func boundary(of command: Command) -> Query {
    switch command {
    case .startTrial(let user), .purchase(let user), .renew(let user): Self.facts(about: user)
    case .cancel(let user), .resume(let user): .of(Subscription.factTypes, user.tag)
    }
  }

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    configuration.apply(event)
    guard Subscription.factTypes.contains(event.type), let user = event.event.user else { return }
    users[user, default: Subscription()].apply(event.event, at: event.time)
    if Subscription.termTypes.contains(event.type) { terms[user] = event.position }
  }

  private func subscription(of user: ModsUserID) -> Subscription { users[user] ?? Subscription() }

  func isLive(_ user: ModsUserID, at now: Moment) -> Bool {
    subscription(of: user).isLive(at: now.time)
  }

  public func decide(_ command: Command, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {
    switch command {
    case .startTrial(let user):
      if isLive(user, at: now) { throw .alreadySubscribed }
      if subscription(of: user).isTrialUsed { throw .trialAlreadyUsed }
      let until = configuration.current.trialDays.after(now.time)
      return expiry(of: user, at: now) + [.trialStarted(TrialStarted(user: user, until: until))]
    case .purchase(let user):
      if isLive(user, at: now) { throw .alreadySubscribed }
      let until = configuration.current.periodDays.after(now.time)
      return expiry(of: user, at: now)
        + [.subscriptionPurchased(SubscriptionPurchased(user: user, until: until))]
    case .renew(let user):
      return expiry(of: user, at: now) + [.subscriptionRenewed(try renewal(of: user, at: now))]
    case .cancel(let user):
      switch subscription(of: user).state(at: now.time) {
      case .none, .expired: throw .nothingToCancel
      case .cancelled: throw .alreadyCancelled
      case .trial, .active:
        return [.subscriptionCancelled(SubscriptionCancelled(user: user))]
      }
    case .resume(let user):
      switch subscription(of: user).state(at: now.time) {
      case .none: throw .notSubscribed
      case .expired: throw .nothingToResume
      case .trial, .active: throw .notCancelled
      case .cancelled: return [.subscriptionResumed(SubscriptionResumed(user: user))]
      }
    }
  }

  /// The expiry that no tick has recorded. It must precede the event of the next term.
  private func expiry(of user: ModsUserID, at now: Moment) -> [ModsEvent] {
    guard let until = subscription(of: user).unrecordedExpiry(at: now.time) else { return [] }
    return [.subscriptionExpired(SubscriptionExpired(user: user, until: until))]
  }

  public func cause(of event: ModsEvent) -> Position? {
    if case .subscriptionExpired(let fact) = event { terms[fact.user] } else { nil }
  }

  /// The event of a renewal. A live subscription is extended and keeps its start; an expired one
  /// starts anew.
  private func renewal(
    of user: ModsUserID, at now: Moment
  ) throws(ModsRefusal) -> SubscriptionRenewed {
    let subscription = subscription(of: user)
    let period = configuration.current.periodDays
    switch subscription.state(at: now.time) {
    case .none: throw .notSubscribed
    case .cancelled: throw .alreadyCancelled
    case .expired:
      return SubscriptionRenewed(user: user, since: now.time, until: period.after(now.time))
    case .trial, .active:
      return SubscriptionRenewed(
        user: user, since: subscription.since ?? now.time,
        until: period.after(subscription.until ?? now.time))
    }
  }

  public static func answer(
    to command: Command, _ events: [ModsEvent], in locale: Language
  ) throws(ModsRefusal) -> [CommandValue] {
    switch command {
    case .startTrial, .purchase, .resume: CommandValue.mainScreen
    case .renew, .cancel: []
    }
  }
}

extension Subscriptions {
  public static let shapes = [
    CommandShape<Command>(
      "mods.startTrial", by: .person,
      .init(ru: "Начать пробный период", en: "Start the free trial"),
      refusals: ModsRefusal.codes(.alreadySubscribed, .trialAlreadyUsed)
    ) { form in .startTrial(form.modsUser) },
    CommandShape<Command>(
      "mods.purchase", by: .person, .init(ru: "Оформить подписку", en: "Take out a subscription"),
      refusals: ModsRefusal.codes(.alreadySubscribed)
    ) { form in .purchase(form.modsUser) },
    CommandShape<Command>(
      "mods.renew", by: .person, .init(ru: "Продлить подписку", en: "Renew the subscription"),
      refusals: ModsRefusal.codes(.notSubscribed, .alreadyCancelled)
    ) { form in .renew(form.modsUser) },
    CommandShape<Command>(
      "mods.cancelSubscription", by: .person,
      .init(
        ru: "Отменить подписку; она действует до конца срока",
        en: "Cancel the subscription; it stays live until its end"),
      refusals: ModsRefusal.codes(.notSubscribed, .alreadyCancelled)
    ) { form in .cancel(form.modsUser) },
    CommandShape<Command>(
      "mods.resumeSubscription", by: .person,
      .init(
        ru: "Возобновить отменённую подписку; её срок не меняется",
        en: "Resume a cancelled subscription; its end stays the same"),
      refusals: ModsRefusal.codes(.notSubscribed, .notCancelled)
    ) { form in .resume(form.modsUser) },
  ]
}

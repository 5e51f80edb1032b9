import Domain
import EventEngine

/// The subscription screens shown to users, and when they may be closed.
public struct Paywalls: Decider {
  public enum Command: Equatable, Sendable {
    case launch(ModsUserID)
    case open(ModsUserID)
    case dismiss(ModsUserID)
  }

  /// The open screens, with the time from which each may be closed.
  private var showings: [ModsUserID: Timestamp] = [:]
  private var subscriptions = Subscriptions()

  public init() {}

  private static let screens = [
    ModsLaunched.type, PaywallShown.type, PaywallDismissed.type, TrialStarted.type,
    SubscriptionPurchased.type, SubscriptionRenewed.type,
  ]
  public static let factTypes =
    [ModsLaunched.type, PaywallShown.type, PaywallDismissed.type] + Subscriptions.factTypes
  public static let globalTypes = Subscriptions.globalTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .launch(let user), .open(let user): Subscriptions.facts(about: user)
    case .dismiss(let user): .of(Self.screens, user.tag)
    }
  }

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    subscriptions.apply(event)
    switch event.event {
    case .paywallShown(let fact): showings[fact.user] = fact.closeDelay.after(event.time)
    // A launch without a subscription shows the screen again, in the same append.
    case .launched(let fact): showings[fact.user] = nil
    case .paywallDismissed(let fact): showings[fact.user] = nil
    case .trialStarted(let fact): showings[fact.user] = nil
    case .subscriptionPurchased(let fact): showings[fact.user] = nil
    case .subscriptionRenewed(let fact): showings[fact.user] = nil
    case .modPublished, .modEdited, .modWithdrawn, .modTranslated, .paywallConfigured,
      .requestSecretRotated, .legalDocumentSet, .subscriptionCancelled, .subscriptionResumed,
      .subscriptionExpired, .modOpened, .modDownloaded, .contentLocaleChosen:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {
    switch command {
    case .launch(let user):
      let launch = ModsEvent.launched(ModsLaunched(user: user))
      let isLive = subscriptions.isLive(user, at: now)
      return isLive ? [launch] : [launch, subscriptions.configuration.showing(to: user)]
    case .open(let user):
      if subscriptions.isLive(user, at: now) { throw .alreadySubscribed }
      return [subscriptions.configuration.showing(to: user)]
    case .dismiss(let user):
      guard let closable = showings[user] else { throw .paywallNotShown }
      guard now.time >= closable else {
        let rest = closable.milliseconds(since: now.time)
        throw .closeNotYetAllowed(seconds: Int(secondsIn: rest))
      }
      return [.paywallDismissed(PaywallDismissed(user: user))]
    }
  }

  /// Returns the next screen: the one that the events show, otherwise the main screen.
  public static func answer(
    to command: Command, _ events: [ModsEvent], in locale: Language
  ) throws(ModsRefusal) -> [CommandValue] {
    if case .paywallShown(let showing)? = events.last { return CommandValue.paywall(showing) }
    return CommandValue.mainScreen
  }
}

extension Paywalls {
  public static let shapes = [
    CommandShape<Command>(
      "mods.launch", by: .person, .init(ru: "Запустить приложение", en: "Start the application")
    ) { form in .launch(form.modsUser) },
    CommandShape<Command>(
      "mods.openPaywall", by: .person,
      .init(ru: "Открыть экран подписки из меню", en: "Open the subscription screen from the menu"),
      refusals: ModsRefusal.codes(.alreadySubscribed)
    ) { form in .open(form.modsUser) },
    CommandShape<Command>(
      "mods.dismissPaywall", by: .person,
      .init(ru: "Закрыть экран подписки", en: "Close the subscription screen"),
      refusals: ModsRefusal.codes(.paywallNotShown, .closeNotYetAllowed(seconds: 1))
    ) { form in .dismiss(form.modsUser) },
  ]
}

extension CommandForm {
  /// The user who sent the command.
  var modsUser: ModsUserID { ModsUserID(rawValue: actor.rawValue) }
}

extension CommandValue {
  static let mainScreen = [CommandValue("screen", "main")]

  static func paywall(_ showing: PaywallShown) -> [CommandValue] {
    [
      CommandValue("screen", "paywall"),
      CommandValue("variation", showing.variation.rawValue),
      CommandValue("pages", .number(JSONNumber(showing.variation.pages))),
      CommandValue("closeDelay", .number(JSONNumber(showing.closeDelay.rawValue))),
    ]
  }
}

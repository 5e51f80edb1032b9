import EventEngine

/// The events of the mods application.
public enum ModsEvent: Event {
  case modPublished(ModPublished)
  case modEdited(ModEdited)
  case modWithdrawn(ModWithdrawn)
  case modTranslated(ModTranslated)
  case paywallConfigured(PaywallConfigured)
  case requestSecretRotated(RequestSecretRotated)
  case legalDocumentSet(LegalDocumentSet)
  case launched(ModsLaunched)
  case paywallShown(PaywallShown)
  case paywallDismissed(PaywallDismissed)
  case trialStarted(TrialStarted)
  case subscriptionPurchased(SubscriptionPurchased)
  case subscriptionRenewed(SubscriptionRenewed)
  case subscriptionCancelled(SubscriptionCancelled)
  case subscriptionResumed(SubscriptionResumed)
  case subscriptionExpired(SubscriptionExpired)
  case modOpened(ModOpened)
  case modDownloaded(ModDownloaded)
  case contentLocaleChosen(ContentLocaleChosen)

  public static let catalog = EventCatalog<ModsEvent>()
    .current(modPublished)
    .current(modEdited)
    .current(modWithdrawn)
    .current(modTranslated)
    .current(paywallConfigured)
    .current(requestSecretRotated)
    .current(legalDocumentSet)
    .current(launched)
    .current(paywallShown)
    .current(paywallDismissed)
    .current(trialStarted)
    .current(subscriptionPurchased)
    .current(subscriptionRenewed)
    .current(subscriptionCancelled)
    .current(subscriptionResumed)
    .current(subscriptionExpired)
    .current(modOpened)
    .current(modDownloaded)
    .current(contentLocaleChosen)

  public var payload: any EventPayload {
    switch self {
    case .modPublished(let payload): payload
    case .modEdited(let payload): payload
    case .modWithdrawn(let payload): payload
    case .modTranslated(let payload): payload
    case .paywallConfigured(let payload): payload
    case .requestSecretRotated(let payload): payload
    case .legalDocumentSet(let payload): payload
    case .launched(let payload): payload
    case .paywallShown(let payload): payload
    case .paywallDismissed(let payload): payload
    case .trialStarted(let payload): payload
    case .subscriptionPurchased(let payload): payload
    case .subscriptionRenewed(let payload): payload
    case .subscriptionCancelled(let payload): payload
    case .subscriptionResumed(let payload): payload
    case .subscriptionExpired(let payload): payload
    case .modOpened(let payload): payload
    case .modDownloaded(let payload): payload
    case .contentLocaleChosen(let payload): payload
    }
  }

  /// The user of the event; nil for events of the admin.
  public var user: ModsUserID? {
    switch self {
    case .launched(let fact): fact.user
    case .paywallShown(let fact): fact.user
    case .paywallDismissed(let fact): fact.user
    case .trialStarted(let fact): fact.user
    case .subscriptionPurchased(let fact): fact.user
    case .subscriptionRenewed(let fact): fact.user
    case .subscriptionCancelled(let fact): fact.user
    case .subscriptionResumed(let fact): fact.user
    case .subscriptionExpired(let fact): fact.user
    case .modOpened(let fact): fact.user
    case .modDownloaded(let fact): fact.user
    case .contentLocaleChosen(let fact): fact.user
    case .modPublished, .modEdited, .modWithdrawn, .modTranslated, .paywallConfigured,
      .requestSecretRotated, .legalDocumentSet:
      nil
    }
  }

  /// The types of events about a mod itself.
  public static let modTypes = [
    ModPublished.type, ModEdited.type, ModWithdrawn.type, ModTranslated.type,
  ]

  /// The types of events that have a user. The first such event makes a user known.
  public static let userTypes = [
    ModsLaunched.type, PaywallShown.type, PaywallDismissed.type, TrialStarted.type,
    SubscriptionPurchased.type, SubscriptionRenewed.type, SubscriptionCancelled.type,
    SubscriptionResumed.type, SubscriptionExpired.type, ModOpened.type, ModDownloaded.type,
    ContentLocaleChosen.type,
  ]
}

/// The payload of an event with a user.
public protocol ModsUserFact: EventPayload {
  var user: ModsUserID { get }
}

extension ModsUserFact {
  public var tags: [Tag] { [user.tag] }
}

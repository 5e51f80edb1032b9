import Domain
import EventEngine

extension ModsEvent {
  /// One complete sample of each event.
  package static let samples = chain(sample(after:))

  /// The sample after `event`. A new event does not compile until it is added to the chain.
  private static func sample(after event: ModsEvent?) -> ModsEvent? {
    switch event {
    case nil: .published("raptor", in: .animals, title: "Раптор")
    case .modPublished:
      .edited(
        "raptor", to: .skins, title: "Ящер", image: "https://a.b/j.jpg", description: "Бежит.",
        archive: "https://a.b/y.zip")
    case .modEdited: .withdrawn("raptor")
    case .modWithdrawn: .translated("raptor", "zh-Hant-TW", "迅猛龍")
    case .modTranslated: .configured()
    case .paywallConfigured: .rotated("key-1", secret: "0123456789abcdef")
    case .requestSecretRotated: .documentSet(.privacy, "We keep nothing.", "en")
    case .legalDocumentSet: .launched("anna")
    case .launched: .paywall("anna", .extended, closeDelay: 5, insteadOf: "raptor")
    case .paywallShown: .dismissed("anna")
    case .paywallDismissed: .trial("anna", until: "2026-05-11T09:00:00Z")
    case .trialStarted: .purchased("anna", until: "2026-06-07T09:00:00Z")
    case .subscriptionPurchased:
      .renewed("anna", since: "2026-05-08T09:00:00Z", until: "2026-07-07T09:00:00Z")
    case .subscriptionRenewed: .subscriptionCancelled("anna")
    case .subscriptionCancelled: .subscriptionResumed("anna")
    case .subscriptionResumed: .expired("anna", until: "2026-07-07T09:00:00Z")
    case .subscriptionExpired: .opened("raptor", by: "anna")
    case .modOpened: .downloaded("raptor", by: "anna")
    case .modDownloaded: .localeChosen("anna", "en-GB")
    case .contentLocaleChosen: nil
    }
  }
}

import Domain
import EventEngine

/// Shorthands for events of the application with mods, with defaults for irrelevant values.
extension ModsEvent {
  package static func published(
    _ path: ModPath, in category: ModCategory = .ships, title: ModTitle = "Лодка",
    image: String = "https://a.b/i.jpg", description: ModDescription = "Плывёт.",
    archive: String = "https://a.b/z.zip"
  ) -> ModsEvent {
    .modPublished(
      ModPublished(
        path: path, category: category, title: title, image: WebAddress(rawValue: image),
        description: description, archive: WebAddress(rawValue: archive)))
  }

  package static func edited(
    _ path: ModPath, to category: ModCategory? = nil, title: ModTitle? = nil,
    image: String? = nil, description: ModDescription? = nil, archive: String? = nil
  ) -> ModsEvent {
    .modEdited(
      ModEdited(
        path: path, category: category, title: title,
        image: image.map(WebAddress.init(rawValue:)), description: description,
        archive: archive.map(WebAddress.init(rawValue:))))
  }

  package static func withdrawn(_ path: ModPath) -> ModsEvent {
    .modWithdrawn(ModWithdrawn(path: path))
  }

  package static func translated(
    _ path: ModPath, _ locale: ContentLocale, _ title: ModTitle,
    description: ModDescription = "Translated."
  ) -> ModsEvent {
    .modTranslated(
      ModTranslated(path: path, locale: locale, title: title, description: description))
  }

  package static func configured(
    _ variation: PaywallVariation = .extended, closeDelay: Int = 5, trialDays: Int = 3,
    periodDays: Int = 30
  ) -> ModsEvent {
    .paywallConfigured(
      PaywallConfigured(
        variation: variation, closeDelay: WholeSeconds(rawValue: closeDelay),
        trialDays: WholeDays(rawValue: trialDays), periodDays: WholeDays(rawValue: periodDays)))
  }

  package static func rotated(_ key: String, secret: String = "secret") -> ModsEvent {
    .requestSecretRotated(
      RequestSecretRotated(
        key: SecretKeyID(rawValue: key), fingerprint: .forTests(secret)))
  }

  package static func documentSet(
    _ document: LegalDocument, _ text: LegalText, _ locale: ContentLocale? = nil
  ) -> ModsEvent {
    .legalDocumentSet(LegalDocumentSet(document: document, text: text, locale: locale))
  }

  package static func launched(_ user: ModsUserID) -> ModsEvent {
    .launched(ModsLaunched(user: user))
  }

  package static func paywall(
    _ user: ModsUserID, _ variation: PaywallVariation = .standard, closeDelay: Int = 0,
    insteadOf path: ModPath? = nil
  ) -> ModsEvent {
    .paywallShown(
      PaywallShown(
        user: user, variation: variation, closeDelay: WholeSeconds(rawValue: closeDelay),
        refusedDownload: path))
  }

  package static func dismissed(_ user: ModsUserID) -> ModsEvent {
    .paywallDismissed(PaywallDismissed(user: user))
  }

  package static func trial(_ user: ModsUserID, until: String) -> ModsEvent {
    .trialStarted(TrialStarted(user: user, until: instant(until)))
  }

  package static func purchased(_ user: ModsUserID, until: String) -> ModsEvent {
    .subscriptionPurchased(SubscriptionPurchased(user: user, until: instant(until)))
  }

  package static func renewed(
    _ user: ModsUserID, since: String, until: String
  ) -> ModsEvent {
    .subscriptionRenewed(
      SubscriptionRenewed(user: user, since: instant(since), until: instant(until)))
  }

  package static func subscriptionCancelled(_ user: ModsUserID) -> ModsEvent {
    .subscriptionCancelled(SubscriptionCancelled(user: user))
  }

  package static func subscriptionResumed(_ user: ModsUserID) -> ModsEvent {
    .subscriptionResumed(SubscriptionResumed(user: user))
  }

  package static func expired(_ user: ModsUserID, until: String) -> ModsEvent {
    .subscriptionExpired(SubscriptionExpired(user: user, until: instant(until)))
  }

  package static func opened(_ path: ModPath, by user: ModsUserID) -> ModsEvent {
    .modOpened(ModOpened(user: user, path: path))
  }

  package static func downloaded(
    _ path: ModPath, by user: ModsUserID, archive: String = "https://a.b/z.zip"
  ) -> ModsEvent {
    .modDownloaded(
      ModDownloaded(user: user, path: path, archive: WebAddress(rawValue: archive)))
  }

  package static func localeChosen(_ user: ModsUserID, _ locale: ContentLocale) -> ModsEvent {
    .contentLocaleChosen(ContentLocaleChosen(user: user, locale: locale))
  }
}

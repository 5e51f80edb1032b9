import EventEngine

/// How the subscription is offered to whoever comes afterwards. There is one configuration for all,
/// so it has no tag: whoever depends on it asks for its type.
public struct PaywallConfigured: EventPayload {
  public static let type: EventType = "mods.paywallConfigured"

  public let variation: PaywallVariation
  public let closeDelay: WholeSeconds
  public let trialDays: WholeDays
  public let periodDays: WholeDays

  /// What holds until somebody configures something else.
  public static let initial = PaywallConfigured(
    variation: .standard, closeDelay: WholeSeconds(rawValue: 0), trialDays: WholeDays(rawValue: 3),
    periodDays: WholeDays(rawValue: 30))

  public init(
    variation: PaywallVariation, closeDelay: WholeSeconds, trialDays: WholeDays,
    periodDays: WholeDays
  ) {
    self.variation = variation
    self.closeDelay = closeDelay
    self.trialDays = trialDays
    self.periodDays = periodDays
  }

  public var tags: [Tag] { [] }
}

/// A new secret signs the requests for the catalogue. There is one secret for all; the tag says only
/// which of the secrets kept beside the journal an event names.
public struct RequestSecretRotated: EventPayload {
  public static let type: EventType = "mods.requestSecretRotated"

  public let key: SecretKeyID
  public let fingerprint: SecretFingerprint

  public init(key: SecretKeyID, fingerprint: SecretFingerprint) {
    self.key = key
    self.fingerprint = fingerprint
  }

  public var tags: [Tag] { [key.tag] }
}

public struct LegalDocumentSet: EventPayload {
  public static let type: EventType = "mods.legalDocumentSet"

  public let document: LegalDocument
  public let text: LegalText
  /// Nil: the original.
  public let locale: ContentLocale?

  public init(document: LegalDocument, text: LegalText, locale: ContentLocale?) {
    self.document = document
    self.text = text
    self.locale = locale
  }

  public var tags: [Tag] { [document.tag] }
}

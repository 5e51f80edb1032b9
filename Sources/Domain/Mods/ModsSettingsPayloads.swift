import EventEngine

/// The terms of future subscription offers were configured. There is one global configuration, so
/// the event has no tag: decisions that depend on it query by type.
public struct PaywallConfigured: EventPayload {
  public static let type: EventType = "mods.paywallConfigured"

  public let variation: PaywallVariation
  public let closeDelay: WholeSeconds
  public let trialDays: WholeDays
  public let periodDays: WholeDays

  /// The configuration in force until another one is set.
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

/// The secret that signs requests for the catalogue was rotated. There is one secret for everybody;
/// the tag only identifies the stored secret that the event names.
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
  /// The language of the text; nil for the original.
  public let locale: ContentLocale?

  public init(document: LegalDocument, text: LegalText, locale: ContentLocale?) {
    self.document = document
    self.text = text
    self.locale = locale
  }

  public var tags: [Tag] { [document.tag] }
}

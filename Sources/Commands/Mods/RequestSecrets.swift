import Domain
import EventEngine

/// The secret that signs requests for the catalogue. It is stored beside the journal, never in it,
/// and returned only once, to the command that sets it.
public struct RequestSecrets: Decider {
  public enum Command: Sendable {
    case rotate(to: Secret, SecretFingerprint)
  }

  /// The number of rotations so far.
  private var count = 0

  public init() {}

  public static let factTypes = [RequestSecretRotated.type]
  public static let globalTypes = factTypes

  /// There is one secret for everybody, so no tag narrows the query.
  public func boundary(of command: Command) -> Query { .of(Self.factTypes) }

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    switch event.event {
    case .requestSecretRotated: count += 1
    case .modPublished, .modEdited, .modWithdrawn, .modTranslated, .paywallConfigured,
      .legalDocumentSet, .launched, .paywallShown, .paywallDismissed, .trialStarted,
      .subscriptionPurchased, .subscriptionRenewed, .subscriptionCancelled, .subscriptionResumed,
      .subscriptionExpired, .modOpened, .modDownloaded, .contentLocaleChosen:
      break
    }
  }

  /// Keys are numbered, so that people can distinguish them.
  public func decide(_ command: Command, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {
    switch command {
    case .rotate(_, let fingerprint):
      let key = SecretKeyID(rawValue: "key-\(count + 1)")
      return [.requestSecretRotated(RequestSecretRotated(key: key, fingerprint: fingerprint))]
    }
  }

  public static func secret(of command: Command, _ events: [ModsEvent]) -> StoredSecret? {
    guard case .requestSecretRotated(let fact)? = events.first else { return nil }
    switch command {
    case .rotate(let secret, _): return StoredSecret(secret.exposed, as: fact.key)
    }
  }

  public static func answer(
    to command: Command, _ events: [ModsEvent], in locale: Language
  ) throws(ModsRefusal) -> [CommandValue] {
    guard case .requestSecretRotated(let fact)? = events.first else { return [] }
    return [CommandValue("key", fact.key.rawValue)]
  }

  public static func oneTimeValues(of command: Command) -> [CommandValue] {
    switch command {
    case .rotate(let secret, _): [CommandValue("secret", secret.exposed)]
    }
  }
}

extension RequestSecrets {
  private static let shortest = 16

  /// The secret as entered, without trimming, so that every character counts.
  private static let secret = Field<Secret>.string(
    "secret", .secret,
    takes: .init(
      ru: "не менее \(shortest) символов", en: "at least \(shortest) characters")
  ) { $0.count >= shortest ? Secret($0) : nil }

  public static let shapes = [
    CommandShape<Command>(
      "mods.rotateSecret", by: .admin,
      .init(
        ru: "Сменить секрет, которым подписывают запросы",
        en: "Replace the secret that signs requests"),
      fields: [secret.optional], needsKey: true
    ) { form throws(FormError) in
      let secret = try form.optional(secret) ?? form.newSecret()
      return .rotate(
        to: secret, SecretFingerprint(form.digest(SecretFingerprint.purpose, secret.exposed)))
    }
  ]
}

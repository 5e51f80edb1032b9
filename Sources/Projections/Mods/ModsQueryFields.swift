import Domain
import EventEngine

/// The parameters that the read models of the mods application share.
enum ModsQueryFields {
  static let user = Field<ModsUserID>.id("user")
  static let path = Field<ModPath>.id("path")
  static let locale = Field<ContentLocale>.contentLocale("locale")

  static func key(_ path: ModPath, in locale: ContentLocale) -> JSONObject {
    [Self.path.name: .string(path.rawValue), Self.locale.name: .string(locale.rawValue)]
  }
}

extension ModsEvent {
  /// The earlier translations of a mod that the event edits or withdraws.
  var translationsOfChangedMod: Query? {
    switch self {
    case .modEdited(let fact): .of([ModTranslated.type], fact.path.tag)
    case .modWithdrawn(let fact): .of([ModTranslated.type], fact.path.tag)
    case .modPublished, .modTranslated, .paywallConfigured, .legalDocumentSet,
      .requestSecretRotated, .launched, .paywallShown, .paywallDismissed, .trialStarted,
      .subscriptionPurchased, .subscriptionRenewed, .subscriptionCancelled, .subscriptionResumed,
      .subscriptionExpired, .contentLocaleChosen, .modOpened, .modDownloaded:
      nil
    }
  }
}

/// The parameters of a read model about a user at a time.
public struct ModsUserParameters: Equatable, Sendable {
  public var user: ModsUserID
  public var now: Timestamp?
}

extension QueryShape<ModsUserParameters> {
  init(ofUser name: String, _ summary: Bilingual, shows: [String], plainLists: [String] = []) {
    self.init(
      name, summary, about: .tag("user"), shows: shows, plainLists: plainLists,
      fields: [ModsQueryFields.user.required, Field.now.optional]
    ) { form throws(FormError) in
      ModsUserParameters(
        user: try form.required(ModsQueryFields.user), now: try form.optional(Field.now))
    }
  }
}

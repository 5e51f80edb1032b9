import Domain
import EventEngine

/// The text of the privacy policy or of the terms of use.
public struct DocumentPage: Projection, StoredState {
  public struct Parameters: Equatable, Sendable {
    public var document: LegalDocument
    public var user: ModsUserID?
    public var locale: ContentLocale?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let text: LegalText
  }

  private var privacy = DocumentTexts()
  private var terms = DocumentTexts()
  private var readers = UserLocales()

  public init() {}
}

private struct DocumentTexts: Codable, Equatable, Sendable {
  var original: LegalText?
  var translations = Translations<LegalText>()

  mutating func set(_ fact: LegalDocumentSet) {
    if let locale = fact.locale {
      translations.set(fact.text, in: locale)
    } else {
      original = fact.text
    }
  }
}

extension DocumentPage {
  public static let shape = QueryShape<Parameters>(
    "mods.document",
    Bilingual(
      ru: "Политика конфиденциальности или условия использования",
      en: "The privacy policy or the terms of use"), shows: ["text"],
    fields: [
      document.required, ModsQueryFields.user.optional, ModsQueryFields.locale.optional,
    ]
  ) { form throws(FormError) in
    Parameters(
      document: try form.required(document), user: try form.optional(ModsQueryFields.user),
      locale: try form.optional(ModsQueryFields.locale))
  }

  private static let document = Field<LegalDocument>.word("document")

  public static let factTypes = [LegalDocumentSet.type, ContentLocaleChosen.type]

  public func facts(for parameters: Parameters) -> Query {
    .of([LegalDocumentSet.type], parameters.document.tag)
      | UserLocales.facts(for: parameters.user, parameters.locale)
  }

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    switch event.event {
    case .legalDocumentSet(let fact):
      switch fact.document {
      case .privacy: privacy.set(fact)
      case .terms: terms.set(fact)
      }
    case .contentLocaleChosen(let fact): readers.choose(fact)
    case .modPublished, .modEdited, .modWithdrawn, .modTranslated, .paywallConfigured,
      .requestSecretRotated, .launched, .paywallShown, .paywallDismissed, .trialStarted,
      .subscriptionPurchased, .subscriptionRenewed, .subscriptionCancelled, .subscriptionResumed,
      .subscriptionExpired, .modOpened, .modDownloaded:
      return
    }
  }

  /// The document in the language of the event.
  public static func keys(touchedBy event: Recorded<ModsEvent>) -> [JSONObject] {
    guard case .legalDocumentSet(let fact) = event.event else { return [] }
    var key: JSONObject = [document.name: .string(fact.document.rawValue)]
    if let locale = fact.locale { key[ModsQueryFields.locale.name] = .string(locale.rawValue) }
    return [key]
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let texts =
      switch query.document {
      case .privacy: privacy
      case .terms: terms
      }
    let locale = readers.preferredLocale(of: query.user, requested: query.locale)
    guard let text = texts.translations.nearest(to: locale) ?? texts.original else {
      throw .notFound(ModsReadModelTexts.unset(query.document, in: locale))
    }
    return Answer(text: text)
  }
}

import Domain
import EventEngine

/// The screen of one mod.
public struct ModDetails: Projection, StoredState {
  public struct Parameters: Equatable, Sendable {
    public var path: ModPath
    public var user: ModsUserID?
    public var locale: ContentLocale?
    public var signature = RequestSignature()
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let title: ModTitle
    public let image_url: WebAddress
    public let description: ModDescription
    public let zip_url: WebAddress
  }

  private var mods = Table<DescribedMod>()
  private var readers = UserLocales()

  public init() {}
}

private struct DescribedMod: Identified {
  struct Texts: Codable, Equatable, Sendable {
    var title: ModTitle
    var description: ModDescription
  }

  let id: ModPath
  var isWithdrawn = false
  var texts: Texts
  var image: WebAddress
  var archive: WebAddress
  var translations = Translations<Texts>()

  var isFinal: Bool { isWithdrawn }

  init(_ fact: ModPublished) {
    id = fact.path
    texts = Texts(title: fact.title, description: fact.description)
    image = fact.image
    archive = fact.archive
  }

  mutating func edit(_ fact: ModEdited) {
    if let title = fact.title { texts.title = title }
    if let description = fact.description { texts.description = description }
    if let image = fact.image { self.image = image }
    if let archive = fact.archive { self.archive = archive }
  }
}

extension ModDetails {
  public static let shape = QueryShape<Parameters>(
    "mods.item", Bilingual(ru: "Экран мода", en: "A mod's screen"),
    about: .tag("mod", parameters: "path"),
    shows: ["title", "image_url", "description", "zip_url"],
    fields: [
      ModsQueryFields.path.required, ModsQueryFields.user.optional,
      ModsQueryFields.locale.optional,
    ] + RequestSignature.fields
  ) { form throws(FormError) in
    Parameters(
      path: try form.required(ModsQueryFields.path),
      user: try form.optional(ModsQueryFields.user),
      locale: try form.optional(ModsQueryFields.locale), signature: try RequestSignature(form))
  }

  public static let factTypes = ModsEvent.modTypes + [ContentLocaleChosen.type]

  public func facts(for parameters: Parameters) -> Query {
    .of(ModsEvent.modTypes, parameters.path.tag)
      | UserLocales.facts(for: parameters.user, parameters.locale)
  }

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    switch event.event {
    case .modPublished(let fact): mods.append(DescribedMod(fact))
    case .modEdited(let fact): mods.change(fact.path) { $0.edit(fact) }
    case .modWithdrawn(let fact): mods.archive(fact.path) { $0.isWithdrawn = true }
    case .modTranslated(let fact):
      let texts = DescribedMod.Texts(title: fact.title, description: fact.description)
      mods.change(fact.path) { $0.translations.set(texts, in: fact.locale) }
    case .contentLocaleChosen(let fact): readers.choose(fact)
    case .paywallConfigured, .legalDocumentSet, .requestSecretRotated, .launched, .paywallShown,
      .paywallDismissed, .trialStarted, .subscriptionPurchased, .subscriptionRenewed,
      .subscriptionCancelled, .subscriptionResumed, .subscriptionExpired, .modOpened,
      .modDownloaded:
      return
    }
  }

  /// A translation also changes the answer in its language.
  public static func keys(touchedBy event: Recorded<ModsEvent>) -> [JSONObject] {
    guard case .modTranslated(let fact) = event.event else { return keysByTag(touchedBy: event) }
    return keysByTag(touchedBy: event) + [ModsQueryFields.key(fact.path, in: fact.locale)]
  }

  /// The translations of the mod, which lead an audit to the answers in their languages.
  public static func others(touchedBy event: Recorded<ModsEvent>) -> Query? {
    event.event.translationsOfChangedMod
  }

  public static func permission(for parameters: Parameters) -> (any QueryPermission)? {
    SignedRequest(
      model: shape.name, subject: parameters.path.rawValue, signature: parameters.signature)
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let mod = try mods.require(query.path, ModsReadModelTexts.unknown)
    let locale = readers.preferredLocale(of: query.user, requested: query.locale)
    let texts = mod.translations.nearest(to: locale) ?? mod.texts
    return Answer(
      title: texts.title, image_url: mod.image, description: texts.description,
      zip_url: mod.archive)
  }
}

import Domain
import EventEngine

/// The mods in a category.
public struct Catalogue: Projection, StoredState {
  public struct Parameters: Equatable, Sendable {
    /// The category as given in the query; it may not exist.
    public var category: String
    public var limit = 20
    public var offset = 0
    public var user: ModsUserID?
    public var locale: ContentLocale?
    public var signature = RequestSignature()
  }

  public struct Answer: Encodable, Equatable, Sendable {
    /// The number of mods in the category, over all pages.
    public let count: Int
    public let items: [Item]
  }

  public struct Item: Encodable, Equatable, Sendable {
    public let path: ModPath
    public let title: ModTitle
    public let image_url: WebAddress
  }

  /// In the order of publishing.
  private var mods = Table<ListedMod>()
  /// For each category, in the order of the categories, the indices of its mods, ascending.
  private var shelves = ModCategory.allCases.map { _ in [Int]() }
  private var readers = UserLocales()

  public init() {}
}

private struct ListedMod: Identified {
  let id: ModPath
  /// Nil once withdrawn.
  var category: ModCategory?
  var title: ModTitle
  var image: WebAddress
  var titles = Translations<ModTitle>()

  var isFinal: Bool { category == nil }
}

extension Catalogue {
  public static let shape = QueryShape<Parameters>(
    "mods.catalogue",
    Bilingual(
      ru: "Моды категории, новые сверху", en: "The mods of a category, newest first"),
    shows: ["count", "items"],
    fields: [
      category.required, limit.optional, offset.optional, ModsQueryFields.user.optional,
      ModsQueryFields.locale.optional,
    ] + RequestSignature.fields
  ) { form throws(FormError) in
    Parameters(
      category: try form.required(category), limit: try form.optional(limit) ?? 20,
      offset: try form.optional(offset) ?? 0, user: try form.optional(ModsQueryFields.user),
      locale: try form.optional(ModsQueryFields.locale), signature: try RequestSignature(form))
  }

  private static let category = Field<String>.verbatim(
    "category",
    takes: .init(
      ru: "категория строчными буквами, например ships",
      en: "a category in lower case, such as ships"),
    words: ModCategory.allCases.map(\.rawValue))
  private static let limit = Field<Int>.integer(
    "limit", in: 1...100, takes: .init(ru: "число от 1 до 100", en: "a number from 1 to 100"))
  private static let offset = Field<Int>.integer(
    "offset", in: 0...Int.max, takes: .init(ru: "целое число от 0", en: "a whole number from 0"))
}

extension Catalogue {
  public static let factTypes = ModsEvent.modTypes + [ContentLocaleChosen.type]

  /// The facts about all mods, since an edit can move a mod from any category to any other.
  public func facts(for parameters: Parameters) -> Query {
    .of(ModsEvent.modTypes) | UserLocales.facts(for: parameters.user, parameters.locale)
  }

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    switch event.event {
    case .modPublished(let fact):
      mods.append(
        ListedMod(
          id: fact.path, category: fact.category, title: fact.title, image: fact.image))
      put(mods.rows.count - 1, into: fact.category)
    case .modEdited(let fact): edit(fact)
    case .modWithdrawn(let fact):
      guard let row = mods.find(fact.path) else { return }
      take(row, from: mods[row].category)
      mods.archive(fact.path) { $0.category = nil }
    case .modTranslated(let fact):
      mods.change(fact.path) { $0.titles.set(fact.title, in: fact.locale) }
    case .contentLocaleChosen(let fact): readers.choose(fact)
    case .paywallConfigured, .legalDocumentSet, .requestSecretRotated, .launched, .paywallShown,
      .paywallDismissed, .trialStarted, .subscriptionPurchased, .subscriptionRenewed,
      .subscriptionCancelled, .subscriptionResumed, .subscriptionExpired, .modOpened,
      .modDownloaded:
      return
    }
  }

  private mutating func edit(_ fact: ModEdited) {
    guard let row = mods.find(fact.path) else { return }
    if let title = fact.title { mods[row].title = title }
    if let image = fact.image { mods[row].image = image }
    if let category = fact.category, category != mods[row].category {
      take(row, from: mods[row].category)
      put(row, into: category)
      mods[row].category = category
    }
  }

  /// Inserts a mod at its place in the order of publishing. A mod that moves to another category
  /// keeps its place in that order.
  private mutating func put(_ row: Int, into category: ModCategory) {
    let place = shelves[category.number].place(of: row) { $0 }
    shelves[category.number].insert(row, at: place)
  }

  private mutating func take(_ row: Int, from category: ModCategory?) {
    guard let category else { return }
    shelves[category.number].remove(at: shelves[category.number].place(of: row) { $0 })
  }

  /// A translation changes the catalogues in its language; the mod may be in any category.
  public static func keys(touchedBy event: Recorded<ModsEvent>) -> [JSONObject] {
    guard case .modTranslated(let fact) = event.event else { return [] }
    return ModCategory.allCases.map {
      [
        category.name: .string($0.rawValue),
        ModsQueryFields.locale.name: .string(fact.locale.rawValue),
      ]
    }
  }

  /// The translations of the mod, which lead an audit to the catalogues in their languages.
  public static func others(touchedBy event: Recorded<ModsEvent>) -> Query? {
    event.event.translationsOfChangedMod
  }

  public static func permission(for parameters: Parameters) -> (any QueryPermission)? {
    SignedRequest(
      model: shape.name, subject: parameters.category, signature: parameters.signature)
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    guard let category = ModCategory(rawValue: query.category) else {
      throw .notFound(.unknownCategory(query.category, among: ModCategory.allCases))
    }
    let locale = readers.preferredLocale(of: query.user, requested: query.locale)
    let shelf = shelves[category.number]
    let page = shelf.reversed().dropFirst(query.offset).prefix(query.limit)
    return Answer(
      count: shelf.count,
      items: page.map { row in
        let mod = mods[row]
        return Item(
          path: mod.id, title: mod.titles.nearest(to: locale) ?? mod.title, image_url: mod.image)
      })
  }
}

extension ModCategory {
  /// The index among all categories.
  fileprivate var number: Int { Self.numbers[self] ?? 0 }

  private static let numbers = Dictionary(
    uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}

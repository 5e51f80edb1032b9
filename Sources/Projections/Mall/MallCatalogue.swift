import Domain
import EventStore

/// Which shops, cafés, services are there in a category?
public struct MallCatalogue: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    /// As it was asked for; one that does not exist is not found.
    public var category: String
    public var search: String?
    public var subcategory: Subcategory?

    public init(category: String, search: String? = nil, subcategory: Subcategory? = nil) {
      self.category = category
      self.search = search
      self.subcategory = subcategory
    }
  }

  public enum Placeholder: String, Encodable, Sendable {
    case nothingFound
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let objects: [Object]
    /// Of the whole category.
    public let subcategories: [Subcategory]
    public let placeholder: Placeholder?
  }

  public struct Object: Encodable, Equatable, Sendable {
    public let object: MallObjectID
    public let name: MallObjectName
    public let logo: MallImage
  }

  private struct Entry: Codable, Equatable, Sendable {
    let category: MallCategory
    let subcategory: Subcategory?
    let name: MallObjectName
    let aliases: [MallObjectName]
    let logo: MallImage

    init(_ content: MallObjectContent) {
      category = content.category
      subcategory = content.subcategory
      name = content.name
      aliases = content.aliases
      logo = content.logo
    }
  }

  private var objects = PublishedContent<MallObjectID, Entry>()

  public init() {}
}

extension MallCatalogue {
  public static let shape = QueryShape<Parameters>(
    "mall.catalogue", Bilingual(ru: "Объекты категории", en: "The objects of a category"),
    fields: [categoryField.required, searchField.optional, subcategoryField.optional]
  ) { form throws(FormError) in
    Parameters(
      category: try form.required(categoryField), search: try form.optional(searchField),
      subcategory: try form.optional(subcategoryField))
  }

  private static let categoryField = Field<String>.text("category")
  private static let searchField = Field<String>.text("search")
  private static let subcategoryField = Field<Subcategory>.text("subcategory")

  public static let factTypes = [ObjectPublished.type, ObjectEdited.type, ObjectWithdrawn.type]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .object(.published(let fact)): objects.publish(fact.object, Entry(fact.content), event)
    case .object(.edited(let fact)): objects.edit(fact.object, Entry(fact.content), event)
    case .object(.withdrawn(let fact)): objects.withdraw(fact.object)
    case .device, .code, .account, .profile, .review, .offer, .news, .happening, .programme, .gift,
      .transaction:
      return
    }
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    guard let category = MallCategory(rawValue: parameters.category) else {
      throw .notFound(MallReadModelTexts.unknownCategory(parameters.category))
    }
    let all = objects.standing { $0.category == category }
    let search = TextSearch(parameters.search, spelling: LatinSpelling.of)
    let shown = all.filter { item in
      (parameters.subcategory == nil || item.content.subcategory == parameters.subcategory)
        && ([item.content.name] + item.content.aliases).contains { search.finds($0.rawValue) }
    }
    return Answer(
      objects: shown.map { Object(object: $0.id, name: $0.content.name, logo: $0.content.logo) },
      subcategories: all.compactMap(\.content.subcategory).withoutRepeats(),
      placeholder: shown.isEmpty ? .nothingFound : nil)
  }
}

import Domain
import EventEngine

/// The shops, cafés or services in a category.
public struct MallCatalogue: Projection {
  public struct Parameters: Equatable, Sendable {
    /// The category as given in the query; it may not exist.
    public var category: String
    public var search: String?
    public var subcategory: Subcategory?
  }

  public enum Placeholder: String, Encodable, Sendable {
    case nothingFound
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let objects: [Object]
    /// The subcategories of the whole category.
    public let subcategories: [Subcategory]
    public let placeholder: Placeholder?
  }

  public struct Object: Encodable, Equatable, Sendable {
    public let object: MallObjectID
    public let name: MallObjectName
    public let logo: MallImage
  }

  public let state: MallObjects

  public init(_ state: MallObjects) { self.state = state }
}

extension MallCatalogue {
  public static let shape = QueryShape<Parameters>(
    "mall.catalogue", Bilingual(ru: "Объекты категории", en: "The objects of a category"),
    shows: ["objects", "subcategories", "placeholder"],
    plainLists: ["subcategories"],
    fields: [categoryField.required, searchField.optional, subcategoryField.optional]
  ) { form throws(FormError) in
    Parameters(
      category: try form.required(categoryField), search: try form.optional(searchField),
      subcategory: try form.optional(subcategoryField))
  }

  private static let categoryField = Field<String>.verbatim(
    "category",
    takes: Bilingual(
      ru: "категория, как в mall.categories", en: "a category, as in mall.categories"),
    words: MallCategory.allCases.map(\.rawValue))
  private static let searchField = Field<String>.search
  private static let subcategoryField = Field<Subcategory>.text("subcategory")

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    guard let category = MallCategory(rawValue: query.category) else {
      throw .notFound(.unknownCategory(query.category, among: MallCategory.allCases))
    }
    let all = state.standing(in: category)
    let search = TextSearch(query.search, spelling: LatinSpelling.of)
    let shown = all.filter { item in
      (query.subcategory == nil || item.content.subcategory == query.subcategory)
        && ([item.content.name] + item.content.aliases).contains { search.finds($0.rawValue) }
    }
    return Answer(
      objects: shown.map { Object(object: $0.id, name: $0.content.name, logo: $0.content.logo) },
      subcategories: all.compactMap(\.content.subcategory).withoutRepeats(),
      placeholder: shown.isEmpty ? .nothingFound : nil)
  }
}

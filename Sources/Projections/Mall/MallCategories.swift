import Domain
import EventEngine

/// The categories of the mall's catalogue.
public struct MallCategories: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let categories: [Category]
  }

  public struct Category: Encodable, Equatable, Sendable {
    public let category: MallCategory
    public let title: String
    /// The number of objects in the category.
    public let objects: Int
    public let subcategories: [Subcategory]
  }

  public let state: MallObjects

  public init(_ state: MallObjects) { self.state = state }
}

extension MallCategories {
  public static let shape = QueryShape<NoParameters>(
    "mall.categories", Bilingual(ru: "Категории каталога", en: "The catalogue's categories"),
    shows: ["categories"])

  public func answer(to parameters: NoParameters, _ context: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    Answer(
      categories: MallCategory.allCases.map { category in
        let objects = state.standing(in: category).map(\.content)
        return Category(
          category: category, title: MallReadModelTexts.title(of: category)[context.locale],
          objects: objects.count,
          subcategories: objects.compactMap(\.subcategory).withoutRepeats())
      })
  }
}

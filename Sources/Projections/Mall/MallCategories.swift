import Domain
import EventStore

/// Into which categories is the mall's catalogue divided?
public struct MallCategories: Projection, FoldedState {
  public struct Answer: Encodable, Equatable, Sendable {
    public let categories: [Category]
  }

  public struct Category: Encodable, Equatable, Sendable {
    public let category: MallCategory
    public let title: String
    /// How many there are.
    public let objects: Int
    public let subcategories: [Subcategory]
  }

  private struct Place: Codable, Equatable, Sendable {
    let category: MallCategory
    let subcategory: Subcategory?

    init(_ content: MallObjectContent) {
      category = content.category
      subcategory = content.subcategory
    }
  }

  private var objects = PublishedContent<MallObjectID, Place>()

  public init() {}
}

extension MallCategories {
  public static let shape = QueryShape<NoParameters>(
    "mall.categories", Bilingual(ru: "Категории каталога", en: "The catalogue's categories")
  ) { _ throws(FormError) in NoParameters() }

  public static let factTypes = [ObjectPublished.type, ObjectEdited.type, ObjectWithdrawn.type]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .object(.published(let fact)): objects.publish(fact.object, Place(fact.content), event)
    case .object(.edited(let fact)): objects.edit(fact.object, Place(fact.content), event)
    case .object(.withdrawn(let fact)): objects.withdraw(fact.object)
    case .device, .code, .account, .profile, .review, .offer, .news, .happening, .programme, .gift,
      .transaction:
      return
    }
  }

  public func answer(to parameters: NoParameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    let places = objects.standing().map(\.content)
    return Answer(
      categories: MallCategory.allCases.map { category in
        let objects = places.filter { $0.category == category }
        return Category(
          category: category, title: MallReadModelTexts.title(of: category)[asking.locale],
          objects: objects.count,
          subcategories: objects.compactMap(\.subcategory).withoutRepeats())
      })
  }
}

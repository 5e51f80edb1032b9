import Domain
import EventEngine

/// The page of a shop, a café or a service, with its offers.
public struct MallObjectPage: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let object: MallObjectID
    public let category: MallCategory
    public let name: MallObjectName
    public let logo: MallImage
    public let floor: Floor
    public let site: WebAddress?
    public let description: MallText
    /// The offers, newest first; nil if there are none.
    public let offers: [OfferCard]?
  }

  public let state: MallOffers

  public init(_ state: MallOffers) { self.state = state }
}

extension MallObjectPage {
  public static let shape = QueryShape<MallObjectID>(
    "mall.object", Bilingual(ru: "Объект и его предложения", en: "An object and its offers"),
    shows: ["object", "category", "name", "logo", "floor", "site", "description", "offers"],
    of: MallQueryFields.object)

  /// All facts about the object, and those about offers that were moved to or from it.
  public func facts(for object: MallObjectID) -> Query {
    let own = Query.of(OfferRegistry.factTypes + MallObjects.factTypes, object.tag)
    let moved = state.offers.offersMoved(to: object)
    return own.adding(OfferRegistry.factTypes, anyOf: moved.map(\.tag))
  }

  public func answer(to object: MallObjectID, _ context: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    guard let item = state.objects[object], !item.isWithdrawn else {
      throw .notFound(MallReadModelTexts.unknown(object))
    }
    let cards = state.cards(at: object)
    return Answer(
      object: item.id, category: item.content.category, name: item.content.name,
      logo: item.content.logo, floor: item.content.floor, site: item.content.site,
      description: item.content.description, offers: cards.isEmpty ? nil : cards)
  }
}

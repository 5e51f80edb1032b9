import Domain
import EventEngine

/// The offers with all their texts, the shops and other objects of the mall where they are redeemed,
/// and the users who have bought them.
public struct MallOffers: StoredState {
  private(set) var objects = PublishedContent<MallObjectID, MallObjectContent>()
  private(set) var offers = OfferRegistry()
  private(set) var texts = Table<OfferTexts>()
  private(set) var shelves = GiftShelves()

  public init() {}
}

/// The texts that only an offer's own page shows.
struct OfferTexts: Identified {
  let id: MallOfferID
  let description: MallText
  let terms: MallText
  let confirmation: MallText

  init(_ id: MallOfferID, _ content: OfferContent) {
    self.id = id
    description = content.description
    terms = content.terms
    confirmation = content.confirmation
  }
}

extension MallOffers {
  public static let name = "mall.offers"

  public static let factTypes =
    MallObjects.factTypes + OfferRegistry.factTypes + GiftShelves.factTypes

  /// The types of the facts that name an object.
  static let objectNameTypes = [ObjectPublished.type, ObjectEdited.type]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .object(let fact): objects.apply(fact, event, keeping: \.self)
    case .offer(let fact):
      offers.apply(fact, event)
      apply(fact)
    case .account(let fact): shelves.apply(fact)
    case .gift(let fact): shelves.apply(fact, at: event.position)
    case .device, .code, .profile, .review, .news, .happening, .programme, .transaction: return
    }
  }

  private mutating func apply(_ fact: OfferFact) {
    switch fact {
    case .published(let fact): texts.append(OfferTexts(fact.offer, fact.content))
    case .edited(let fact):
      texts.change(fact.offer) { $0 = OfferTexts(fact.offer, fact.content) }
    case .withdrawn: return
    }
  }

  /// The card of an offer, withdrawn or not.
  func card(of offer: MallOfferID) -> OfferCard? { offers.card(of: offer, named: name) }

  /// The cards of an object's offers on sale, newest first.
  func cards(at object: MallObjectID) -> [OfferCard] {
    offers.cards(where: { $0.object == object }, named: name)
  }

  private func name(of object: MallObjectID) -> MallObjectName? { objects[object]?.content.name }
}

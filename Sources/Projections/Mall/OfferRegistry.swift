import Domain
import EventEngine

/// The offers, with the data for their list entries (`OfferCard`).
struct OfferRegistry: Codable, Equatable, Sendable {
  struct Offer: Codable, Equatable, Sendable {
    var object: MallObjectID
    var title: MallTitle
    var price: Points
    var image: MallImage
    var disclaimer: MallText
    var onHome: Bool
    /// The previous objects of the offer, oldest first.
    var formerObjects: [MallObjectID] = []

    init(_ content: OfferContent) {
      object = content.object
      title = content.title
      price = content.price
      image = content.image
      disclaimer = content.disclaimer
      onHome = content.onHome
    }

    var objects: [MallObjectID] { [object] + formerObjects }
  }

  private var offers = PublishedContent<MallOfferID, Offer>()

  static let factTypes = MallEvent.offerTypes

  mutating func apply(_ fact: OfferFact, _ event: Recorded<MallEvent>) {
    switch fact {
    case .published(let fact): offers.publish(fact.offer, Offer(fact.content), event)
    case .edited(let fact):
      var offer = Offer(fact.content)
      // Moved out of the old content, since a copy would make many moves quadratic.
      offers.change(fact.offer) { swap(&$0.formerObjects, &offer.formerObjects) }
      if let former = fact.formerObject { offer.formerObjects.append(former) }
      offers.edit(fact.offer, offer, event)
    case .withdrawn(let fact): offers.withdraw(fact.offer)
    }
  }
}

extension Query {
  /// The facts that lead an audit to the buyers of a changed offer, or of an offer whose object was
  /// edited and may have a new name: from an object to its offers, from an offer to its purchases.
  static func factsLeadingToBuyers(from event: Recorded<MallEvent>) -> Query? {
    switch event.event.topic {
    case .offer(let fact): .of([OfferBought.type], fact.offer.tag)
    case .object(.edited(let fact)): .of([OfferPublished.type, OfferEdited.type], fact.object.tag)
    case .device, .code, .account, .profile, .review, .object, .news, .happening, .programme,
      .gift, .transaction:
      nil
    }
  }
}

extension OfferRegistry {
  /// Returns whether the offer can be bought; nil if it does not exist.
  func isOnSale(_ offer: MallOfferID) -> Bool? { offers[offer].map { !$0.isWithdrawn } }

  /// The objects that redeem the offer or once did.
  func objects(of offer: MallOfferID) -> [MallObjectID] { offers[offer]?.content.objects ?? [] }

  /// The offers that were moved to or from an object.
  func offersMoved(to object: MallObjectID) -> [MallOfferID] {
    offers.ids { !$0.formerObjects.isEmpty && $0.objects.contains(object) }
  }

  /// A function that returns the name of an object.
  typealias Naming = (MallObjectID) -> MallObjectName?

  /// The card of an offer, withdrawn or not.
  func card(of offer: MallOfferID, named name: Naming) -> OfferCard? {
    offers[offer].map { card($0, name) }
  }

  /// The cards of the matching offers on sale, newest first.
  func cards(where isIncluded: (Offer) -> Bool, named name: Naming) -> [OfferCard] {
    offers.standing(where: isIncluded).reversed().map { card($0, name) }
  }

  private func card(
    _ item: PublishedContent<MallOfferID, Offer>.Item, _ name: Naming
  ) -> OfferCard {
    OfferCard(
      offer: item.id, image: item.content.image, price: item.content.price,
      object: item.content.object, objectName: name(item.content.object),
      title: item.content.title, disclaimer: item.content.disclaimer)
  }
}

extension OfferRegistry.Offer: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("object", object)
    members.write("title", title)
    members.write("price", price)
    members.write("image", image)
    members.write("disclaimer", disclaimer)
    members.write("onHome", onHome)
    try members.write("formerObjects", formerObjects)
  }
}

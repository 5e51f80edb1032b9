import Domain
import EventStore

/// The offers as their cards show them, and the names of the objects that redeem them.
struct KnownOffers: Codable, Equatable, Sendable {
  struct Offer: Codable, Equatable, Sendable {
    var object: MallObjectID
    var title: MallTitle
    var price: Points
    var image: MallImage
    var disclaimer: MallText
    var onHome: Bool
    /// What it was of before, if it ever changed.
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

  private struct NamedObject: Identified, WrittenShape {
    let id: MallObjectID
    var name: MallObjectName

    func write(to members: inout WrittenMembers) {
      members.write("id", id)
      members.write("name", name)
    }
  }

  private var offers = PublishedContent<MallOfferID, Offer>()
  private var objects = Table<NamedObject>()

  static let offerTypes = [OfferPublished.type, OfferEdited.type, OfferWithdrawn.type]
  static let objectTypes = [ObjectPublished.type, ObjectEdited.type]
  static let factTypes = offerTypes + objectTypes

  mutating func apply(_ fact: OfferFact, _ event: Recorded<MallEvent>) {
    switch fact {
    case .published(let fact): offers.publish(fact.offer, Offer(fact.content), event)
    case .edited(let fact):
      var offer = Offer(fact.content)
      offer.formerObjects = offers[fact.offer]?.content.formerObjects ?? []
      if let former = fact.formerObject { offer.formerObjects.append(former) }
      offers.edit(fact.offer, offer, event)
    case .withdrawn(let fact): offers.withdraw(fact.offer)
    }
  }

  mutating func apply(_ fact: ObjectFact) {
    switch fact {
    case .published(let fact): name(fact.object, fact.content.name)
    case .edited(let fact): name(fact.object, fact.content.name)
    case .withdrawn: return
    }
  }

  private mutating func name(_ object: MallObjectID, _ name: MallObjectName) {
    if objects.find(object) == nil { objects.append(NamedObject(id: object, name: name)) }
    objects.change(object) { $0.name = name }
  }
}

extension KnownOffers {
  /// Whether it can be bought; nil without such an offer.
  func isOnSale(_ offer: MallOfferID) -> Bool? { offers[offer].map { !$0.isWithdrawn } }

  /// The objects that redeem it or once did.
  func objects(of offer: MallOfferID) -> [MallObjectID] { offers[offer]?.content.objects ?? [] }

  /// The offers that came to an object from another one, or went to one.
  func offersMoved(to object: MallObjectID) -> [MallOfferID] {
    offers.ids { !$0.formerObjects.isEmpty && $0.objects.contains(object) }
  }

  /// Of an offer, withdrawn or not.
  func card(of offer: MallOfferID) -> OfferCard? { offers[offer].map(card) }

  /// Of those on sale that are meant, the newest first.
  func cards(where isMeant: (Offer) -> Bool = { _ in true }) -> [OfferCard] {
    offers.standing(where: isMeant).reversed().map(card)
  }

  private func card(_ item: PublishedContent<MallOfferID, Offer>.Item) -> OfferCard {
    OfferCard(
      offer: item.id, image: item.content.image, price: item.content.price,
      object: item.content.object,
      objectName: objects.find(item.content.object).map { objects[$0].name },
      title: item.content.title, disclaimer: item.content.disclaimer)
  }
}

extension KnownOffers.Offer: WrittenShape {
  func write(to members: inout WrittenMembers) throws(PayloadEncodingError) {
    members.write("object", object)
    members.write("title", title)
    members.write("price", price)
    members.write("image", image)
    members.write("disclaimer", disclaimer)
    members.write("onHome", onHome)
    try members.write("formerObjects", formerObjects)
  }
}

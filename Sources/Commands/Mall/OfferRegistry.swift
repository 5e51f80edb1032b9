import Domain

/// The offers, those that were withdrawn included.
struct OfferRegistry: Equatable {
  struct Offer: Equatable {
    var content: OfferContent
    var isWithdrawn = false
  }

  private var offers: [MallOfferID: Offer] = [:]

  subscript(id: MallOfferID) -> Offer? { offers[id] }

  mutating func apply(_ fact: OfferFact) {
    switch fact {
    case .published(let fact): offers[fact.offer] = Offer(content: fact.content)
    case .edited(let fact): offers[fact.offer]?.content = fact.content
    case .withdrawn(let fact): offers[fact.offer]?.isWithdrawn = true
    }
  }
}

import Domain
import EventEngine

/// The offers that each user has bought, used or not.
struct GiftShelves: Codable, Equatable, Sendable {
  /// An offer bought by a user.
  struct Gift: Identified {
    let id: PairedID
    /// The position of the last purchase; nil once the offer is used.
    fileprivate(set) var bought: Position?
    /// True once the user has started the redemption.
    fileprivate(set) var hasStarted = false
  }

  private struct Shelf: Identified {
    let id: MallUserID
    /// All offers that the user ever bought, without duplicates.
    var offers: [MallOfferID] = []
  }

  private var shelves = Table<Shelf>()
  private var gifts = Table<Gift>()

  static let giftTypes = [
    OfferBought.type, RedemptionStarted.type, RedemptionConfirmed.type,
  ]
  static let factTypes = UserRegistry.factTypes + giftTypes

  mutating func apply(_ fact: AccountFact) {
    switch fact {
    case .registered(let fact): shelves.append(Shelf(id: fact.user))
    case .signedIn, .signedOut, .phoneChanged: return
    }
  }

  mutating func apply(_ fact: GiftFact, at position: Position) {
    switch fact {
    case .bought(let fact):
      let id = PairedID(fact.user, fact.offer)
      if gifts.find(id) == nil {
        gifts.append(Gift(id: id))
        shelves.change(fact.user) { $0.offers.append(fact.offer) }
      }
      gifts.change(id) { $0.bought = position }
    case .redemptionStarted(let fact):
      gifts.change(PairedID(fact.user, fact.offer)) { $0.hasStarted = true }
    case .redemptionConfirmed(let fact):
      gifts.change(PairedID(fact.user, fact.offer)) { gift in
        gift.bought = nil
        gift.hasStarted = false
      }
    }
  }

  /// All offers that a user ever bought; empty for an unknown user.
  func boughtOffers(of user: MallUserID) -> [MallOfferID] {
    shelves.find(user).map { shelves[$0].offers } ?? []
  }

  /// An unused offer of a user, who must exist.
  func gift(_ offer: MallOfferID, of user: MallUserID) throws(QueryRefusal) -> Gift? {
    _ = try shelves.require(user)
    guard let row = gifts.find(PairedID(user, offer)), gifts[row].bought != nil else {
      return nil
    }
    return gifts[row]
  }

  /// All unused offers of a user, who must exist, newest first.
  func gifts(of user: MallUserID) throws(QueryRefusal) -> [(offer: MallOfferID, hasStarted: Bool)] {
    try shelves.require(user).offers
      .compactMap { offer in
        gifts.find(PairedID(user, offer)).map { (offer: offer, gift: gifts[$0]) }
      }
      .compactMap { offer, gift in gift.bought.map { (offer: offer, gift: gift, bought: $0) } }
      .sorted { $0.bought > $1.bought }
      .map { (offer: $0.offer, hasStarted: $0.gift.hasStarted) }
  }
}

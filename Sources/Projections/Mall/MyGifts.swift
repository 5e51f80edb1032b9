import Domain
import EventEngine

/// The offers that a user has bought and not yet used.
public struct MyGifts: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The offers, newest first.
    public let offers: [Gift]
    /// True if the list is empty, for the screen's placeholder.
    public let empty: Bool
  }

  public typealias Gift = Joined<OfferCard, Redemption>

  public struct Redemption: Encodable, Equatable, Sendable {
    /// True once the user has started the redemption.
    public let started: Bool
  }

  public let state: MallOffers

  public init(_ state: MallOffers) { self.state = state }
}

extension MyGifts {
  public static let shape = QueryShape<MallUserID>(
    "mall.myGifts", Bilingual(ru: "Подарки пользователя", en: "The offers that a user has bought"),
    shows: ["offers", "empty"], of: MallQueryFields.user)

  /// The purchases of the user, then the facts about these offers, then the names of their objects.
  public func facts(for user: MallUserID) -> Query {
    let bought = state.shelves.boughtOffers(of: user)
    let objects = bought.flatMap { state.offers.objects(of: $0) }.withoutRepeats()
    return Query.of(GiftShelves.factTypes, user.tag)
      .adding(OfferRegistry.factTypes, anyOf: bought.map(\.tag))
      .adding(MallOffers.objectNameTypes, anyOf: objects.map(\.tag))
  }

  /// The facts that lead an audit to the lists of all buyers of a changed offer, or of an offer
  /// whose object was edited.
  public static func others(touchedBy event: Recorded<MallEvent>) -> Query? {
    Query.factsLeadingToBuyers(from: event)
  }

  public func answer(to user: MallUserID, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let gifts = try state.shelves.gifts(of: user).compactMap { gift in
      state.card(of: gift.offer).map { Gift($0, Redemption(started: gift.hasStarted)) }
    }
    return Answer(offers: gifts, empty: gifts.isEmpty)
  }
}

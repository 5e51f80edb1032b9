import Domain
import EventEngine

/// Which offers has a user bought and not yet used up?
public struct MyGifts: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The newest first.
    public let offers: [Gift]
    /// Whether there is none: the screen then says so.
    public let empty: Bool
  }

  public typealias Gift = Joined<OfferCard, Redemption>

  public struct Redemption: Encodable, Equatable, Sendable {
    /// Whether the user is about to receive it.
    public let started: Bool
  }

  public let state: MallOffers

  public init(_ state: MallOffers) { self.state = state }
}

extension MyGifts {
  public static let shape = QueryShape<MallUserParameters>(
    ofUser: "mall.myGifts", Bilingual(ru: "Мои подарки", en: "What a user has bought"),
    shows: ["offers", "empty"])

  /// What the user bought, then what these offers are, then what their objects are called.
  public func facts(for parameters: MallUserParameters) -> Query {
    let bought = state.shelves.everBought(by: parameters.user)
    let objects = bought.flatMap { state.offers.objects(of: $0) }.withoutRepeats()
    return Query.of(GiftShelves.factTypes, parameters.user.tag)
      .adding(OfferRegistry.factTypes, about: bought.map(\.tag))
      .adding(MallOffers.objectNameTypes, about: objects.map(\.tag))
  }

  /// The lists of everybody who bought an offer that was edited, or an offer of an object whose name
  /// may have changed.
  public static func others(touchedBy event: Recorded<MallEvent>) -> Query? {
    Query.buyers(touchedBy: event)
  }

  public func answer(
    to parameters: MallUserParameters, _ asking: QueryContext
  ) throws(QueryRefusal) -> Answer {
    let gifts = try state.shelves.gifts(of: parameters.user).compactMap { gift in
      state.card(of: gift.offer).map { Gift($0, Redemption(started: gift.hasStarted)) }
    }
    return Answer(offers: gifts, empty: gifts.isEmpty)
  }
}

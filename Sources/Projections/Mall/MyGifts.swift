import Domain
import EventStore

/// Which offers has a user bought and not yet used up?
public struct MyGifts: Projection, FoldedState {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The newest first.
    public let offers: [Gift]
    /// Whether there is none: the screen then says so.
    public let empty: Bool
  }

  public struct Gift: Equatable, Sendable {
    public let card: OfferCard
    /// Whether the user is about to receive it.
    public let started: Bool
  }

  private var offers = KnownOffers()
  private var shelves = GiftShelves()

  public init() {}
}

extension MyGifts.Gift: Encodable {
  /// The card's fields, then the other.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: OfferCard.CodingKeys.self)
    try card.encode(into: &container)
    try container.encode(started, forKey: .started)
  }
}

extension MyGifts {
  public static let shape = QueryShape<MallUserParameters>(
    ofUser: "mall.myGifts", Bilingual(ru: "Мои подарки", en: "What a user has bought"))

  public static let factTypes = KnownOffers.factTypes + GiftShelves.factTypes

  /// What the user bought, then what these offers are, then what their objects are called.
  public func facts(for parameters: MallUserParameters) -> Query {
    let bought = shelves.everBought(by: parameters.user)
    let objects = bought.flatMap { offers.objects(of: $0) }.withoutRepeats()
    return Query.of(GiftShelves.factTypes, parameters.user.tag)
      .adding(KnownOffers.offerTypes, about: bought.map(\.tag))
      .adding(KnownOffers.objectTypes, about: objects.map(\.tag))
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .offer(let fact): offers.apply(fact, event)
    case .object(let fact): offers.apply(fact)
    case .account(let fact): shelves.apply(fact)
    case .gift(let fact): shelves.apply(fact, at: event.position)
    case .device, .code, .profile, .review, .news, .happening, .programme, .transaction: return
    }
  }

  /// What an edit changes for those who bought the offer cannot be told from the fact.
  public static func keys(touchedBy event: Recorded<MallEvent>) -> [JSONObject] {
    keysByUser(touchedBy: event)
  }

  public func answer(
    to parameters: MallUserParameters, _ asking: Asking
  ) throws(QueryRefusal) -> Answer {
    let gifts = try shelves.gifts(of: parameters.user).compactMap { gift in
      offers.card(of: gift.offer).map { Gift(card: $0, started: gift.hasStarted) }
    }
    return Answer(offers: gifts, empty: gifts.isEmpty)
  }
}

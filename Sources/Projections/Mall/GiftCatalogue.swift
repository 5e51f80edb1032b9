import Domain
import EventStore

/// What can be bought for points?
public struct GiftCatalogue: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var user: MallUserID?

    public init(user: MallUserID? = nil) { self.user = user }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    /// The newest first.
    public let offers: [OfferCard]
  }

  private var offers = KnownOffers()
  private var users = KnownUsers()

  public init() {}
}

extension GiftCatalogue {
  public static let shape = QueryShape<Parameters>(
    "mall.gifts", Bilingual(ru: "Каталог подарков", en: "What can be bought for points"),
    fields: [MallQueryFields.user.optional]
  ) { form throws(FormError) in
    Parameters(user: try form.optional(MallQueryFields.user))
  }

  public static let factTypes = KnownOffers.factTypes + KnownUsers.factTypes

  public func facts(for parameters: Parameters) -> Query {
    Query.of(KnownOffers.factTypes).adding(parameters.user)
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .offer(let fact): offers.apply(fact, event)
    case .object(let fact): offers.apply(fact)
    case .account(let fact): users.apply(fact)
    case .device, .code, .profile, .review, .news, .happening, .programme, .gift, .transaction:
      return
    }
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    try users.require(parameters.user)
    return Answer(offers: offers.cards())
  }
}

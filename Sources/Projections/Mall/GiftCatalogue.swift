import Domain
import EventEngine

/// The offers that can be bought for points.
public struct GiftCatalogue: Projection {
  public struct Parameters: Equatable, Sendable {
    public var user: MallUserID?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    /// The offers, newest first.
    public let offers: [OfferCard]
  }

  public let state: MallShowcase

  public init(_ state: MallShowcase) { self.state = state }
}

extension GiftCatalogue {
  public static let shape = QueryShape<Parameters>(
    "mall.gifts", Bilingual(ru: "Каталог подарков", en: "The offers that can be bought for points"),
    shows: ["offers"],
    fields: [MallQueryFields.user.optional]
  ) { form throws(FormError) in
    Parameters(user: try form.optional(MallQueryFields.user))
  }

  public func facts(for parameters: Parameters) -> Query {
    Query.of(OfferRegistry.factTypes + MallOffers.objectNameTypes).adding(parameters.user)
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    try state.users.require(query.user)
    return Answer(offers: state.offerCards())
  }
}

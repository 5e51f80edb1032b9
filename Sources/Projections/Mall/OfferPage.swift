import Domain
import EventEngine

/// The page of an offer, with the actions of its viewer.
public struct OfferPage: Projection {
  public struct Parameters: Equatable, Sendable {
    public var offer: MallOfferID
    public var user: MallUserID?
  }

  public enum Button: String, Encodable, Sendable {
    case buy, use, received
  }

  /// The card followed by the details.
  public typealias Answer = Joined<OfferCard, Details>

  public struct Details: Encodable, Equatable, Sendable {
    /// The description; nil, like the terms, once the confirmation replaces both.
    public let description: MallText?
    public let terms: MallText?
    public let confirmation: MallText?
    public let button: Button
    public let buttonText: String
  }

  public let state: MallOffers

  public init(_ state: MallOffers) { self.state = state }
}

extension OfferPage {
  public static let shape = QueryShape<Parameters>(
    "mall.offer", Bilingual(ru: "Предложение за баллы", en: "An offer for points"),
    about: .tag("offer"),
    shows: [
      "offer", "image", "price", "object", "objectName", "title", "disclaimer", "description",
      "terms", "confirmation", "button", "buttonText",
    ],
    fields: [MallQueryFields.offer.required, MallQueryFields.user.optional]
  ) { form throws(FormError) in
    Parameters(
      offer: try form.required(MallQueryFields.offer),
      user: try form.optional(MallQueryFields.user))
  }

  /// The facts about the offer, then the name of its object, and the viewer's purchases and uses.
  public func facts(for parameters: Parameters) -> Query {
    let objects = state.offers.objects(of: parameters.offer).withoutRepeats()
    let offer = Query.of(OfferRegistry.factTypes, parameters.offer.tag)
      .adding(MallOffers.objectNameTypes, anyOf: objects.map(\.tag))
    guard let user = parameters.user else { return offer }
    return offer.adding(user) | .of(GiftShelves.giftTypes, user.tag, parameters.offer.tag)
  }

  /// A purchase changes the buyer's page, an edit the page of every viewer.
  public static func keys(touchedBy event: Recorded<MallEvent>) -> [JSONObject] {
    switch event.event.topic {
    case .gift(.bought(let fact)): [MallQueryFields.key(fact.offer, for: fact.user)]
    case .gift(.redemptionStarted(let fact)): [MallQueryFields.key(fact.offer, for: fact.user)]
    case .gift(.redemptionConfirmed(let fact)): [MallQueryFields.key(fact.offer, for: fact.user)]
    case .device, .code, .account, .profile, .review, .object, .offer, .news, .happening,
      .programme, .transaction:
      keysByTag(touchedBy: event)
    }
  }

  /// The facts that lead an audit to the pages of all buyers. After an edit of an object, they also
  /// lead to the pages of all its offers.
  public static func others(touchedBy event: Recorded<MallEvent>) -> Query? {
    Query.factsLeadingToBuyers(from: event)
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let gift = try query.user.flatMap { (user) throws(QueryRefusal) in
      try state.shelves.gift(query.offer, of: user)
    }
    let isShown = state.offers.isOnSale(query.offer).map { $0 || gift != nil } ?? false
    guard isShown, let card = state.card(of: query.offer),
      let row = state.texts.find(query.offer)
    else { throw .notFound(MallReadModelTexts.unknown(query.offer)) }
    let button = gift.map { $0.hasStarted ? Button.received : .use } ?? .buy
    let confirms = button == .received
    let texts = state.texts[row]
    return Answer(
      card,
      Details(
        description: confirms ? nil : texts.description, terms: confirms ? nil : texts.terms,
        confirmation: confirms ? texts.confirmation : nil, button: button,
        buttonText: MallReadModelTexts.label(of: button)[context.locale]))
  }
}

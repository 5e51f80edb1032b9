import Domain
import EventStore

/// What is an offer, and what can its viewer do with it?
public struct OfferPage: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var offer: MallOfferID
    public var user: MallUserID?

    public init(offer: MallOfferID, user: MallUserID? = nil) {
      self.offer = offer
      self.user = user
    }
  }

  public enum Button: String, Encodable, Sendable {
    case buy, use, received
  }

  public struct Answer: Equatable, Sendable {
    public let card: OfferCard
    /// Description and terms, or instead of them the confirmation.
    public let description: MallText?
    public let terms: MallText?
    public let confirmation: MallText?
    public let button: Button
    public let buttonText: String
  }

  private var offers = KnownOffers()
  private var texts = Table<OfferTexts>()
  private var shelves = GiftShelves()

  public init() {}
}

/// What only an offer's own page shows.
private struct OfferTexts: Identified {
  let id: MallOfferID
  var description: MallText
  var terms: MallText
  var confirmation: MallText

  init(_ id: MallOfferID, _ content: OfferContent) {
    self.id = id
    description = content.description
    terms = content.terms
    confirmation = content.confirmation
  }
}

extension OfferPage.Answer: Encodable {
  /// The card's fields, then the others.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: OfferCard.CodingKeys.self)
    try card.encode(into: &container)
    try container.encode(description, forKey: .description)
    try container.encode(terms, forKey: .terms)
    try container.encode(confirmation, forKey: .confirmation)
    try container.encode(button, forKey: .button)
    try container.encode(buttonText, forKey: .buttonText)
  }
}

extension OfferPage {
  public static let shape = QueryShape<Parameters>(
    "mall.offer", Bilingual(ru: "Предложение за баллы", en: "An offer for points"),
    fields: [MallQueryFields.offer.required, MallQueryFields.user.optional]
  ) { form throws(FormError) in
    Parameters(
      offer: try form.required(MallQueryFields.offer),
      user: try form.optional(MallQueryFields.user))
  }

  public static let factTypes = KnownOffers.factTypes + GiftShelves.factTypes

  /// The offer, then the name of its object; what the viewer has done with it.
  public func facts(for parameters: Parameters) -> Query {
    let objects = offers.objects(of: parameters.offer).withoutRepeats()
    let offer = Query.of(KnownOffers.offerTypes, parameters.offer.tag)
      .adding(KnownOffers.objectTypes, about: objects.map(\.tag))
    guard let user = parameters.user else { return offer }
    return offer.adding(user) | .of(GiftShelves.giftTypes, user.tag, parameters.offer.tag)
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .offer(let fact):
      offers.apply(fact, event)
      apply(fact)
    case .object(let fact): offers.apply(fact)
    case .account(let fact): shelves.apply(fact)
    case .gift(let fact): shelves.apply(fact, at: event.position)
    case .device, .code, .profile, .review, .news, .happening, .programme, .transaction: return
    }
  }

  private mutating func apply(_ fact: OfferFact) {
    switch fact {
    case .published(let fact): texts.append(OfferTexts(fact.offer, fact.content))
    case .edited(let fact):
      texts.change(fact.offer) { $0 = OfferTexts(fact.offer, fact.content) }
    case .withdrawn: return
    }
  }

  /// What the name of an object changes on the pages of its offers cannot be told from the fact.
  public static func keys(touchedBy event: Recorded<MallEvent>) -> [JSONObject] {
    switch event.event.topic {
    case .offer(.published(let fact)): [MallQueryFields.key(fact.offer)]
    case .offer(.edited(let fact)): [MallQueryFields.key(fact.offer)]
    case .offer(.withdrawn(let fact)): [MallQueryFields.key(fact.offer)]
    case .gift(.bought(let fact)): [MallQueryFields.key(fact.offer, for: fact.user)]
    case .gift(.redemptionStarted(let fact)): [MallQueryFields.key(fact.offer, for: fact.user)]
    case .gift(.redemptionConfirmed(let fact)): [MallQueryFields.key(fact.offer, for: fact.user)]
    case .device, .code, .account, .profile, .review, .object, .news, .happening, .programme,
      .transaction:
      []
    }
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    let gift = try parameters.user.flatMap { (user) throws(QueryRefusal) in
      try shelves.gift(parameters.offer, of: user)
    }
    let isShown = offers.isOnSale(parameters.offer).map { $0 || gift != nil } ?? false
    guard isShown, let card = offers.card(of: parameters.offer),
      let row = texts.find(parameters.offer)
    else { throw .notFound(MallReadModelTexts.unknown(parameters.offer)) }
    let button = gift.map { $0.hasStarted ? Button.received : .use } ?? .buy
    let confirms = button == .received
    return Answer(
      card: card, description: confirms ? nil : texts[row].description,
      terms: confirms ? nil : texts[row].terms,
      confirmation: confirms ? texts[row].confirmation : nil, button: button,
      buttonText: MallReadModelTexts.label(of: button)[asking.locale])
  }
}

import Domain
import EventEngine

/// The gifts: offers that users have bought with points, until they redeem them. A user has each
/// offer at most once at a time.
public struct MallGifts: Decider {
  public enum Command: Equatable, Sendable {
    case buy(MallOfferID, MallUserID)
    case startRedemption(MallOfferID, MallUserID)
    case confirmRedemption(MallOfferID, MallUserID)
  }

  private enum Gift: Equatable {
    case owned, redeeming
  }

  private var users = SignedInUsers()
  private var offers = OfferRegistry()
  private var objectNames: [MallObjectID: MallObjectName] = [:]
  private var gifts: [MallUserID: [MallOfferID: Gift]] = [:]
  private var steps = RegistrationSteps()
  private var balances = PointBalances()

  public init() {}

  private static let namingTypes = [ObjectPublished.type, ObjectEdited.type]
  private static let giftTypes = [
    OfferBought.type, RedemptionStarted.type, RedemptionConfirmed.type,
  ]
  public static let factTypes =
    SignedInUsers.factTypes + MallEvent.offerTypes + MallEvent.objectTypes + giftTypes
    + RegistrationSteps.factTypes + PointBalances.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .buy(let offer, let user):
      var facts = Self.facts(about: offer, user) | PointBalances.facts(about: user)
      facts |= .of(MallEvent.offerTypes, offer.tag) | RegistrationSteps.facts(about: user)
      guard let object = offers[offer]?.content.object else { return facts }
      return facts | .of(Self.namingTypes, object.tag)
    case .startRedemption(let offer, let user): return Self.facts(about: offer, user)
    case .confirmRedemption(let offer, let user):
      return Self.facts(about: offer, user) | .of(MallEvent.offerTypes, offer.tag)
    }
  }

  private static func facts(about offer: MallOfferID, _ user: MallUserID) -> Query {
    SignedInUsers.facts(about: user) | .of(giftTypes, user.tag, offer.tag)
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(let fact): users.apply(fact)
    case .profile(let fact): steps.apply(fact)
    case .offer(let fact): offers.apply(fact)
    case .object(let fact): apply(fact)
    case .gift(let fact): apply(fact)
    case .transaction(let fact): balances.apply(fact)
    case .programme(let fact): balances.apply(fact)
    case .device, .code, .review, .news, .happening: break
    }
  }

  private mutating func apply(_ fact: ObjectFact) {
    switch fact {
    case .published(let fact): objectNames[fact.object] = fact.content.name
    case .edited(let fact): objectNames[fact.object] = fact.content.name
    case .withdrawn: break
    }
  }

  private mutating func apply(_ fact: GiftFact) {
    switch fact {
    case .bought(let fact): gifts[fact.user, default: [:]][fact.offer] = .owned
    case .redemptionStarted(let fact): gifts[fact.user, default: [:]][fact.offer] = .redeeming
    case .redemptionConfirmed(let fact): gifts[fact.user]?[fact.offer] = nil
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .buy(let offer, let user):
      try users.requireSignedIn(user)
      return try purchase(of: offer, by: user)
    case .startRedemption(let offer, let user):
      try users.requireSignedIn(user)
      switch gifts[user]?[offer] {
      case nil: throw .notOwned
      case .redeeming: throw .alreadyStarted
      case .owned: return [.redemptionStarted(RedemptionStarted(user: user, offer: offer))]
      }
    case .confirmRedemption(let offer, let user):
      try users.requireSignedIn(user)
      switch gifts[user]?[offer] {
      case nil: throw .notOwned
      case .owned: throw .redemptionNotStarted
      case .redeeming: return [confirmation(of: offer, by: user)]
      }
    }
  }

  private func purchase(
    of id: MallOfferID, by user: MallUserID
  ) throws(MallRefusal) -> [MallEvent] {
    guard let offer = offers[id] else { throw .notFound(.offer) }
    guard gifts[user]?[id] == nil else { throw .alreadyOwned }
    guard !offer.isWithdrawn else { throw .offerWithdrawn }
    let content = offer.content
    try balances.requirePoints(content.price, of: user, steps)
    return [.offerBought(OfferBought(user: user, offer: id, price: content.price))]
      + MallEvent.moving(
        -content.price, .purchase, of: user, title: content.title, object: content.object,
        objectName: objectNames[content.object])
  }

  private func confirmation(of id: MallOfferID, by user: MallUserID) -> MallEvent {
    guard let offer = offers[id] else {
      preconditionFailure("A user owns an offer that was never published.")
    }
    return .redemptionConfirmed(
      RedemptionConfirmed(user: user, offer: id, title: offer.content.title))
  }

  public static let shapes = [
    CommandShape<Command>(
      "mall.buyOffer", by: .person, .init(ru: "Приобрести предложение", en: "Buy an offer"),
      fields: [MallFields.offer.required],
      refusals: MallRefusal.codes(
        .notSignedIn, .notFound(.offer), .alreadyOwned, .offerWithdrawn,
        .insufficientPoints(missing: .zero, surveyPays: true))
    ) { form throws(FormError) in .buy(try form.required(MallFields.offer), form.mallUser) },
    CommandShape<Command>(
      "mall.startRedemption", by: .person,
      .init(ru: "Воспользоваться приобретённым предложением", en: "Use a bought offer"),
      fields: [MallFields.offer.required],
      refusals: MallRefusal.codes(.notSignedIn, .notOwned, .alreadyStarted)
    ) { form throws(FormError) in
      .startRedemption(try form.required(MallFields.offer), form.mallUser)
    },
    CommandShape<Command>(
      "mall.confirmRedemption", by: .person,
      .init(ru: "Подтвердить, что предложение получено", en: "Confirm that the offer was received"),
      fields: [MallFields.offer.required],
      refusals: MallRefusal.codes(.notSignedIn, .notOwned, .redemptionNotStarted)
    ) { form throws(FormError) in
      .confirmRedemption(try form.required(MallFields.offer), form.mallUser)
    },
  ]
}

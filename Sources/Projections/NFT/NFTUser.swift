import Domain
import EventStore

/// What does a user's page show to others?
public struct NFTUser: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var user: NFTUserID

    public init(user: NFTUserID) { self.user = user }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let avatar: WebAddress?
    public let name: String
    public let description: ProfileDescription?
    public let website: WebAddress?
    /// NFTs owned.
    public let count: Int
  }

  private var users = Table<Row>()

  public init() {}
}

private struct Row: Identified {
  let id: NFTUserID
  var profile: NFTKnownProfile
  var count = 0
}

extension NFTUser {
  public static let shape = QueryShape<Parameters>(
    "nft.user", Bilingual(ru: "Страница пользователя", en: "A user's page"),
    fields: [NFTQueryFields.user.required]
  ) { form throws(FormError) in
    Parameters(user: try form.required(NFTQueryFields.user))
  }

  public static let factTypes = [
    NFTUserRegistered.type, NFTProfileEdited.type, NFTMinted.type, NFTPaymentConfirmed.type,
  ]

  public func facts(for parameters: Parameters) -> Query {
    .of(Self.factTypes, parameters.user.tag)
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .userRegistered(let fact): users.append(Row(id: fact.user, profile: NFTKnownProfile(fact)))
    case .profileEdited(let fact): users.change(fact.user) { $0.profile.edit(fact) }
    case .minted(let fact):
      guard let owner = fact.owner else { return }
      users.change(owner) { $0.count += 1 }
    case .paymentConfirmed(let fact): users.change(fact.user) { $0.count += fact.nfts.count }
    case .sortChosen, .collectionCreated, .collectionExtended, .currencyAdded, .agreementSet,
      .liked, .unliked, .addedToCart, .removedFromCart, .paymentStarted, .paymentFailed,
      .paymentRetried, .paymentCancelled:
      return
    }
  }

  public static func keys(touchedBy event: Recorded<NFTEvent>) -> [JSONObject] {
    keysByUser(touchedBy: event)
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    let user = try users.require(parameters.user)
    return Answer(
      avatar: user.profile.avatar, name: user.profile.shownName(in: asking.locale),
      description: user.profile.description, website: user.profile.website, count: user.count)
  }
}

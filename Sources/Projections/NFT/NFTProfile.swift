import Domain
import EventStore

/// What does a user's own profile show?
public struct NFTProfile: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var user: NFTUserID

    public init(user: NFTUserID) { self.user = user }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let name: String
    public let avatar: WebAddress?
    public let description: ProfileDescription?
    public let website: WebAddress?
    /// How many NFTs the user owns.
    public let owned: Int
    /// How many NFTs are the user's favourites.
    public let liked: Int
  }

  private var users = Table<Row>()

  public init() {}
}

private struct Row: Identified {
  let id: NFTUserID
  var profile: NFTKnownProfile
  var owned = 0
  var liked = 0
}

extension NFTProfile {
  public static let shape = QueryShape<Parameters>(
    "nft.profile", Bilingual(ru: "Профиль пользователя", en: "A user's profile"),
    fields: [NFTQueryFields.user.required]
  ) { form throws(FormError) in
    Parameters(user: try form.required(NFTQueryFields.user))
  }

  public static let factTypes = [
    NFTUserRegistered.type, NFTProfileEdited.type, NFTMinted.type, NFTLiked.type, NFTUnliked.type,
    NFTPaymentConfirmed.type,
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
      users.change(owner) { $0.owned += 1 }
    case .paymentConfirmed(let fact): users.change(fact.user) { $0.owned += fact.nfts.count }
    case .liked(let fact): users.change(fact.user) { $0.liked += 1 }
    case .unliked(let fact): users.change(fact.user) { $0.liked -= 1 }
    case .sortChosen, .collectionCreated, .collectionExtended, .currencyAdded, .agreementSet,
      .addedToCart, .removedFromCart, .paymentStarted, .paymentFailed, .paymentRetried,
      .paymentCancelled:
      return
    }
  }

  public static func keys(touchedBy event: Recorded<NFTEvent>) -> [JSONObject] {
    keysByUser(touchedBy: event)
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    let user = try users.require(parameters.user)
    return Answer(
      name: user.profile.shownName(in: asking.locale), avatar: user.profile.avatar,
      description: user.profile.description, website: user.profile.website, owned: user.owned,
      liked: user.liked)
  }
}

import Domain
import EventStore

/// Which NFTs does a user have, as somebody else sees them?
public struct UserNFTs: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var user: NFTUserID
    /// Whose hearts and cart the cards show; must exist.
    public var viewer: NFTUserID?

    public init(user: NFTUserID, viewer: NFTUserID? = nil) {
      self.user = user
      self.viewer = viewer
    }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    /// In the order they came to the user.
    public let nfts: [NFTCard]
  }

  private var nfts = Table<KnownNFT>()
  /// Without their carts: what somebody owns is in nobody's.
  private var users = Table<NFTCollector>()

  public init() {}
}

extension UserNFTs {
  public static let shape = QueryShape<Parameters>(
    "nft.userCollection",
    Bilingual(ru: "Коллекция пользователя", en: "The NFTs on a user's page"),
    fields: [NFTQueryFields.user.required, NFTQueryFields.viewer.optional]
  ) { form throws(FormError) in
    Parameters(
      user: try form.required(NFTQueryFields.user),
      viewer: try form.optional(NFTQueryFields.viewer))
  }

  private static let ownerFacts = [
    NFTUserRegistered.type, NFTMinted.type, NFTPaymentConfirmed.type,
  ]
  private static let viewerFacts = [NFTUserRegistered.type, NFTLiked.type, NFTUnliked.type]
  public static let factTypes = ownerFacts + [NFTLiked.type, NFTUnliked.type]

  /// Those of both and, once these are known, the minting of what was bought.
  public func facts(for parameters: Parameters) -> Query {
    let owner = Query.of(Self.ownerFacts, parameters.user.tag)
    let both = parameters.viewer.map { owner | .of(Self.viewerFacts, $0.tag) } ?? owner
    guard let row = users.find(parameters.user) else { return both }
    return both.adding([NFTMinted.type], about: users[row].owned)
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .minted(let fact):
      nfts.append(KnownNFT(fact))
      if let owner = fact.owner { users.receive([fact.nft], owner) }
    case .paymentConfirmed(let fact): users.receive(fact.nfts, fact.user)
    case .userRegistered(let fact): users.register(fact)
    case .liked(let fact): users.like(fact, at: event.position)
    case .unliked(let fact): users.unlike(fact)
    case .profileEdited, .sortChosen, .collectionCreated, .collectionExtended, .currencyAdded,
      .agreementSet, .addedToCart, .removedFromCart, .paymentStarted, .paymentFailed,
      .paymentRetried, .paymentCancelled:
      return
    }
  }

  /// What the hearts of a viewer change is told for nobody in particular.
  public static func keys(touchedBy event: Recorded<NFTEvent>) -> [JSONObject] {
    keysByUser(touchedBy: event)
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    let user = try users.require(parameters.user)
    let viewer = try users.require(parameters.viewer)
    return Answer(nfts: nfts.all(user.owned).map { NFTCard($0, for: viewer) })
  }
}

import Domain
import EventStore

/// Which NFTs does a user like?
public struct FavouriteNFTs: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var user: NFTUserID

    public init(user: NFTUserID) { self.user = user }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    /// The first liked first.
    public let nfts: [NFTCard]
    public let empty: Bool
  }

  private var nfts = Table<KnownNFT>()
  private var users = Table<NFTCollector>()

  public init() {}
}

extension FavouriteNFTs {
  public static let shape = QueryShape<Parameters>(
    "nft.favourites", Bilingual(ru: "Избранные NFT", en: "A user's favourite NFTs"),
    fields: [NFTQueryFields.user.required]
  ) { form throws(FormError) in
    Parameters(user: try form.required(NFTQueryFields.user))
  }

  private static let nftFacts = [NFTMinted.type, NFTPaymentConfirmed.type]
  private static let userFacts = [
    NFTUserRegistered.type, NFTLiked.type, NFTUnliked.type, NFTAddedToCart.type,
    NFTRemovedFromCart.type,
  ]
  public static let factTypes = nftFacts + userFacts

  /// The user's and, once these are known, those about the favourites.
  public func facts(for parameters: Parameters) -> Query {
    let own = Query.of(Self.userFacts, parameters.user.tag)
    guard let row = users.find(parameters.user) else { return own }
    return own.adding(Self.nftFacts, about: users[row].liked.nfts)
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .minted(let fact): nfts.append(KnownNFT(fact))
    case .paymentConfirmed(let fact):
      nfts.sell(fact)
      users.emptyCart(fact)
    case .userRegistered(let fact): users.register(fact)
    case .liked(let fact): users.like(fact, at: event.position)
    case .unliked(let fact): users.unlike(fact)
    case .addedToCart(let fact): users.addToCart(fact, at: event.position)
    case .removedFromCart(let fact): users.removeFromCart(fact)
    case .profileEdited, .sortChosen, .collectionCreated, .collectionExtended, .currencyAdded,
      .agreementSet, .paymentStarted, .paymentFailed, .paymentRetried, .paymentCancelled:
      return
    }
  }

  public static func keys(touchedBy event: Recorded<NFTEvent>) -> [JSONObject] {
    keysByUser(touchedBy: event)
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    let user = try users.require(parameters.user)
    let cards = nfts.all(user.liked.nfts).map { NFTCard($0, for: user) }
    return Answer(nfts: cards, empty: cards.isEmpty)
  }
}

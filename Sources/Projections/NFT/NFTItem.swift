import Domain
import EventEngine

/// What is known about one NFT?
public struct NFTItem: Projection {
  public struct Parameters: Equatable, Sendable {
    public var nft: NFTID
    /// Whose heart and cart the card shows; must exist.
    public var user: NFTUserID?

    public init(nft: NFTID, user: NFTUserID? = nil) {
      self.nft = nft
      self.user = user
    }
  }

  public struct Answer: Equatable, Sendable {
    public let card: NFTCard
    public let author: NFTAuthor
    /// Nil: nobody.
    public let owner: NFTUserID?
    /// The oldest first.
    public let collections: [NFTCollectionID]
  }

  public let state: NFTMarket

  public init(_ state: NFTMarket) { self.state = state }
}

extension NFTItem.Answer: Encodable {
  /// The card's fields, then the others.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: NFTCard.CodingKeys.self)
    try card.encode(into: &container)
    try container.encode(author, forKey: .author)
    try container.encode(owner, forKey: .owner)
    try container.encode(collections, forKey: .collections)
  }
}

extension NFTItem {
  public static let shape = QueryShape<Parameters>(
    "nft.item", Bilingual(ru: "Один NFT", en: "One NFT"),
    shows: [
      "nft", "name", "image", "rating", "price", "liked", "inCart", "author", "owner",
      "collections",
    ],
    fields: [NFTQueryFields.nft.required, NFTQueryFields.user.optional]
  ) { form throws(FormError) in
    Parameters(
      nft: try form.required(NFTQueryFields.nft), user: try form.optional(NFTQueryFields.user))
  }

  private static let nftFacts = [
    NFTMinted.type, NFTCollectionCreated.type, NFTCollectionExtended.type, NFTPaymentConfirmed.type,
  ]
  private static let userFacts = [
    NFTLiked.type, NFTUnliked.type, NFTAddedToCart.type, NFTRemovedFromCart.type,
  ]

  public func facts(for parameters: Parameters) -> Query {
    let nft = Query.of(Self.nftFacts, parameters.nft.tag)
    guard let user = parameters.user else { return nft }
    return nft | .of([NFTUserRegistered.type], user.tag)
      | .of(Self.userFacts, user.tag, parameters.nft.tag)
  }

  /// What somebody's heart and cart change is told for nobody in particular.
  public static func keys(touchedBy event: Recorded<NFTEvent>) -> [JSONObject] {
    switch event.event {
    case .minted(let fact): [NFTQueryFields.key(fact.nft)]
    case .collectionCreated(let fact): fact.nfts.map(NFTQueryFields.key)
    case .collectionExtended(let fact): fact.nfts.map(NFTQueryFields.key)
    case .paymentConfirmed(let fact): fact.nfts.map(NFTQueryFields.key)
    case .userRegistered, .profileEdited, .sortChosen, .currencyAdded, .agreementSet, .liked,
      .unliked, .addedToCart, .removedFromCart, .paymentStarted, .paymentFailed, .paymentRetried,
      .paymentCancelled:
      []
    }
  }

  public func answer(to parameters: Parameters, _ asking: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    guard let nft = state.nfts.find(parameters.nft) else {
      throw .notFound(NFTReadModelTexts.unknown(parameters.nft))
    }
    let viewer = try state.users.require(parameters.user)
    return Answer(
      card: NFTCard(nft, for: viewer), author: nft.minted.author, owner: nft.owner,
      collections: state.nfts.collections(of: nft.id))
  }
}

import Domain
import EventStore

/// What is known about one NFT?
public struct NFTItem: Projection, FoldedState {
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

  private var nfts = Table<KnownNFT>()
  private var places = Table<Places>()
  private var users = Table<NFTCollector>()

  public init() {}
}

/// The collections an NFT is in.
private struct Places: Identified {
  let id: NFTID
  var collections: [NFTCollectionID]
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
  public static let factTypes = nftFacts + userFacts + [NFTUserRegistered.type]

  public func facts(for parameters: Parameters) -> Query {
    let nft = Query.of(Self.nftFacts, parameters.nft.tag)
    guard let user = parameters.user else { return nft }
    return nft | .of([NFTUserRegistered.type], user.tag)
      | .of(Self.userFacts, user.tag, parameters.nft.tag)
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .minted(let fact): nfts.append(KnownNFT(fact))
    case .collectionCreated(let fact): place(fact.nfts, in: fact.collection)
    case .collectionExtended(let fact): place(fact.nfts, in: fact.collection)
    case .paymentConfirmed(let fact):
      nfts.sell(fact)
      users.emptyCart(fact)
    case .userRegistered(let fact): users.register(fact)
    case .liked(let fact): users.like(fact, at: event.position)
    case .unliked(let fact): users.unlike(fact)
    case .addedToCart(let fact): users.addToCart(fact, at: event.position)
    case .removedFromCart(let fact): users.removeFromCart(fact)
    case .profileEdited, .sortChosen, .currencyAdded, .agreementSet, .paymentStarted,
      .paymentFailed, .paymentRetried, .paymentCancelled:
      return
    }
  }

  private mutating func place(_ nfts: [NFTID], in collection: NFTCollectionID) {
    for nft in nfts {
      if let row = places.find(nft) {
        places[row].collections.append(collection)
      } else {
        places.append(Places(id: nft, collections: [collection]))
      }
    }
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

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    guard let row = nfts.find(parameters.nft) else {
      throw .notFound(NFTReadModelTexts.unknown(parameters.nft))
    }
    let viewer = try users.require(parameters.user)
    let nft = nfts[row]
    return Answer(
      card: NFTCard(nft, for: viewer), author: nft.author, owner: nft.owner,
      collections: places.find(nft.id).map { places[$0].collections } ?? [])
  }
}

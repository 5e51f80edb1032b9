import Domain
import EventStore

/// What is in a collection?
public struct NFTCollectionPage: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var collection: NFTCollectionID
    /// Whose hearts and cart the cards show; must exist.
    public var user: NFTUserID?

    public init(collection: NFTCollectionID, user: NFTUserID? = nil) {
      self.collection = collection
      self.user = user
    }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let cover: Picture
    public let name: NFTCollectionName
    public let description: NFTCollectionDescription
    public let author: NFTAuthor
    public let website: WebAddress
    public let nfts: [NFTCard]
  }

  private var collections = Table<Row>()
  private var nfts = Table<KnownNFT>()
  private var users = Table<NFTCollector>()

  public init() {}
}

private struct Row: Identified {
  let id: NFTCollectionID
  let cover: Picture
  let name: NFTCollectionName
  let description: NFTCollectionDescription
  let author: NFTAuthor
  let website: WebAddress
  var nfts: [NFTID]

  init(_ fact: NFTCollectionCreated) {
    id = fact.collection
    cover = fact.cover
    name = fact.name
    description = fact.description
    author = fact.author
    website = fact.website
    nfts = fact.nfts
  }
}

extension NFTCollectionPage {
  public static let shape = QueryShape<Parameters>(
    "nft.collection", Bilingual(ru: "Коллекция и её NFT", en: "A collection and its NFTs"),
    fields: [NFTQueryFields.collection.required, NFTQueryFields.user.optional]
  ) { form throws(FormError) in
    Parameters(
      collection: try form.required(NFTQueryFields.collection),
      user: try form.optional(NFTQueryFields.user))
  }

  private static let collectionFacts = [NFTCollectionCreated.type, NFTCollectionExtended.type]
  private static let nftFacts = [NFTMinted.type, NFTPaymentConfirmed.type]
  private static let userFacts = [
    NFTUserRegistered.type, NFTLiked.type, NFTUnliked.type, NFTAddedToCart.type,
    NFTRemovedFromCart.type,
  ]
  public static let factTypes = collectionFacts + nftFacts + userFacts

  /// The collection and the user and, once they are known, its NFTs.
  public func facts(for parameters: Parameters) -> Query {
    let collection = Query.of(Self.collectionFacts, parameters.collection.tag)
    let known = parameters.user.map { collection | .of(Self.userFacts, $0.tag) } ?? collection
    guard let row = collections.find(parameters.collection) else { return known }
    return known.adding(Self.nftFacts, about: collections[row].nfts)
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .collectionCreated(let fact): collections.append(Row(fact))
    case .collectionExtended(let fact):
      guard let row = collections.find(fact.collection) else { return }
      collections[row].nfts += fact.nfts
    case .minted(let fact): nfts.append(KnownNFT(fact))
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

  /// What somebody's hearts and cart change is told for nobody in particular.
  public static func keys(touchedBy event: Recorded<NFTEvent>) -> [JSONObject] {
    switch event.event {
    case .collectionCreated(let fact): [NFTQueryFields.key(fact.collection)]
    case .collectionExtended(let fact): [NFTQueryFields.key(fact.collection)]
    case .userRegistered, .profileEdited, .sortChosen, .minted, .currencyAdded, .agreementSet,
      .liked, .unliked, .addedToCart, .removedFromCart, .paymentStarted, .paymentConfirmed,
      .paymentFailed, .paymentRetried, .paymentCancelled:
      []
    }
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    guard let row = collections.find(parameters.collection) else {
      throw .notFound(NFTReadModelTexts.unknown(parameters.collection))
    }
    let viewer = try users.require(parameters.user)
    let page = collections[row]
    return Answer(
      cover: page.cover, name: page.name, description: page.description, author: page.author,
      website: page.website, nfts: nfts.all(page.nfts).map { NFTCard($0, for: viewer) })
  }
}

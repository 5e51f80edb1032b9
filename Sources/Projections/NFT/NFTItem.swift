import Domain
import EventEngine

/// The page of one NFT.
public struct NFTItem: Projection {
  public struct Parameters: Equatable, Sendable {
    public var nft: NFTID
    /// The user whose likes and cart the card shows; must exist.
    public var user: NFTUserID?
  }

  /// The card followed by the details.
  public typealias Answer = Joined<NFTCard, Details>

  public struct Details: Encodable, Equatable, Sendable {
    public let author: NFTAuthor
    /// Nil if the NFT has no owner.
    public let owner: NFTUserID?
    /// The collections, oldest first.
    public let collections: [NFTCollectionID]
  }

  public let state: NFTMarket

  public init(_ state: NFTMarket) { self.state = state }
}

extension NFTItem {
  public static let shape = QueryShape<Parameters>(
    "nft.item", Bilingual(ru: "Один NFT", en: "One NFT"),
    about: .tag("nft"),
    shows: [
      "nft", "name", "image", "rating", "price", "liked", "inCart", "forSale", "author", "owner",
      "collections",
    ],
    plainLists: ["collections"],
    fields: [NFTQueryFields.nft.required, NFTQueryFields.user.optional]
  ) { form throws(FormError) in
    Parameters(
      nft: try form.required(NFTQueryFields.nft), user: try form.optional(NFTQueryFields.user))
  }

  private static let nftFacts = NFTCard.nftFacts + NFTCollectionPage.collectionFacts
  private static let userFacts = [
    NFTLiked.type, NFTUnliked.type, NFTAddedToCart.type, NFTRemovedFromCart.type,
  ]

  /// The facts about the NFT and the user; once these are known, also those about the collections
  /// that contain it or once did.
  public func facts(for parameters: Parameters) -> Query {
    let nft = state.nfts.places(of: parameters.nft).reduce(
      Query.of(Self.nftFacts, parameters.nft.tag)
    ) { $0 | .of(NFTCollectionPage.collectionFacts, $1.tag) }
    guard let user = parameters.user else { return nft }
    return nft | .of([NFTUserRegistered.type], user.tag)
      | .of(Self.userFacts, user.tag, parameters.nft.tag)
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    guard let nft = state.nfts.find(query.nft) else {
      throw .notFound(NFTReadModelTexts.unknown(query.nft))
    }
    let viewer = try state.users.require(query.user)
    return Answer(
      NFTCard(nft, for: viewer),
      Details(
        author: nft.minted.author, owner: nft.owner,
        collections: state.collections(of: nft.id)))
  }
}

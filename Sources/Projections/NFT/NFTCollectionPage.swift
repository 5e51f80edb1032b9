import Domain
import EventEngine

/// The NFTs of a collection.
public struct NFTCollectionPage: Projection {
  public struct Parameters: Equatable, Sendable {
    public var collection: NFTCollectionID
    /// The user whose likes and cart the cards show; must exist.
    public var user: NFTUserID?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let cover: WebAddress
    public let name: NFTCollectionName
    public let description: NFTCollectionDescription
    public let author: NFTAuthor
    public let website: WebAddress
    public let nfts: [NFTCard]
  }

  public let state: NFTMarket

  public init(_ state: NFTMarket) { self.state = state }
}

extension NFTCollectionPage {
  public static let shape = QueryShape<Parameters>(
    "nft.collection", Bilingual(ru: "Коллекция и её NFT", en: "A collection and its NFTs"),
    about: .tag("collection"),
    shows: ["cover", "name", "description", "author", "website", "nfts"],
    fields: [NFTQueryFields.collection.required, NFTQueryFields.user.optional]
  ) { form throws(FormError) in
    Parameters(
      collection: try form.required(NFTQueryFields.collection),
      user: try form.optional(NFTQueryFields.user))
  }

  static let collectionFacts = [
    NFTCollectionCreated.type, NFTCollectionEdited.type, NFTCollectionExtended.type,
  ]

  /// The facts about the collection and the user; once they are known, also those about its NFTs.
  public func facts(for parameters: Parameters) -> Query {
    let known =
      .of(Self.collectionFacts, parameters.collection.tag)
      | parameters.user.map { Query.of(NFTCard.viewerFacts, $0.tag) }
    guard let row = state.collections.find(parameters.collection) else { return known }
    return known.adding(NFTCard.nftFacts, anyOf: state.collections[row].nfts.map(\.tag))
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let page = try state.collections.require(query.collection, NFTReadModelTexts.unknown)
    let viewer = try state.users.require(query.user)
    return Answer(
      cover: page.cover, name: page.name, description: page.description, author: page.author,
      website: page.website, nfts: state.nfts.all(page.nfts).map { NFTCard($0, for: viewer) })
  }
}

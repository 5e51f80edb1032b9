import Domain
import EventEngine

/// The favourite NFTs of a user.
public struct FavouriteNFTs: Projection {
  public struct Parameters: Equatable, Sendable {
    public var user: NFTUserID
  }

  public struct Answer: Encodable, Equatable, Sendable {
    /// The NFTs in the order in which they were liked.
    public let nfts: [NFTCard]
    public let empty: Bool
  }

  public let state: NFTMarket

  public init(_ state: NFTMarket) { self.state = state }
}

extension FavouriteNFTs {
  public static let shape = QueryShape<Parameters>(
    "nft.favourites", Bilingual(ru: "Избранные NFT", en: "A user's favourite NFTs"),
    about: .tag("user"),
    shows: ["nfts", "empty"],
    fields: [NFTQueryFields.user.required]
  ) { form throws(FormError) in
    Parameters(user: try form.required(NFTQueryFields.user))
  }

  /// The facts about the user; once these are known, also those about the favourites.
  public func facts(for parameters: Parameters) -> Query {
    let own = Query.of(NFTCard.viewerFacts, parameters.user.tag)
    guard let user = state.users.find(parameters.user) else { return own }
    return own.adding(NFTCard.nftFacts, anyOf: user.liked.nfts.map(\.tag))
  }

  public func answer(to query: Parameters, _ asking: QueryContext) throws(QueryRefusal) -> Answer {
    let user = try state.users.require(query.user)
    let cards = state.nfts.all(user.liked.nfts).map { NFTCard($0, for: user) }
    return Answer(nfts: cards, empty: cards.isEmpty)
  }
}

import Domain
import EventEngine

/// The favourite NFTs of a user.
public struct FavouriteNFTs: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The NFTs in the order in which they were liked.
    public let nfts: [NFTCard]
    public let empty: Bool
  }

  public let state: NFTMarket

  public init(_ state: NFTMarket) { self.state = state }
}

extension FavouriteNFTs {
  public static let shape = QueryShape<NFTUserID>(
    "nft.favourites", Bilingual(ru: "Избранные NFT", en: "A user's favourite NFTs"),
    shows: ["nfts", "empty"], of: NFTQueryFields.user)

  /// The facts about the user; once these are known, also those about the favourites.
  public func facts(for user: NFTUserID) -> Query {
    let own = Query.of(NFTCard.viewerFacts, user.tag)
    guard let user = state.users.find(user) else { return own }
    return own.adding(NFTCard.nftFacts, anyOf: user.liked.nfts.map(\.tag))
  }

  public func answer(to user: NFTUserID, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let user = try state.users.require(user)
    let cards = state.nfts.all(user.liked.nfts).map { NFTCard($0, for: user) }
    return Answer(nfts: cards, empty: cards.isEmpty)
  }
}

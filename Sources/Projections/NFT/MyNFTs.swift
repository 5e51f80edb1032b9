import Domain
import EventEngine

/// The NFTs that a user owns.
public struct MyNFTs: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let nfts: [Card]
    public let empty: Bool
    /// The sort order in force.
    public let sort: NFTListSort
  }

  /// A card with the author.
  public typealias Card = Joined<NFTCard, Authorship>

  public struct Authorship: Encodable, Equatable, Sendable {
    public let author: NFTAuthor
  }

  public let state: NFTMarket

  public init(_ state: NFTMarket) { self.state = state }
}

extension MyNFTs {
  public static let shape = QueryShape<NFTListParameters>(
    ofList: "nft.myNFTs", Bilingual(ru: "NFT пользователя", en: "A user's own NFTs"),
    shows: ["nfts", "empty", "sort"])

  private static let userFacts = NFTCard.viewerFacts + [NFTSortChosen.type, NFTMinted.type]

  /// The facts about the user; once these are known, also those about the acquired NFTs.
  public func facts(for parameters: NFTListParameters) -> Query {
    Query.of(Self.userFacts, parameters.user.tag).adding(
      NFTCard.nftFacts, anyOf: state.users.acquiredNFTs(of: parameters.user).map(\.tag))
  }

  public func answer(
    to query: NFTListParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    let user = try state.users.require(query.user)
    let sort = query.sort ?? user.ownSort ?? .standardOfMine
    let cards = state.ownedNFTs(of: user.id).sorted(by: sort)
      .map { Card(NFTCard($0, for: user), Authorship(author: $0.minted.author)) }
    return Answer(nfts: cards, empty: cards.isEmpty, sort: sort)
  }
}

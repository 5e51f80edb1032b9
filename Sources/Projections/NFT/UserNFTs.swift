import Domain
import EventEngine

/// The NFTs of a user for another viewer.
public struct UserNFTs: Projection {
  public struct Parameters: Equatable, Sendable {
    public var user: NFTUserID
    /// The viewer whose likes and cart the cards show; must exist.
    public var viewer: NFTUserID?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    /// The NFTs in the order of acquisition.
    public let nfts: [NFTCard]
  }

  public let state: NFTMarket

  public init(_ state: NFTMarket) { self.state = state }
}

extension UserNFTs {
  public static let shape = QueryShape<Parameters>(
    "nft.userCollection",
    Bilingual(ru: "NFT на странице пользователя", en: "The NFTs on a user's page"),
    about: .tag("user"),
    shows: ["nfts"],
    fields: [NFTQueryFields.user.required, NFTQueryFields.viewer.optional]
  ) { form throws(FormError) in
    Parameters(
      user: try form.required(NFTQueryFields.user),
      viewer: try form.optional(NFTQueryFields.viewer))
  }

  private static let ownerFacts = [NFTUserRegistered.type] + NFTCard.acquisitions

  /// The facts about both users; once these are known, also those about the acquired NFTs.
  public func facts(for parameters: Parameters) -> Query {
    let owner = Query.of(Self.ownerFacts, parameters.user.tag)
    let both = parameters.viewer.map { owner | .of(NFTCard.viewerFacts, $0.tag) } ?? owner
    return both.adding(
      NFTCard.nftFacts, anyOf: state.users.acquiredNFTs(of: parameters.user).map(\.tag))
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let user = try state.users.require(query.user)
    let viewer = try state.users.require(query.viewer)
    return Answer(nfts: state.ownedNFTs(of: user.id).map { NFTCard($0, for: viewer) })
  }
}

import Domain
import EventEngine

/// A user's own profile.
public struct NFTProfile: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let name: String
    public let avatar: WebAddress?
    public let description: ProfileDescription?
    public let website: WebAddress?
    /// The number of NFTs that the user owns.
    public let owned: Int
    /// The number of the user's favourites.
    public let liked: Int
  }

  public let state: NFTMarket

  public init(_ state: NFTMarket) { self.state = state }
}

extension NFTProfile {
  public static let shape = QueryShape<NFTUserID>(
    "nft.profile", Bilingual(ru: "Профиль пользователя", en: "A user's profile"),
    shows: ["name", "avatar", "description", "website", "owned", "liked"], of: NFTQueryFields.user)

  private static let userFacts = [
    NFTUserRegistered.type, NFTProfileEdited.type, NFTMinted.type, NFTLiked.type, NFTUnliked.type,
    NFTPaymentConfirmed.type,
  ]

  /// The facts about the user; once these are known, also the sales of the acquired NFTs.
  public func facts(for user: NFTUserID) -> Query {
    Query.of(Self.userFacts, user.tag).adding(
      NFTCard.acquisitions, anyOf: state.users.acquiredNFTs(of: user).map(\.tag))
  }

  public func answer(to user: NFTUserID, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let user = try state.users.require(user)
    let profile = try state.users.profile(of: user.id)
    return Answer(
      name: profile.shownName(in: context.locale), avatar: profile.avatar,
      description: profile.description, website: profile.website,
      owned: state.ownedNFTs(of: user.id).count,
      liked: user.liked.count)
  }
}

import Domain
import EventEngine

/// The public page of a user.
public struct NFTUser: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let avatar: WebAddress?
    public let name: String
    public let description: ProfileDescription?
    public let website: WebAddress?
    /// The number of owned NFTs.
    public let count: Int
  }

  public let state: NFTMarket

  public init(_ state: NFTMarket) { self.state = state }
}

extension NFTUser {
  public static let shape = QueryShape<NFTUserID>(
    "nft.user", Bilingual(ru: "Страница пользователя", en: "A user's page"),
    shows: ["avatar", "name", "description", "website", "count"], of: NFTQueryFields.user)

  private static let userFacts = [
    NFTUserRegistered.type, NFTProfileEdited.type, NFTMinted.type, NFTPaymentConfirmed.type,
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
      avatar: profile.avatar, name: profile.shownName(in: context.locale),
      description: profile.description, website: profile.website,
      count: state.ownedNFTs(of: user.id).count)
  }
}

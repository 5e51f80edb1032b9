import Domain
import EventEngine

/// A user's cart with its total.
public struct NFTCart: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let items: [Item]
    public let count: Int
    public let total: Ether
    /// The sort order in force.
    public let sort: NFTListSort
  }

  public struct Item: Encodable, Equatable, Sendable {
    public let nft: NFTID
    public let image: WebAddress
    public let name: NFTName
    public let rating: StarRating
    public let price: Ether
  }

  public let state: NFTMarket

  public init(_ state: NFTMarket) { self.state = state }
}

extension NFTCart {
  public static let shape = QueryShape<NFTListParameters>(
    ofList: "nft.cart", Bilingual(ru: "Корзина пользователя", en: "A user's cart"),
    shows: ["items", "count", "total", "sort"])

  private static let nftFacts = [NFTMinted.type, NFTEdited.type, NFTPaymentConfirmed.type]
  private static let userFacts = [
    NFTUserRegistered.type, NFTSortChosen.type, NFTAddedToCart.type, NFTRemovedFromCart.type,
    NFTPaymentConfirmed.type,
  ]

  /// The facts about the user; once these are known, also those about the NFTs in the cart.
  public func facts(for parameters: NFTListParameters) -> Query {
    let own = Query.of(Self.userFacts, parameters.user.tag)
    guard let user = state.users.find(parameters.user) else { return own }
    return own.adding(Self.nftFacts, anyOf: user.cart.nfts.map(\.tag))
  }

  public func answer(
    to query: NFTListParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    let user = try state.users.require(query.user)
    let sort = query.sort ?? user.cartSort ?? .standardInCart
    let items = state.nfts.all(user.cart.nfts).filter(user.hasInCart).sorted(by: sort)
      .map { nft in
        Item(
          nft: nft.id, image: nft.minted.image, name: nft.minted.name, rating: nft.minted.rating,
          price: nft.minted.price)
      }
    return Answer(items: items, count: items.count, total: items.map(\.price).total, sort: sort)
  }
}

import Domain
import EventEngine

/// An NFT as lists show it to whoever looks at them.
public struct NFTCard: Encodable, Equatable, Sendable {
  public let nft: NFTID
  public let name: NFTName
  public let image: Picture
  public let rating: StarRating
  public let price: Ether
  public let liked: Bool
  public let inCart: Bool

  /// - Parameter viewer: nil: nobody in particular.
  init(_ nft: NFTRecord, for viewer: NFTCollector?) {
    self.nft = nft.id
    name = nft.minted.name
    image = nft.minted.image
    rating = nft.minted.rating
    price = nft.minted.price
    liked = viewer?.liked.holds(nft.id) ?? false
    inCart = viewer?.hasInCart(nft) ?? false
  }

  /// Those of a card, and those that some screens show behind them.
  enum CodingKeys: String, CodingKey {
    case nft, name, image, rating, price, liked, inCart
    case author, owner, collections
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try encode(into: &container)
  }

  func encode(into container: inout KeyedEncodingContainer<CodingKeys>) throws {
    try container.encode(nft, forKey: .nft)
    try container.encode(name, forKey: .name)
    try container.encode(image, forKey: .image)
    try container.encode(rating, forKey: .rating)
    try container.encode(price, forKey: .price)
    try container.encode(liked, forKey: .liked)
    try container.encode(inCart, forKey: .inCart)
  }
}

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
}

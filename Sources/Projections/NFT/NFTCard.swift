import Domain
import EventEngine

/// An NFT in a list for a viewer.
public struct NFTCard: Encodable, Equatable, Sendable {
  public let nft: NFTID
  public let name: NFTName
  public let image: Picture
  public let rating: StarRating
  public let price: Ether
  public let liked: Bool
  public let inCart: Bool

  /// - Parameter viewer: the viewer; nil for an anonymous one.
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

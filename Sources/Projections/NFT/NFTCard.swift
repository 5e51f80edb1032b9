import Domain
import EventEngine

/// An NFT in a list for a viewer.
public struct NFTCard: Encodable, Equatable, Sendable {
  public let nft: NFTID
  public let name: NFTName
  public let image: WebAddress
  public let rating: StarRating
  public let price: Ether
  public let liked: Bool
  public let inCart: Bool
  /// False if the NFT is the viewer's own or if somebody else's order reserves it.
  public let forSale: Bool

  /// - Parameter viewer: the viewer; nil for an anonymous one.
  init(_ nft: NFTRecord, for viewer: NFTCollector?) {
    self.nft = nft.id
    name = nft.minted.name
    image = nft.minted.image
    rating = nft.minted.rating
    price = nft.minted.price
    liked = viewer?.liked.holds(nft.id) ?? false
    inCart = viewer?.hasInCart(nft) ?? false
    forSale = nft.isForSale(to: viewer?.id)
  }
}

extension NFTCard {
  /// The types of facts about an NFT that its card depends on.
  static let nftFacts = [
    NFTMinted.type, NFTEdited.type, NFTPaymentStarted.type, NFTPaymentConfirmed.type,
    NFTPaymentCancelled.type, NFTPaymentExpired.type,
  ]
  /// The types of facts about a viewer that the cards depend on.
  static let viewerFacts = [
    NFTUserRegistered.type, NFTLiked.type, NFTUnliked.type, NFTAddedToCart.type,
    NFTRemovedFromCart.type, NFTPaymentConfirmed.type,
  ]
  /// The types of facts that make an NFT a user's own.
  static let acquisitions = [NFTMinted.type, NFTPaymentConfirmed.type]
}

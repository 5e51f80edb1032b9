import EventEngine

public struct NFTLiked: EventPayload {
  public static let type: EventType = "nft.liked"

  public let user: NFTUserID
  public let nft: NFTID

  public init(user: NFTUserID, nft: NFTID) {
    self.user = user
    self.nft = nft
  }

  public var tags: [Tag] { [user.tag, nft.tag] }
}

public struct NFTUnliked: EventPayload {
  public static let type: EventType = "nft.unliked"

  public let user: NFTUserID
  public let nft: NFTID

  public init(user: NFTUserID, nft: NFTID) {
    self.user = user
    self.nft = nft
  }

  public var tags: [Tag] { [user.tag, nft.tag] }
}

public struct NFTAddedToCart: EventPayload {
  public static let type: EventType = "nft.addedToCart"

  public let user: NFTUserID
  public let nft: NFTID

  public init(user: NFTUserID, nft: NFTID) {
    self.user = user
    self.nft = nft
  }

  public var tags: [Tag] { [user.tag, nft.tag] }
}

public struct NFTRemovedFromCart: EventPayload {
  public static let type: EventType = "nft.removedFromCart"

  public let user: NFTUserID
  public let nft: NFTID

  public init(user: NFTUserID, nft: NFTID) {
    self.user = user
    self.nft = nft
  }

  public var tags: [Tag] { [user.tag, nft.tag] }
}

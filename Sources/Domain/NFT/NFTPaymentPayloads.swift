import EventEngine

/// An NFT of an order and what it costs there, whatever becomes of its price.
public struct NFTOrderItem: Codable, Hashable, Sendable {
  public let nft: NFTID
  public let price: Ether

  public init(nft: NFTID, price: Ether) {
    self.nft = nft
    self.price = price
  }
}

/// A user pays for their cart: its NFTs are reserved. A long order starts in several parts.
public struct NFTPaymentStarted: EventPayload {
  public static let type: EventType = "nft.paymentStarted"

  public let order: NFTOrderID
  public let user: NFTUserID
  public let currency: CurrencyID
  /// In the order of the cart; at most `NFTParts.size`.
  public let items: [NFTOrderItem]

  public init(order: NFTOrderID, user: NFTUserID, currency: CurrencyID, items: [NFTOrderItem]) {
    self.order = order
    self.user = user
    self.currency = currency
    self.items = items
  }

  public var tags: [Tag] { [order.tag, user.tag] + items.map(\.nft.tag) }
}

/// The NFTs are the user's and leave every cart. A long order is confirmed in several parts.
public struct NFTPaymentConfirmed: EventPayload {
  public static let type: EventType = "nft.paymentConfirmed"

  public let order: NFTOrderID
  public let user: NFTUserID
  public let nfts: [NFTID]

  public init(order: NFTOrderID, user: NFTUserID, nfts: [NFTID]) {
    self.order = order
    self.user = user
    self.nfts = nfts
  }

  public var tags: [Tag] { [order.tag, user.tag] + nfts.map(\.tag) }
}

/// The NFTs stay reserved: the user may try again.
public struct NFTPaymentFailed: EventPayload {
  public static let type: EventType = "nft.paymentFailed"

  public let order: NFTOrderID
  public let user: NFTUserID
  public let reason: PaymentFailure

  public init(order: NFTOrderID, user: NFTUserID, reason: PaymentFailure) {
    self.order = order
    self.user = user
    self.reason = reason
  }

  public var tags: [Tag] { [order.tag, user.tag] }
}

public struct NFTPaymentRetried: EventPayload {
  public static let type: EventType = "nft.paymentRetried"

  public let order: NFTOrderID
  public let user: NFTUserID

  public init(order: NFTOrderID, user: NFTUserID) {
    self.order = order
    self.user = user
  }

  public var tags: [Tag] { [order.tag, user.tag] }
}

/// The NFTs are for sale again. A long order is cancelled in several parts.
public struct NFTPaymentCancelled: EventPayload {
  public static let type: EventType = "nft.paymentCancelled"

  public let order: NFTOrderID
  public let user: NFTUserID
  public let nfts: [NFTID]

  public init(order: NFTOrderID, user: NFTUserID, nfts: [NFTID]) {
    self.order = order
    self.user = user
    self.nfts = nfts
  }

  public var tags: [Tag] { [order.tag, user.tag] + nfts.map(\.tag) }
}

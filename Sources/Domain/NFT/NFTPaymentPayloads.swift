import EventEngine

/// An NFT of an order, with its price at the time of the order.
public struct NFTOrderItem: Codable, Hashable, Sendable {
  public let nft: NFTID
  public let price: Ether

  public init(nft: NFTID, price: Ether) {
    self.nft = nft
    self.price = price
  }
}

/// A user started to pay for their cart, which reserves its NFTs. A long order is split into
/// several events.
public struct NFTPaymentStarted: EventPayload {
  public static let type: EventType = "nft.paymentStarted"

  public let order: NFTOrderID
  public let user: NFTUserID
  public let currency: CurrencyID
  /// The items in the order of the cart; at most `NFTParts.size`.
  public let items: [NFTOrderItem]

  public init(order: NFTOrderID, user: NFTUserID, currency: CurrencyID, items: [NFTOrderItem]) {
    self.order = order
    self.user = user
    self.currency = currency
    self.items = items
  }

  public var tags: [Tag] { [order.tag, user.tag] + items.map(\.nft.tag) }
}

/// A payment was confirmed: the NFTs belong to the user, no matter who owned them before, and leave
/// every cart. A long order is split into several events.
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

/// A payment failed. The NFTs stay reserved, because the user may retry.
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

/// A payment was cancelled: the NFTs are no longer reserved. A long order is split into several
/// events.
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

/// An order that stayed pending or failed for too long expired: its NFTs are no longer reserved. A
/// long order is split into several events.
public struct NFTPaymentExpired: EventPayload {
  public static let type: EventType = "nft.paymentExpired"

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

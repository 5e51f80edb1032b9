import EventEngine

/// The kinds of thing that NFT events are about.
public enum NFTEntity {
  public enum User: Entity { public static let tagKey = "user" }
  public enum NFT: Entity { public static let tagKey = "nft" }
  public enum Collection: Entity { public static let tagKey = "collection" }
  public enum Currency: Entity { public static let tagKey = "currency" }
  /// An order of NFTs. The key of its tag differs from that of a courier's order.
  public enum Order: Entity { public static let tagKey = "payment" }
}

public typealias NFTUserID = ID<NFTEntity.User>
public typealias NFTID = ID<NFTEntity.NFT>
public typealias NFTCollectionID = ID<NFTEntity.Collection>
/// The id of a currency: its short name, such as `BTC`.
public typealias CurrencyID = ID<NFTEntity.Currency>
public typealias NFTOrderID = ID<NFTEntity.Order>

public struct NFTUserName: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The description in a user's profile.
public struct ProfileDescription: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct NFTName: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct NFTCollectionName: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct NFTCollectionDescription: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The author's name, as it is shown.
public struct NFTAuthor: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The full name of a currency, such as `Bitcoin`.
public struct CurrencyName: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The reason for a failed payment, as the gateway worded it.
public struct PaymentFailure: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A rating of zero to five stars.
public struct StarRating: BoundedNumber, Comparable {
  public static let range = 0...5

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static func < (left: StarRating, right: StarRating) -> Bool {
    left.rawValue < right.rawValue
  }
}

public enum NFTOrderStatus: String, Codable, Sendable {
  case pending, failed, cancelled, expired, paid

  /// True if an order with this status reserves its NFTs.
  public var isOpen: Bool {
    switch self {
    case .pending, .failed: true
    case .cancelled, .expired, .paid: false
    }
  }
}

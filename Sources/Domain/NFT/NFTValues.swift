import EventEngine

public struct NFTUserID: TaggedIdentifier {
  public static var tagKey: String { "user" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct NFTID: TaggedIdentifier {
  public static var tagKey: String { "nft" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct NFTCollectionID: TaggedIdentifier {
  public static var tagKey: String { "collection" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a currency: its short name, such as `BTC`.
public struct CurrencyID: TaggedIdentifier {
  public static var tagKey: String { "currency" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of an NFT order. The key of its tag differs from that of a courier's order.
public struct NFTOrderID: TaggedIdentifier {
  public static var tagKey: String { "payment" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

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

import EventEngine

public struct NFTUserID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("user", rawValue) }
}

public struct NFTID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("nft", rawValue) }
}

public struct NFTCollectionID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("collection", rawValue) }
}

/// The id of a currency: its short name, such as `BTC`.
public struct CurrencyID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("currency", rawValue) }
}

/// The id of an NFT order. The key of its tag differs from that of a courier's order.
public struct NFTOrderID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("payment", rawValue) }
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

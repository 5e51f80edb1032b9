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

/// Of a currency, its short name: `BTC`.
public struct CurrencyID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("currency", rawValue) }
}

/// Of an order as it is paid for. Its tag differs from that of an order for a courier.
public struct NFTOrderID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("payment", rawValue) }
}

public struct NFTUserName: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What users write about themselves.
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

/// The full name of a currency: `Bitcoin`.
public struct CurrencyName: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Where a picture is found: of an NFT, the cover of a collection, the sign of a currency.
public struct Picture: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Why a payment failed, in the words of the gateway.
public struct PaymentFailure: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Zero to five stars.
public struct StarRating: BoundedNumber, Comparable {
  public static let range = 0...5

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static func < (left: StarRating, right: StarRating) -> Bool {
    left.rawValue < right.rawValue
  }
}

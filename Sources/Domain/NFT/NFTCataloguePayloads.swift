import EventEngine

public struct NFTMinted: EventPayload {
  public static let type: EventType = "nft.minted"

  public let nft: NFTID
  public let name: NFTName
  public let image: WebAddress
  public let rating: StarRating
  public let price: Ether
  public let author: NFTAuthor
  /// The owner; nil if the NFT has none yet.
  public let owner: NFTUserID?

  public init(
    nft: NFTID, name: NFTName, image: WebAddress, rating: StarRating, price: Ether,
    author: NFTAuthor, owner: NFTUserID?
  ) {
    self.nft = nft
    self.name = name
    self.image = image
    self.rating = rating
    self.price = price
    self.author = author
    self.owner = owner
  }

  public var tags: [Tag] { [nft.tag] + (owner.map { [$0.tag] } ?? []) }
}

/// An NFT was edited. A nil member is unchanged. Orders keep their prices.
public struct NFTEdited: EventPayload {
  public static let type: EventType = "nft.edited"

  public let nft: NFTID
  public let name: NFTName?
  public let image: WebAddress?
  public let rating: StarRating?
  public let price: Ether?
  public let author: NFTAuthor?

  public init(
    nft: NFTID, name: NFTName?, image: WebAddress?, rating: StarRating?, price: Ether?,
    author: NFTAuthor?
  ) {
    self.nft = nft
    self.name = name
    self.image = image
    self.rating = rating
    self.price = price
    self.author = author
  }

  public var tags: [Tag] { [nft.tag] }
}

public struct NFTCollectionCreated: EventPayload {
  public static let type: EventType = "nft.collectionCreated"

  public let collection: NFTCollectionID
  public let name: NFTCollectionName
  public let cover: WebAddress
  public let description: NFTCollectionDescription
  public let author: NFTAuthor
  /// The website of the author.
  public let website: WebAddress
  /// At most `NFTParts.size` NFTs. Further ones follow in `NFTCollectionExtended`.
  public var nfts: [NFTID]

  public init(
    collection: NFTCollectionID, name: NFTCollectionName, cover: WebAddress,
    description: NFTCollectionDescription, author: NFTAuthor, website: WebAddress, nfts: [NFTID]
  ) {
    self.collection = collection
    self.name = name
    self.cover = cover
    self.description = description
    self.author = author
    self.website = website
    self.nfts = nfts
  }

  public var tags: [Tag] { [collection.tag] + nfts.map(\.tag) }
}

/// A collection was edited. A nil member is unchanged.
public struct NFTCollectionEdited: EventPayload {
  public static let type: EventType = "nft.collectionEdited"

  public let collection: NFTCollectionID
  public let name: NFTCollectionName?
  public let cover: WebAddress?
  public let description: NFTCollectionDescription?
  public let author: NFTAuthor?
  public let website: WebAddress?
  /// The NFTs that replace the former ones; at most `NFTParts.size`. Further ones follow in
  /// `NFTCollectionExtended`.
  public var nfts: [NFTID]?

  public init(
    collection: NFTCollectionID, name: NFTCollectionName?, cover: WebAddress?,
    description: NFTCollectionDescription?, author: NFTAuthor?, website: WebAddress?,
    nfts: [NFTID]?
  ) {
    self.collection = collection
    self.name = name
    self.cover = cover
    self.description = description
    self.author = author
    self.website = website
    self.nfts = nfts
  }

  public var tags: [Tag] { [collection.tag] + (nfts ?? []).map(\.tag) }
}

/// NFTs were added to a collection because the event that created or edited it had no room for
/// them.
public struct NFTCollectionExtended: EventPayload {
  public static let type: EventType = "nft.collectionExtended"

  public let collection: NFTCollectionID
  public let nfts: [NFTID]

  public init(collection: NFTCollectionID, nfts: [NFTID]) {
    self.collection = collection
    self.nfts = nfts
  }

  public var tags: [Tag] { [collection.tag] + nfts.map(\.tag) }
}

public struct CurrencyAdded: EventPayload {
  public static let type: EventType = "nft.currencyAdded"

  public let currency: CurrencyID
  public let name: CurrencyName
  public let image: WebAddress

  public init(currency: CurrencyID, name: CurrencyName, image: WebAddress) {
    self.currency = currency
    self.name = name
    self.image = image
  }

  public var tags: [Tag] { [currency.tag] }
}

/// A currency was edited. A nil member is unchanged.
public struct CurrencyEdited: EventPayload {
  public static let type: EventType = "nft.currencyEdited"

  public let currency: CurrencyID
  public let name: CurrencyName?
  public let image: WebAddress?

  public init(currency: CurrencyID, name: CurrencyName?, image: WebAddress?) {
    self.currency = currency
    self.name = name
    self.image = image
  }

  public var tags: [Tag] { [currency.tag] }
}

/// The address of the user agreement was set.
public struct AgreementSet: EventPayload {
  public static let type: EventType = "nft.agreementSet"

  public let url: WebAddress

  public init(url: WebAddress) { self.url = url }

  public var tags: [Tag] { [] }
}

import EventEngine

public struct NFTMinted: EventPayload {
  public static let type: EventType = "nft.minted"

  public let nft: NFTID
  public let name: NFTName
  public let image: Picture
  public let rating: StarRating
  public let price: Ether
  public let author: NFTAuthor
  /// Nil: it is for sale.
  public let owner: NFTUserID?

  public init(
    nft: NFTID, name: NFTName, image: Picture, rating: StarRating, price: Ether,
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

public struct NFTCollectionCreated: EventPayload {
  public static let type: EventType = "nft.collectionCreated"

  public let collection: NFTCollectionID
  public let name: NFTCollectionName
  public let cover: Picture
  public let description: NFTCollectionDescription
  public let author: NFTAuthor
  /// The author's.
  public let website: WebAddress
  /// At most `NFTParts.size`; what follows extends it.
  public let nfts: [NFTID]

  public init(
    collection: NFTCollectionID, name: NFTCollectionName, cover: Picture,
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

/// More NFTs belong to a collection: of one that is created with many, those that found no room
/// in the first event.
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
  public let image: Picture

  public init(currency: CurrencyID, name: CurrencyName, image: Picture) {
    self.currency = currency
    self.name = name
    self.image = image
  }

  public var tags: [Tag] { [currency.tag] }
}

/// Where the user agreement is to be found.
public struct AgreementSet: EventPayload {
  public static let type: EventType = "nft.agreementSet"

  public let url: WebAddress

  public init(url: WebAddress) { self.url = url }

  public var tags: [Tag] { [] }
}

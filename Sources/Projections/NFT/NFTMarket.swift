import Domain
import EventEngine

/// All NFTs, their collections, and the users with their favourites, carts and purchases.
///
/// Most read models share this state: with separate states, every event would look up the same NFTs
/// and users once for every read model.
public struct NFTMarket: StoredState {
  var nfts = NFTRegistry()
  var collections = Table<NFTCollectionRecord>()
  var users = NFTCollectors()

  public init() {}
}

extension NFTMarket {
  public static let name = "nft.market"

  public static let factTypes = [
    NFTUserRegistered.type, NFTProfileEdited.type, NFTSortChosen.type, NFTMinted.type,
    NFTEdited.type, NFTCollectionCreated.type, NFTCollectionEdited.type,
    NFTCollectionExtended.type, NFTLiked.type, NFTUnliked.type, NFTAddedToCart.type,
    NFTRemovedFromCart.type, NFTPaymentStarted.type, NFTPaymentConfirmed.type,
    NFTPaymentCancelled.type, NFTPaymentExpired.type,
  ]

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .userRegistered(let fact): users.register(fact)
    case .profileEdited(let fact): users.edit(fact)
    case .sortChosen(let fact): users.choose(fact)
    case .minted(let fact):
      nfts.mint(fact)
      if let owner = fact.owner { users.receive([fact.nft], owner) }
    case .nftEdited(let fact): nfts.edit(fact)
    case .collectionCreated(let fact):
      collections.append(NFTCollectionRecord(fact))
      nfts.place(fact.nfts, in: fact.collection)
    case .collectionEdited(let fact):
      let known = Set(collections.find(fact.collection).map { collections[$0].nfts } ?? [])
      let others = (fact.nfts ?? []).filter { !known.contains($0) }
      nfts.place(others, again: fact.collection)
      collections.change(fact.collection) { $0.edit(fact) }
    case .collectionExtended(let fact):
      nfts.place(fact.nfts, again: fact.collection)
      collections.change(fact.collection) { $0.nfts += fact.nfts }
    case .liked(let fact): users.like(fact, at: event.position)
    case .unliked(let fact): users.unlike(fact)
    case .addedToCart(let fact): users.addToCart(fact, at: event.position)
    case .removedFromCart(let fact): users.removeFromCart(fact)
    case .paymentConfirmed(let fact):
      nfts.sell(fact, at: event.position)
      users.buy(fact)
    case .paymentStarted(let fact): nfts.reserve(fact.items.map(\.nft), for: fact.user)
    case .paymentCancelled(let fact): nfts.reserve(fact.nfts, for: nil)
    case .paymentExpired(let fact): nfts.reserve(fact.nfts, for: nil)
    case .currencyAdded, .currencyEdited, .agreementSet, .paymentFailed, .paymentRetried:
      return
    }
  }
}

extension NFTMarket {
  /// The user's NFTs in the order of acquisition.
  func ownedNFTs(of user: NFTUserID) -> [NFTRecord] {
    nfts.all(users.acquiredNFTs(of: user)).filter { $0.owner == user }
  }

  /// The collections that contain the NFT, oldest first.
  func collections(of nft: NFTID) -> [NFTCollectionID] {
    nfts.places(of: nft).compactMap(collections.find).sorted()
      .filter { collections[$0].nfts.contains(nft) }.map { collections[$0].id }
  }
}

/// The data on a collection's page.
struct NFTCollectionRecord: Identified {
  let id: NFTCollectionID
  private(set) var cover: WebAddress
  private(set) var name: NFTCollectionName
  private(set) var description: NFTCollectionDescription
  private(set) var author: NFTAuthor
  private(set) var website: WebAddress
  fileprivate(set) var nfts: [NFTID]

  init(_ fact: NFTCollectionCreated) {
    id = fact.collection
    cover = fact.cover
    name = fact.name
    description = fact.description
    author = fact.author
    website = fact.website
    nfts = fact.nfts
  }

  mutating func edit(_ fact: NFTCollectionEdited) {
    cover = fact.cover ?? cover
    name = fact.name ?? name
    description = fact.description ?? description
    author = fact.author ?? author
    website = fact.website ?? website
    nfts = fact.nfts ?? nfts
  }
}

import Domain
import EventEngine

/// All NFTs, their collections, and the users with their favourites, carts and purchases.
///
/// Nearly all queries about NFTs share this state: with separate states, every event would look up
/// the same NFTs and users once for every query.
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
    NFTCollectionCreated.type, NFTCollectionExtended.type, NFTLiked.type, NFTUnliked.type,
    NFTAddedToCart.type, NFTRemovedFromCart.type, NFTPaymentConfirmed.type,
  ]

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .userRegistered(let fact): users.register(fact)
    case .profileEdited(let fact): users.edit(fact)
    case .sortChosen(let fact): users.choose(fact)
    case .minted(let fact):
      nfts.mint(fact)
      if let owner = fact.owner { users.receive([fact.nft], owner) }
    case .collectionCreated(let fact):
      collections.append(NFTCollectionRecord(fact))
      nfts.place(fact.nfts, in: fact.collection)
    case .collectionExtended(let fact):
      nfts.place(fact.nfts, in: fact.collection)
      guard let row = collections.find(fact.collection) else { return }
      collections[row].nfts += fact.nfts
    case .liked(let fact): users.like(fact, at: event.position)
    case .unliked(let fact): users.unlike(fact)
    case .addedToCart(let fact): users.addToCart(fact, at: event.position)
    case .removedFromCart(let fact): users.removeFromCart(fact)
    case .paymentConfirmed(let fact):
      nfts.sell(fact)
      users.buy(fact)
    case .currencyAdded, .agreementSet, .paymentStarted, .paymentFailed, .paymentRetried,
      .paymentCancelled:
      return
    }
  }
}

/// The data on a collection's page.
struct NFTCollectionRecord: Identified {
  let id: NFTCollectionID
  let cover: Picture
  let name: NFTCollectionName
  let description: NFTCollectionDescription
  let author: NFTAuthor
  let website: WebAddress
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
}

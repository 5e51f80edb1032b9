import Domain
import EventStore

/// A user, as far as cards and lists of NFTs depend on them.
struct NFTCollector: Identified {
  let id: NFTUserID
  var liked = NFTShelf()
  /// What has been put into the cart. Once it is sold to somebody else it is still here, so that
  /// a sale need not look for the carts it leaves.
  var cart = NFTShelf()
  /// In the order they came.
  var owned: [NFTID] = []
  /// The order chosen for the one list of NFTs that a read model shows sorted.
  var sort: NFTListSort?

  func hasInCart(_ nft: KnownNFT) -> Bool { nft.owner == nil && cart.holds(nft.id) }
}

/// NFTs that a user has put somewhere, and when.
struct NFTShelf: Codable, Equatable, Sendable {
  private var since: [NFTID: Position] = [:]

  var count: Int { since.count }

  /// In the order they were put there.
  var nfts: [NFTID] { since.sorted { $0.value < $1.value }.map(\.key) }

  func holds(_ nft: NFTID) -> Bool { since[nft] != nil }

  mutating func put(_ nft: NFTID, at position: Position) { since[nft] = position }

  mutating func take(_ nft: NFTID) { since[nft] = nil }
}

extension Table<NFTCollector> {
  mutating func register(_ fact: NFTUserRegistered) { append(NFTCollector(id: fact.user)) }

  mutating func like(_ fact: NFTLiked, at position: Position) {
    change(fact.user) { $0.liked.put(fact.nft, at: position) }
  }

  mutating func unlike(_ fact: NFTUnliked) { change(fact.user) { $0.liked.take(fact.nft) } }

  mutating func addToCart(_ fact: NFTAddedToCart, at position: Position) {
    change(fact.user) { $0.cart.put(fact.nft, at: position) }
  }

  mutating func removeFromCart(_ fact: NFTRemovedFromCart) {
    change(fact.user) { $0.cart.take(fact.nft) }
  }

  /// What is bought leaves the buyer's cart.
  mutating func emptyCart(_ fact: NFTPaymentConfirmed) {
    change(fact.user) { for nft in fact.nfts { $0.cart.take(nft) } }
  }

  mutating func receive(_ nfts: [NFTID], _ owner: NFTUserID) {
    change(owner) { $0.owned += nfts }
  }
}

extension NFTCollector: WrittenShape {
  func write(to members: inout WrittenMembers) throws(PayloadEncodingError) {
    members.write("id", id)
    try members.write("liked", liked)
    try members.write("cart", cart)
    try members.write("owned", owned)
    members.write("sort", sort)
  }
}

extension NFTShelf: WrittenShape {
  func write(to members: inout WrittenMembers) throws(PayloadEncodingError) {
    try members.writeOther("since", since)
  }
}

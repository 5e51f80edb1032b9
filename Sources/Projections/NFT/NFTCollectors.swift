import Domain
import EventEngine

/// All users: what they say about themselves, like, want to buy and own.
struct NFTCollectors: Codable, Equatable, Sendable {
  /// That an NFT came to a user.
  private struct Acquisition: Codable, Equatable, FastEncodable {
    let nft: NFTID
    /// The number of the acquisition before, by the same user.
    let previous: Int?

    func write(to members: inout ObjectWriter) {
      members.write("nft", nft)
      members.write("previous", previous)
    }
  }

  private var users = Table<NFTCollector>()
  /// One for each row.
  private var profiles = SegmentedArray<NFTKnownProfile>()
  /// Those of all users, chained user by user: nobody gives an NFT away.
  private var acquisitions = SegmentedArray<Acquisition>()

  mutating func register(_ fact: NFTUserRegistered) {
    users.append(NFTCollector(id: fact.user))
    profiles.append(NFTKnownProfile(fact))
  }

  mutating func edit(_ fact: NFTProfileEdited) {
    guard let row = users.find(fact.user) else { return }
    profiles[row].edit(fact)
  }

  mutating func choose(_ fact: NFTSortChosen) {
    switch fact.choice {
    case .cart(let sort): users.change(fact.user) { $0.cartSort = sort }
    case .myNFTs(let sort): users.change(fact.user) { $0.ownSort = sort }
    case .catalogue, .rating: return
    }
  }

  mutating func like(_ fact: NFTLiked, at position: Position) {
    users.change(fact.user) { $0.liked.put(fact.nft, at: position) }
  }

  mutating func unlike(_ fact: NFTUnliked) { users.change(fact.user) { $0.liked.take(fact.nft) } }

  mutating func addToCart(_ fact: NFTAddedToCart, at position: Position) {
    users.change(fact.user) { $0.cart.put(fact.nft, at: position) }
  }

  mutating func removeFromCart(_ fact: NFTRemovedFromCart) {
    users.change(fact.user) { $0.cart.take(fact.nft) }
  }

  /// What is bought leaves the buyer's cart.
  mutating func buy(_ fact: NFTPaymentConfirmed) {
    users.change(fact.user) { for nft in fact.nfts { $0.cart.take(nft) } }
    receive(fact.nfts, fact.user)
  }

  mutating func receive(_ nfts: [NFTID], _ owner: NFTUserID) {
    guard let row = users.find(owner) else { return }
    for nft in nfts {
      users[row].latestAcquisition = acquisitions.append(
        Acquisition(nft: nft, previous: users[row].latestAcquisition))
    }
    users[row].ownedCount += nfts.count
  }
}

extension NFTCollectors {
  func require(_ user: NFTUserID) throws(QueryRefusal) -> NFTCollector { try users.require(user) }

  /// One who must exist if there is one.
  func require(_ user: NFTUserID?) throws(QueryRefusal) -> NFTCollector? {
    try users.require(user)
  }

  func profile(of user: NFTUserID) throws(QueryRefusal) -> NFTKnownProfile {
    guard let row = users.find(user) else { throw .notFound(NFTReadModelTexts.unknown(user)) }
    return profiles[row]
  }

  /// Nil when there is no such user.
  func find(_ user: NFTUserID) -> NFTCollector? { users.find(user).map { users[$0] } }

  /// In the order they came; none of a user who does not exist.
  func owned(by user: NFTUserID) -> [NFTID] {
    acquisitions.chain(from: find(user)?.latestAcquisition, \.previous).map(\.nft).reversed()
  }
}

/// A user, as far as cards and lists of NFTs depend on them.
struct NFTCollector: Identified {
  let id: NFTUserID
  fileprivate(set) var liked = NFTShelf()
  /// What has been put into the cart. Once it is sold to somebody else it is still here, so that
  /// a sale need not look for the carts it leaves.
  fileprivate(set) var cart = NFTShelf()
  fileprivate(set) var ownedCount = 0
  /// The number of the latest one.
  fileprivate var latestAcquisition: Int?
  /// The order chosen for the cart.
  fileprivate(set) var cartSort: NFTListSort?
  /// The order chosen for what the user owns.
  fileprivate(set) var ownSort: NFTListSort?

  fileprivate init(id: NFTUserID) { self.id = id }

  func hasInCart(_ nft: NFTRecord) -> Bool { nft.owner == nil && cart.holds(nft.id) }
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

extension NFTCollector: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("id", id)
    try members.write("liked", liked)
    try members.write("cart", cart)
    members.write("ownedCount", ownedCount)
    members.write("latestAcquisition", latestAcquisition)
    members.write("cartSort", cartSort)
    members.write("ownSort", ownSort)
  }
}

extension NFTShelf: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    try members.writeOther("since", since)
  }
}

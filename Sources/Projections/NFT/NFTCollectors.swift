import Domain
import EventEngine

/// All users with their profiles, favourites, carts and NFTs.
struct NFTCollectors: Codable, Equatable, Sendable {
  /// The acquisition of an NFT by a user.
  private struct Acquisition: Codable, Equatable, FastEncodable {
    let nft: NFTID
    /// The index of the user's previous acquisition.
    let previous: Int?

    func write(to members: inout ObjectWriter) {
      members.write("nft", nft)
      members.write("previous", previous)
    }
  }

  private var users = Table<NFTCollector>()
  /// The profiles, one for each row.
  private var profiles = SegmentedArray<NFTKnownProfile>()
  /// The acquisitions of all users, as linked lists. Those of NFTs that were sold again remain.
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

  /// Gives the bought NFTs to the buyer and removes them from the buyer's cart.
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
  }
}

extension NFTCollectors {
  func require(_ user: NFTUserID) throws(QueryRefusal) -> NFTCollector { try users.require(user) }

  /// The user, who must exist if given.
  func require(_ user: NFTUserID?) throws(QueryRefusal) -> NFTCollector? {
    try users.require(user)
  }

  func profile(of user: NFTUserID) throws(QueryRefusal) -> NFTKnownProfile {
    guard let row = users.find(user) else { throw .notFound(.unknownUser(user)) }
    return profiles[row]
  }

  /// The user; nil if unknown.
  func find(_ user: NFTUserID) -> NFTCollector? { users.find(user).map { users[$0] } }

  /// The NFTs that the user has or had, without repetitions, in the order in which each was
  /// acquired last; empty for an unknown user.
  func acquiredNFTs(of user: NFTUserID) -> [NFTID] {
    acquisitions.chain(from: find(user)?.latestAcquisition, \.previous).map(\.nft)
      .withoutRepeats().reversed()
  }
}

/// The part of a user that cards and lists of NFTs depend on.
struct NFTCollector: Identified {
  let id: NFTUserID
  fileprivate(set) var liked = NFTShelf()
  /// The NFTs put into the cart. Those sold to somebody else remain here, so that a sale need not
  /// search all carts.
  fileprivate(set) var cart = NFTShelf()
  /// The index of the latest acquisition.
  fileprivate var latestAcquisition: Int?
  /// The chosen sort order of the cart.
  fileprivate(set) var cartSort: NFTListSort?
  /// The chosen sort order of the owned NFTs.
  fileprivate(set) var ownSort: NFTListSort?

  fileprivate init(id: NFTUserID) { self.id = id }

  func hasInCart(_ nft: NFTRecord) -> Bool {
    cart.since(nft.id).map { $0 > nft.sold ?? .start } ?? false
  }
}

/// NFTs with the positions of the events by which a user added them.
struct NFTShelf: Codable, Equatable, Sendable {
  private var since: [NFTID: Position] = [:]

  var count: Int { since.count }

  /// The NFTs in the order in which they were added.
  var nfts: [NFTID] { since.sorted { $0.value < $1.value }.map(\.key) }

  func holds(_ nft: NFTID) -> Bool { since[nft] != nil }

  /// The position of the event that added the NFT; nil if it is not there.
  func since(_ nft: NFTID) -> Position? { since[nft] }

  mutating func put(_ nft: NFTID, at position: Position) { since[nft] = position }

  mutating func take(_ nft: NFTID) { since[nft] = nil }
}

extension NFTCollector: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("id", id)
    try members.write("liked", liked)
    try members.write("cart", cart)
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

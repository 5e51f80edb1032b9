import Domain
import EventEngine

/// All NFTs with their owners, reservations and collections.
struct NFTRegistry: Codable, Equatable, Sendable {
  private struct Row: Identified {
    let id: NFTID
    var owner: NFTUserID?
    /// The position of the last sale, which removed the NFT from every cart.
    var sold: Position?
    /// The user whose order reserves the NFT.
    var buyer: NFTUserID?
    /// The index of the latest membership in a collection.
    var latestPlace: Int?
  }

  /// The membership of an NFT in a collection, which an edit of the collection may have ended.
  private struct Membership: Codable, Equatable {
    let collection: NFTCollectionID
    /// The index of the NFT's previous membership.
    let previous: Int?
  }

  private var rows = Table<Row>()
  /// The parts that only edits change, one for each row.
  private var minted = SegmentedArray<MintedNFT>()
  /// The memberships of all NFTs, as linked lists.
  private var places = SegmentedArray<Membership>()

  mutating func mint(_ fact: NFTMinted) {
    rows.append(Row(id: fact.nft, owner: fact.owner))
    minted.append(MintedNFT(fact))
  }

  mutating func edit(_ fact: NFTEdited) {
    guard let row = rows.find(fact.nft) else { return }
    minted[row].edit(fact)
  }

  mutating func reserve(_ nfts: [NFTID], for buyer: NFTUserID?) {
    for nft in nfts { rows.change(nft) { $0.buyer = buyer } }
  }

  mutating func sell(_ fact: NFTPaymentConfirmed, at position: Position) {
    reserve(fact.nfts, for: nil)
    for nft in fact.nfts { rows.change(nft) { ($0.owner, $0.sold) = (fact.user, position) } }
  }

  mutating func place(_ nfts: [NFTID], in collection: NFTCollectionID) {
    for nft in nfts {
      guard let row = rows.find(nft) else { continue }
      rows[row].latestPlace = places.append(
        Membership(collection: collection, previous: rows[row].latestPlace))
    }
  }
}

extension NFTRegistry {
  /// Adds NFTs to a collection that may have contained some of them before.
  mutating func place(_ nfts: [NFTID], again collection: NFTCollectionID) {
    place(nfts.filter { !places(of: $0).contains(collection) }, in: collection)
  }

  func find(_ nft: NFTID) -> NFTRecord? {
    rows.find(nft).map { row in
      NFTRecord(
        id: nft, minted: minted[row], owner: rows[row].owner, sold: rows[row].sold,
        buyer: rows[row].buyer)
    }
  }

  /// The known ones of these NFTs, in the same order.
  func all(_ nfts: [NFTID]) -> [NFTRecord] { nfts.compactMap(find) }

  /// The collections that contain or contained the NFT.
  func places(of nft: NFTID) -> [NFTCollectionID] {
    places.chain(from: rows.find(nft).flatMap { rows[$0].latestPlace }, \.previous)
      .map(\.collection)
  }
}

/// The part of an NFT that only edits change.
struct MintedNFT: Codable, Equatable, Sendable {
  private(set) var name: NFTName
  private(set) var image: WebAddress
  private(set) var rating: StarRating
  private(set) var price: Ether
  private(set) var author: NFTAuthor

  init(_ fact: NFTMinted) {
    name = fact.name
    image = fact.image
    rating = fact.rating
    price = fact.price
    author = fact.author
  }

  mutating func edit(_ fact: NFTEdited) {
    name = fact.name ?? name
    image = fact.image ?? image
    rating = fact.rating ?? rating
    price = fact.price ?? price
    author = fact.author ?? author
  }
}

/// The data on an NFT's card.
struct NFTRecord {
  let id: NFTID
  let minted: MintedNFT
  let owner: NFTUserID?
  let sold: Position?
  let buyer: NFTUserID?

  /// Returns whether the viewer could buy the NFT: it is neither the viewer's own nor reserved by
  /// somebody else.
  func isForSale(to viewer: NFTUserID?) -> Bool {
    (viewer == nil || owner != viewer) && (buyer == nil || buyer == viewer)
  }
}

extension MintedNFT: FastEncodable {
  func write(to members: inout ObjectWriter) {
    members.write("name", name)
    members.write("image", image)
    members.write("rating", rating)
    members.write("price", price.description)
    members.write("author", author)
  }
}

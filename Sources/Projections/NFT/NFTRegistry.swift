import Domain
import EventEngine

/// All NFTs with their owners and collections.
struct NFTRegistry: Codable, Equatable, Sendable {
  private struct Row: Identified {
    let id: NFTID
    var owner: NFTUserID?
    /// The index of the latest membership in a collection.
    var latestPlace: Int?
  }

  /// The membership of an NFT in a collection.
  private struct Place: Codable, Equatable {
    let collection: NFTCollectionID
    /// The index of the NFT's previous membership.
    let previous: Int?
  }

  private var rows = Table<Row>()
  /// The constant parts, one for each row.
  private var minted = SegmentedArray<MintedNFT>()
  /// The memberships of all NFTs, as linked lists.
  private var places = SegmentedArray<Place>()

  mutating func mint(_ fact: NFTMinted) {
    rows.append(Row(id: fact.nft, owner: fact.owner))
    minted.append(MintedNFT(fact))
  }

  mutating func sell(_ fact: NFTPaymentConfirmed) {
    for nft in fact.nfts {
      guard let row = rows.find(nft) else { continue }
      rows[row].owner = fact.user
    }
  }

  mutating func place(_ nfts: [NFTID], in collection: NFTCollectionID) {
    for nft in nfts {
      guard let row = rows.find(nft) else { continue }
      rows[row].latestPlace = places.append(
        Place(collection: collection, previous: rows[row].latestPlace))
    }
  }
}

extension NFTRegistry {
  func find(_ nft: NFTID) -> NFTRecord? {
    rows.find(nft).map { NFTRecord(id: nft, minted: minted[$0], owner: rows[$0].owner) }
  }

  /// The known ones of these NFTs, in the same order.
  func all(_ nfts: [NFTID]) -> [NFTRecord] { nfts.compactMap(find) }

  /// The NFT's collections, oldest first.
  func collections(of nft: NFTID) -> [NFTCollectionID] {
    places.chain(from: rows.find(nft).flatMap { rows[$0].latestPlace }, \.previous)
      .map(\.collection).reversed()
  }
}

/// The constant part of an NFT.
struct MintedNFT: Codable, Equatable, Sendable {
  let name: NFTName
  let image: Picture
  let rating: StarRating
  let price: Ether
  let author: NFTAuthor

  init(_ fact: NFTMinted) {
    name = fact.name
    image = fact.image
    rating = fact.rating
    price = fact.price
    author = fact.author
  }
}

/// The data on an NFT's card.
struct NFTRecord {
  let id: NFTID
  let minted: MintedNFT
  let owner: NFTUserID?
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

import Domain
import EventEngine

/// All NFTs, whose they are, and in which collections.
struct NFTRegistry: Codable, Equatable, Sendable {
  private struct Row: Identified {
    let id: NFTID
    var owner: NFTUserID?
    /// The number of the latest place.
    var latestPlace: Int?
  }

  /// That an NFT was put into a collection.
  private struct Place: Codable, Equatable {
    let collection: NFTCollectionID
    /// The number of the place before, of the same NFT.
    let previous: Int?
  }

  private var rows = Table<Row>()
  /// One for each row.
  private var minted = SegmentedArray<MintedNFT>()
  /// Those of all NFTs, chained NFT by NFT.
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

  /// Those of these NFTs that are known, in the same order.
  func all(_ nfts: [NFTID]) -> [NFTRecord] { nfts.compactMap(find) }

  /// The oldest first.
  func collections(of nft: NFTID) -> [NFTCollectionID] {
    places.chain(from: rows.find(nft).flatMap { rows[$0].latestPlace }, \.previous)
      .map(\.collection).reversed()
  }
}

/// What never changes of an NFT.
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

/// An NFT as its cards show it.
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

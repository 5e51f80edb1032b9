import Domain
import EventStore

/// An NFT as its cards show it.
struct KnownNFT: Identified {
  let id: NFTID
  let name: NFTName
  let image: Picture
  let rating: StarRating
  let price: Ether
  let author: NFTAuthor
  var owner: NFTUserID?

  init(_ fact: NFTMinted) {
    id = fact.nft
    name = fact.name
    image = fact.image
    rating = fact.rating
    price = fact.price
    author = fact.author
    owner = fact.owner
  }
}

extension Table<KnownNFT> {
  mutating func sell(_ fact: NFTPaymentConfirmed) {
    for nft in fact.nfts {
      guard let row = find(nft) else { continue }
      self[row].owner = fact.user
    }
  }

  /// Those of these NFTs that are known, in the same order.
  func all(_ nfts: [NFTID]) -> [KnownNFT] {
    nfts.compactMap { nft in find(nft).map { self[$0] } }
  }
}

extension KnownNFT: WrittenShape {
  func write(to members: inout WrittenMembers) throws(PayloadEncodingError) {
    members.write("id", id)
    members.write("name", name)
    members.write("image", image)
    members.write("rating", rating)
    members.write("price", price.description)
    members.write("author", author)
    members.write("owner", owner)
  }
}

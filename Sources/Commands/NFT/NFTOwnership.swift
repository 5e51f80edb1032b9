import Domain
import EventEngine

/// The prices and owners of NFTs, as far as decisions need them.
struct NFTOwnership: Equatable {
  struct Lot: Equatable {
    let name: NFTName
    let price: Ether
    var owner: NFTUserID?
  }

  private var lots: [NFTID: Lot] = [:]

  mutating func add(_ fact: NFTMinted) {
    lots[fact.nft] = Lot(name: fact.name, price: fact.price, owner: fact.owner)
  }

  mutating func sell(_ nfts: [NFTID], to buyer: NFTUserID) {
    for nft in nfts { lots[nft]?.owner = buyer }
  }

  func require(_ nft: NFTID) throws(NFTRefusal) -> Lot {
    guard let lot = lots[nft] else { throw .unknownNFT(nft) }
    return lot
  }

  /// Returns those of the NFTs that have no owner, with their prices.
  func unsold(_ nfts: [NFTID]) -> [(nft: NFTID, lot: Lot)] {
    nfts.compactMap { nft in
      lots[nft].flatMap { lot in lot.owner == nil ? (nft, lot) : nil }
    }
  }
}

import Domain
import EventEngine

/// The names, prices, owners and last sales of NFTs, for decisions.
struct NFTOwnership: Equatable {
  struct Lot: Equatable {
    var name: NFTName
    var price: Ether
    var owner: NFTUserID?
    /// The position of the last sale, which removed the NFT from every cart.
    var sold = Position.start
  }

  private var lots: [NFTID: Lot] = [:]

  static let factTypes = [NFTMinted.type, NFTEdited.type, NFTPaymentConfirmed.type]

  mutating func add(_ fact: NFTMinted) {
    lots[fact.nft] = Lot(name: fact.name, price: fact.price, owner: fact.owner)
  }

  mutating func edit(_ fact: NFTEdited) {
    if let name = fact.name { lots[fact.nft]?.name = name }
    if let price = fact.price { lots[fact.nft]?.price = price }
  }

  mutating func sell(_ fact: NFTPaymentConfirmed, at position: Position) {
    for nft in fact.nfts {
      lots[nft]?.owner = fact.user
      lots[nft]?.sold = position
    }
  }

  func require(_ nft: NFTID) throws(NFTRefusal) -> Lot {
    guard let lot = lots[nft] else { throw .unknownNFT(nft) }
    return lot
  }
}

import Domain
import EventEngine

/// The contents of users' carts.
///
/// A sale removes an NFT from every cart, but changes only the buyer's cart here, so that the cost
/// of a sale doesn't depend on the number of carts. An NFT that was added before its last sale
/// counts as removed.
struct NFTCartContents: Equatable {
  private var carts: [NFTUserID: [NFTID: Position]] = [:]

  mutating func add(_ nft: NFTID, to user: NFTUserID, at position: Position) {
    carts[user, default: [:]][nft] = position
  }

  mutating func remove(_ nfts: [NFTID], from user: NFTUserID) {
    for nft in nfts { carts[user]?[nft] = nil }
    if carts[user]?.isEmpty == true { carts[user] = nil }
  }

  func contains(_ nft: NFTID, _ lot: NFTOwnership.Lot, of user: NFTUserID) -> Bool {
    carts[user]?[nft].map { $0 > lot.sold } ?? false
  }

  /// The NFTs that a user added, in the order of adding, including those sold to others since.
  func addedNFTs(of user: NFTUserID) -> [NFTID] {
    carts[user, default: [:]].sorted { $0.value < $1.value }.map(\.key)
  }
}

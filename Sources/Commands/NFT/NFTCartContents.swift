import Domain
import EventEngine

/// The contents of users' carts.
///
/// A sale removes an NFT from every cart, but only the buyer's is updated here, so that the cost of
/// a sale doesn't depend on the number of carts. Callers must filter out sold NFTs.
struct NFTCartContents: Equatable {
  private var carts: [NFTUserID: [NFTID: Position]] = [:]

  mutating func add(_ nft: NFTID, to user: NFTUserID, at position: Position) {
    carts[user, default: [:]][nft] = position
  }

  mutating func remove(_ nfts: [NFTID], from user: NFTUserID) {
    for nft in nfts { carts[user]?[nft] = nil }
    if carts[user]?.isEmpty == true { carts[user] = nil }
  }

  func contains(_ nft: NFTID, of user: NFTUserID) -> Bool { carts[user]?[nft] != nil }

  /// The NFTs in a user's cart, in the order of adding.
  func nfts(of user: NFTUserID) -> [NFTID] {
    carts[user, default: [:]].sorted { $0.value < $1.value }.map(\.key)
  }
}

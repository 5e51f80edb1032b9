import Domain
import EventEngine

/// What users have put into their carts.
///
/// A sale takes an NFT out of every cart. The buyer's forgets it at once; the others still have it
/// here, so that a sale costs the same however many they are, and whoever asks leaves out what is
/// sold.
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

  /// The first added first.
  func nfts(of user: NFTUserID) -> [NFTID] {
    carts[user, default: [:]].sorted { $0.value < $1.value }.map(\.key)
  }
}

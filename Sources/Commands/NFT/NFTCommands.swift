import Domain
import EventEngine

extension DomainCommands {
  public static let nft = DomainCommands(
    "nft", of: NFTEvent.self,
    [
      NFTUsers.self, NFTMinting.self, NFTShop.self, NFTLikes.self, NFTCarts.self,
      NFTPayments.self, NFTPaymentExpiries.self,
    ])
}

import Commands
import Domain
import Projections

/// A domain of the engine: its commands and its read models.
struct RegisteredDomain: Sendable {
  let commands: DomainCommands
  let readModels: ReadModels

  /// Every domain; a new one is one line here.
  static let all: [RegisteredDomain] = [
    .courier, .nft,
  ]

  static var commands: [DomainCommands] { all.map(\.commands) }

  static var readModels: [ReadModel] { all.flatMap(\.readModels.models) }
}

extension RegisteredDomain {
  static let courier = RegisteredDomain(
    commands: DomainCommands(
      "courier", of: CourierEvent.self,
      [
        CourierAccounts.self, CourierSession.self, DeliveryOrders.self, CourierFeed.self,
        DeliveryReminders.self,
      ]),
    readModels: ReadModels(
      "courier", of: CourierEvent.self,
      [
        Orders.self, Feed.self, MetroStations.self, Session.self, OrderDetails.self,
        Notifications.self,
      ]))

  static let nft = RegisteredDomain(
    commands: DomainCommands(
      "nft", of: NFTEvent.self,
      [
        NFTUsers.self, NFTMinting.self, NFTShop.self, NFTLikes.self, NFTCarts.self,
        NFTPayments.self,
      ]),
    readModels: ReadModels(
      "nft", of: NFTEvent.self,
      [
        NFTCatalogue.self, NFTCollectionPage.self, NFTItem.self, NFTCart.self, NFTCurrencies.self,
        NFTOrders.self, NFTProfile.self, MyNFTs.self, FavouriteNFTs.self, NFTRating.self,
        NFTUser.self, UserNFTs.self,
      ]))
}

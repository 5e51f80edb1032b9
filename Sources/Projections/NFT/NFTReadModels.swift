import Domain
import EventEngine

extension ReadModels {
  public static let nft = ReadModels(
    "nft", of: NFTEvent.self,
    [
      NFTCatalogue.self, NFTCollectionPage.self, NFTItem.self, NFTCart.self,
      NFTCurrencies.self, NFTOrders.self, NFTProfile.self, MyNFTs.self, FavouriteNFTs.self,
      NFTRating.self, NFTUser.self, UserNFTs.self,
    ])
}

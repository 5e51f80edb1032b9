import Domain
import EventEngine

extension ReadModels {
  public static let mall = ReadModels(
    "mall", of: MallEvent.self,
    [
      MallHome.self, MallCategories.self, MallCatalogue.self, MallObjectPage.self,
      GiftCatalogue.self, OfferPage.self, MyGifts.self, PointsBalance.self,
      TransactionHistory.self, ReferralPage.self, NewsFeed.self, NewsPage.self, Happenings.self,
      HappeningPage.self, MallProfile.self, MallSettings.self, MallStart.self,
      MallNotifications.self, MallDeviceList.self, LoyaltyProgramme.self, AboutApp.self,
      SentCodes.self, OfferUsage.self, MallUsers.self, AppReviews.self, PointsLedger.self,
    ])
}

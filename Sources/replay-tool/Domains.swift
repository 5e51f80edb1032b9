import Commands
import Domain
import Projections

/// A domain of the engine: its commands and its read models.
struct RegisteredDomain: Sendable {
  let commands: DomainCommands
  let readModels: ReadModels

  /// Every domain; a new one is one line here.
  static let all: [RegisteredDomain] = [
    .courier,
    .habits,
    .mall,
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
}

extension RegisteredDomain {
  static let habits = RegisteredDomain(
    commands: DomainCommands(
      "habits", of: HabitsEvent.self,
      [
        HabitsOnboarding.self, TrackerCategories.self, Trackers.self, PinnedTrackers.self,
        TrackerCompletions.self, BoardFilters.self,
      ]),
    readModels: ReadModels(
      "habits", of: HabitsEvent.self,
      [
        HabitsBoard.self, CategoryList.self, HabitsStart.self, TrackerDetails.self,
        HabitsStatistics.self,
      ]))
}

extension RegisteredDomain {
  static let mall = RegisteredDomain(
    commands: DomainCommands(
      "mall", of: MallEvent.self,
      [
        MallDevices.self, VerificationCodes.self, MallSession.self, MallRegistration.self,
        MallProfiles.self, AppRatings.self, MallObjects.self, MallOffers.self, MallNews.self,
        MallHappenings.self, MallProgramme.self, MallGifts.self, HappeningPlaces.self,
        CodeExpiry.self,
      ]),
    readModels: ReadModels(
      "mall", of: MallEvent.self,
      [
        MallHome.self, MallCategories.self, MallCatalogue.self, MallObjectPage.self,
        GiftCatalogue.self, OfferPage.self, MyGifts.self, PointsBalance.self,
        TransactionHistory.self, ReferralPage.self, NewsFeed.self, NewsPage.self, Happenings.self,
        HappeningPage.self, MallProfile.self, MallSettings.self, AboutApp.self, SentCodes.self,
        OfferUsage.self, MallUsers.self, AppReviews.self, PointsLedger.self,
      ]))
}

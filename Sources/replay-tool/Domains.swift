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
    .mods,
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
  static let mods = RegisteredDomain(
    commands: DomainCommands(
      "mods", of: ModsEvent.self,
      [
        ModPublication.self, PaywallConfiguration.self, RequestSecrets.self, LegalDocuments.self,
        Paywalls.self, Subscriptions.self, ModDownloads.self, ContentLocales.self,
        SubscriptionExpiries.self,
      ]),
    readModels: ReadModels(
      "mods", of: ModsEvent.self,
      [
        Catalogue.self, ModDetails.self, SubscriptionStatus.self, ModsMenu.self,
        DocumentPage.self, DownloadHistory.self, ModsAnalytics.self,
      ]))
}

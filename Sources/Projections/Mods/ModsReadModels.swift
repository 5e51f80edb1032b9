import Domain
import EventEngine

extension ReadModels {
  public static let mods = ReadModels(
    "mods", of: ModsEvent.self,
    [
      Catalogue.self, ModDetails.self, SubscriptionStatus.self, ModsMenu.self,
      PaywallSettings.self, DocumentPage.self, DownloadHistory.self, ModsAnalytics.self,
    ])
}

import Domain
import EventEngine

extension DomainCommands {
  public static let mods = DomainCommands(
    "mods", of: ModsEvent.self,
    [
      ModPublication.self, PaywallConfiguration.self, RequestSecrets.self,
      LegalDocuments.self, Paywalls.self, Subscriptions.self, ModDownloads.self,
      ContentLocales.self, SubscriptionExpiries.self,
    ])
}

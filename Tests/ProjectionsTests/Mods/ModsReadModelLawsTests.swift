import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// Laws of every read model, on one long story. `CheckingTests` has the laws of folds and
/// snapshots.
@Suite struct `Every read model of the application with mods` {
  static let story = ModsStory(
    .published("boat"), .published("raptor", in: .animals), .published("rex", in: .animals),
    .documentSet(.privacy, "Ничего."), .documentSet(.privacy, "Nothing.", "en"), .configured()
  )
  .then(at: "2026-05-08T10:00:00Z", .launched("anna"), .paywall("anna"), .dismissed("anna"))
  .then(.opened("raptor", by: "anna"), .paywall("anna", insteadOf: "raptor"))
  .then(.trial("anna", until: "2026-05-11T10:00:00Z"), .downloaded("raptor", by: "anna"))
  .then(at: "2026-05-09T10:00:00Z", .localeChosen("anna", "en-GB"), .launched("boris"))
  .then(.translated("boat", "en", "Boat"), .translated("raptor", "en-GB", "Raptor"))
  .then(.purchased("boris", until: "2026-06-08T10:00:00Z"), .downloaded("raptor", by: "boris"))
  .then(.edited("raptor", to: .ships, title: "Ящер"), .subscriptionCancelled("boris"))
  .then(.subscriptionResumed("boris"), .subscriptionCancelled("boris"))
  .then(.withdrawn("rex"), .localeChosen("anna", "en"), .localeChosen("vera", "zh"))
  .then(at: "2026-05-11T10:00:00Z", .expired("anna", until: "2026-05-11T10:00:00Z"))
  .then(
    .renewed("anna", since: "2026-05-11T10:00:00Z", until: "2026-06-10T10:00:00Z"),
    .downloaded("boat", by: "anna"), .rotated("key-1"), .rotated("key-2"), .withdrawn("boat"))

  static let parameters: [(any Projection<ModsEvent>.Type, JSONObject)] = [
    (ModDetails.self, ["path": "raptor"]), (ModDetails.self, ["path": "boat"]),
    (ModDetails.self, ["path": "rex"]), (SubscriptionStatus.self, ["user": "anna"]),
    (SubscriptionStatus.self, ["user": "boris"]), (SubscriptionStatus.self, ["user": "vera"]),
    (ModsMenu.self, ["user": "anna"]), (ModsMenu.self, ["user": "gleb"]),
    (DocumentPage.self, ["document": "privacy"]),
    (DocumentPage.self, ["document": "privacy", "locale": "en"]),
    (ModDetails.self, ["path": "raptor", "locale": "en-GB"]),
    (DownloadHistory.self, ["user": "anna"]), (DownloadHistory.self, ["user": "boris"]),
    (DownloadHistory.self, ["path": "raptor"]), (DownloadHistory.self, ["path": "rex"]),
    (DownloadHistory.self, ["user": "anna", "path": "raptor"]),
    (Catalogue.self, ["category": "ships"]), (Catalogue.self, ["category": "animals"]),
    (ModsAnalytics.self, [:]), (PaywallSettings.self, [:]),
  ]

  @Test func `is tested on a story with every type of event`() {
    #expect(Self.story.hasAllTypes(of: ModsEvent.samples))
  }

  @Test func `is named by the events that change its answers, and by no others`() throws {
    try Self.story.checkAudits(.mods, of: Self.parameters)
  }

  @Test func `is named by translations into its language`() {
    let story = ModsStory(.translated("boat", "en", "Boat"), .documentSet(.terms, "Pay.", "en"))
    #expect(
      ModDetails.keys(touchedBy: story.events[0])
        == [["path": "boat"], ["path": "boat", "locale": "en"]])
    #expect(
      DocumentPage.keys(touchedBy: story.events[1]) == [["document": "terms", "locale": "en"]])
  }
}

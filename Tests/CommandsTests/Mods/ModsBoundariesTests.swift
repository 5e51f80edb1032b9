import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// The boundary of each decision: the mod, the user, and the global settings.
@Suite struct `The boundaries of the mods commands` {
  private typealias Item = Query.Item

  @Test func `name the mod, the user and the configuration`() {
    let anna = ModsUserID(rawValue: "anna")
    let raptor = ModPath(rawValue: "raptor")
    let subscription = Item(
      types: [
        "mods.trialStarted", "mods.subscriptionPurchased", "mods.subscriptionRenewed",
        "mods.subscriptionCancelled", "mods.subscriptionResumed", "mods.subscriptionExpired",
      ], tags: [anna.tag])
    let configuration = Item(types: ["mods.paywallConfigured"])
    let mod = Item(
      types: ["mods.modPublished", "mods.modEdited", "mods.modWithdrawn"], tags: [raptor.tag])
    #expect(Paywalls().boundary(of: .launch(anna)).items == [subscription, configuration])
    #expect(Paywalls().boundary(of: .open(anna)).items == [subscription, configuration])
    #expect(Subscriptions().boundary(of: .purchase(anna)).items == [subscription, configuration])
    #expect(Subscriptions().boundary(of: .cancel(anna)).items == [subscription])
    #expect(ModDownloads().boundary(of: .open(raptor, by: anna)).items == [mod])
    #expect(
      ModDownloads().boundary(of: .download(raptor, by: anna)).items
        == [mod, subscription, configuration])
    #expect(
      ModPublication().boundary(of: .withdraw(raptor)).items
        == [Item(types: ["mods.modPublished", "mods.modWithdrawn"], tags: [raptor.tag])])
    #expect(ContentLocales().boundary(of: .init(user: anna, locale: "en")) == .nothing)
  }
}

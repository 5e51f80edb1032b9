import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// What holds for every read model, on one long story.
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
  .then(.withdrawn("rex"), .localeChosen("anna", "en"), .localeChosen("vera", "zh"))
  .then(at: "2026-05-11T10:00:00Z", .expired("anna", until: "2026-05-11T10:00:00Z"))
  .then(
    .renewed("anna", since: "2026-05-11T10:00:00Z", until: "2026-06-10T10:00:00Z"),
    .downloaded("boat", by: "anna"), .rotated("key-1"), .rotated("key-2"), .withdrawn("boat"))

  static let parameters: [(any Projection<ModsEvent>.Type, JSONObject)] = [
    (Catalogue.self, ["category": "ships"]), (Catalogue.self, ["category": "animals"]),
    (Catalogue.self, ["category": "ships", "user": "anna", "limit": .int(1)]),
    (ModDetails.self, ["path": "raptor"]), (ModDetails.self, ["path": "boat"]),
    (ModDetails.self, ["path": "rex"]), (SubscriptionStatus.self, ["user": "anna"]),
    (SubscriptionStatus.self, ["user": "boris"]), (SubscriptionStatus.self, ["user": "vera"]),
    (ModsMenu.self, ["user": "anna"]), (ModsMenu.self, ["user": "gleb"]),
    (DocumentPage.self, ["document": "privacy"]),
    (DocumentPage.self, ["document": "privacy", "locale": "en"]),
    (ModDetails.self, ["path": "raptor", "locale": "en-GB"]),
    (DownloadHistory.self, ["user": "anna"]), (DownloadHistory.self, ["user": "boris"]),
    (DownloadHistory.self, ["path": "raptor"]), (DownloadHistory.self, ["path": "rex"]),
    (ModsAnalytics.self, [:]), (ModsAnalytics.self, ["from": "2026-05-09", "to": "2026-05-12"]),
  ]

  static let all: [any Projection<ModsEvent>.Type] = [
    Catalogue.self, ModDetails.self, SubscriptionStatus.self, ModsMenu.self, DocumentPage.self,
    DownloadHistory.self, ModsAnalytics.self,
  ]

  @Test(arguments: all)
  func `names every type of fact it folds`(_ model: any Projection<ModsEvent>.Type) {
    checkFactTypes(model)
  }

  private func checkFactTypes<P: Projection<ModsEvent>>(_ model: P.Type) {
    #expect(Self.story.fold(P.self, .of(P.State.factTypes)) == Self.story.fold(P.self))
    for (other, members) in Self.parameters where other == model {
      guard let parameters = try? Self.story.read(P.self, members) else { continue }
      let facts = P(P.State()).facts(for: parameters)
      #expect(facts.items.allSatisfy { !$0.types.isEmpty })
      #expect(facts.items.flatMap(\.types).allSatisfy(P.State.factTypes.contains))
    }
  }

  // `show` compares the answer with those of narrower folds and of snapshots.
  @Test func `answers from the facts it names as from everything, at every position`() {
    for count in 0...Self.story.events.count {
      for (model, parameters) in Self.parameters {
        #expect(!show(model, parameters, Self.story.cut(to: count)).isEmpty)
      }
    }
  }

  private func show<P: Projection<ModsEvent>>(
    _ model: P.Type, _ parameters: JSONObject, _ story: ModsStory
  ) -> String { story.show(P.self, parameters, at: "2026-05-10T00:00:00Z") }

  @Test(arguments: all)
  func `goes on from a snapshot as if there were none`(
    _ model: any Projection<ModsEvent>.Type
  ) { Self.story.checkSnapshots(model) }

  @Test(arguments: all)
  func `names all answers that an event changes, if it has parameters to name`(
    _ model: any Projection<ModsEvent>.Type
  ) { checkKeys(model) }

  private func checkKeys<P: Projection<ModsEvent>>(_ model: P.Type) {
    if P.self == Catalogue.self || P.self == ModsAnalytics.self { return }
    for (other, members) in Self.parameters where other == model {
      // In which language something is read nobody can say before it is translated.
      var isNamed = members["locale"] == nil
      for count in Self.story.events.indices {
        let event = Self.story.events[count]
        let isTold = Self.story.keys(P.self, touchedBy: event).contains(members)
        isNamed = isNamed || isTold
        // A new secret changes what everybody may ask, another language what somebody reads.
        if [RequestSecretRotated.type, ContentLocaleChosen.type].contains(event.type) { continue }
        let before = show(P.self, members, Self.story.cut(to: count))
        let after = show(P.self, members, Self.story.cut(to: count + 1))
        #expect(
          before == after || isTold || !isNamed,
          "\(members) at \(event.position)")
      }
    }
  }

  @Test func `names what is read in a language when it is translated`() {
    let story = ModsStory(.translated("boat", "en", "Boat"), .documentSet(.terms, "Pay.", "en"))
    #expect(
      ModDetails.keys(touchedBy: story.events[0])
        == [["path": "boat"], ["path": "boat", "locale": "en"]])
    #expect(
      DocumentPage.keys(touchedBy: story.events[1]) == [["document": "terms", "locale": "en"]])
  }
}

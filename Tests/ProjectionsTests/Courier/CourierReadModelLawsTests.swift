import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// What holds for every read model, on one long story.
@Suite struct `Every read model of the courier` {
  static let story = CourierStory(by: "admin", .registered("ivan"), .registered("oleg"))
    .then(
      by: "eva", .placed("o-1", for: "2026-05-08", color: "синий"), .placed("o-2", metro: "Динамо"),
      .placed("o-3", comment: "Домофон сломан"), .placed("o-4", metro: "Тёплый Стан")
    )
    .then(at: "2026-05-08T10:00:00Z", .signInFailed("login"), .signedIn("ivan"))
    .then(by: "ivan", .refreshed("ivan", metro: ["Сокол", "Динамо"]), .accepted("o-1", by: "ivan"))
    .then(
      by: "oleg", .signedIn("oleg"), .accepted("o-2", by: "oleg"), .completed("o-2", by: "oleg")
    )
    .then(by: "eva", .cancelled("o-4"), .placed("o-5"), .placed("o-6"))
    .then(at: "2026-05-08T19:00:00Z", by: "system", .reminded(of: "o-1", "ivan"))
    .then(by: "ivan", .viewedMine("ivan"), .accepted("o-5", by: "ivan"), .signedOut("ivan"))
    .then(.passwordForgotten(PasswordForgotten()), .signedIn("ivan"))
    .then(by: "ivan", .completed("o-1", by: "ivan"), .refreshed("ivan", metro: nil))

  static let parameters: [(any Projection<CourierEvent>.Type, JSONObject)] = [
    (Orders.self, [:]), (Orders.self, ["metro": "Сокол"]), (Orders.self, ["courier": "oleg"]),
    (Orders.self, ["courier": "petr"]), (Orders.self, ["tab": "mine", "courier": "ivan"]),
    (Orders.self, ["tab": "mine", "courier": "oleg", "metro": "Динамо"]),
    (Feed.self, ["courier": "ivan"]), (Feed.self, ["courier": "oleg"]),
    (Feed.self, ["courier": "petr"]), (MetroStations.self, [:]),
    (Session.self, ["courier": "ivan"]), (Session.self, ["courier": "oleg"]),
    (OrderDetails.self, ["order": "o-1"]), (OrderDetails.self, ["order": "o-2"]),
    (OrderDetails.self, ["order": "o-4"]), (OrderDetails.self, ["order": "o-6"]),
    (OrderDetails.self, ["order": "o-7"]), (Notifications.self, ["courier": "ivan"]),
    (Notifications.self, ["courier": "oleg"]),
  ]

  static let all: [any Projection<CourierEvent>.Type] = [
    Orders.self, Feed.self, MetroStations.self, Session.self, OrderDetails.self,
    Notifications.self,
  ]

  /// The story up to each of its events, complete and erased.
  static let stories = story.events.indices.flatMap { count in
    [story.cut(to: count + 1), story.cut(to: count + 1).erased]
  }

  @Test(arguments: all)
  func `names every type of fact it folds`(_ model: any Projection<CourierEvent>.Type) {
    checkFactTypes(model)
  }

  private func checkFactTypes<P: Projection<CourierEvent>>(_ model: P.Type) {
    #expect(Self.story.fold(P.self, .of(P.State.factTypes)) == Self.story.fold(P.self))
    for (other, members) in Self.parameters where other == model {
      guard let parameters = try? Self.story.read(P.self, members) else { continue }
      let facts = Self.story.narrowFold(P.self, parameters).facts(for: parameters)
      #expect(facts.items.allSatisfy { !$0.types.isEmpty })
      #expect(facts.items.flatMap(\.types).allSatisfy(P.State.factTypes.contains))
    }
  }

  // `show` compares the answer with those of narrower folds and of snapshots.
  @Test func `answers from the facts it names as from everything, at every position`() {
    for story in Self.stories {
      for (model, parameters) in Self.parameters {
        #expect(!show(model, parameters, story).isEmpty)
      }
    }
  }

  private func show<P: Projection<CourierEvent>>(
    _ model: P.Type, _ parameters: JSONObject, _ story: CourierStory
  ) -> String { story.show(P.self, parameters) }

  @Test(arguments: all)
  func `goes on from a snapshot as if there were none`(
    _ model: any Projection<CourierEvent>.Type
  ) { Self.story.checkSnapshots(model) }

  @Test(arguments: all)
  func `names all answers that an event changes, if it has parameters to name`(
    _ model: any Projection<CourierEvent>.Type
  ) { checkKeys(model) }

  private func checkKeys<P: Projection<CourierEvent>>(_ model: P.Type) {
    if P.self == Orders.self || P.self == MetroStations.self { return }
    for (other, members) in Self.parameters where other == model {
      for count in Self.story.events.indices {
        let before = Self.story.cut(to: count).answer(P.self, members)
        let after = Self.story.cut(to: count + 1).answer(P.self, members)
        let event = Self.story.events[count]
        #expect(
          before == after || P.keys(touchedBy: event).contains(members),
          "\(members) at \(event.position)")
      }
    }
  }
}

extension CourierStory {
  /// The answer with `now` kept the same, since time passing changes answers too.
  fileprivate func answer<P: Projection<CourierEvent>>(
    _ projection: P.Type, _ members: JSONObject
  ) -> String { show(P.self, members, at: "2026-05-08T09:00:00Z") }
}

import Domain
import EventEngine
import Projections
import TestSupport
import Testing

/// Laws of every read model, on one long story. `CheckingTests` has the laws of folds and
/// snapshots.
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
    .then(
      by: "admin", .released("o-5", from: "ivan"), .withdrawn("o-6"), .signedOut("oleg"),
      .passwordReset("oleg", login: "login", password: "9876")
    )
    .then(by: "ivan", .accepted("o-5", by: "ivan"))
    .then(by: "admin", .withdrawn("o-5", from: "ivan"))

  static let parameters: [(any Projection<CourierEvent>.Type, JSONObject)] = [
    (Feed.self, ["courier": "ivan"]), (Feed.self, ["courier": "oleg"]),
    (Feed.self, ["courier": "petr"]),
    (Session.self, ["courier": "ivan"]), (Session.self, ["courier": "oleg"]),
    (OrderDetails.self, ["order": "o-1"]), (OrderDetails.self, ["order": "o-2"]),
    (OrderDetails.self, ["order": "o-4"]), (OrderDetails.self, ["order": "o-6"]),
    (OrderDetails.self, ["order": "o-7"]), (Notifications.self, ["courier": "ivan"]),
    (Notifications.self, ["courier": "oleg"]), (Orders.self, [:]),
    (Orders.self, ["courier": "ivan"]), (MetroStations.self, [:]), (Couriers.self, [:]),
  ]

  @Test func `is tested on a story with every type of event`() {
    #expect(Self.story.hasAllTypes(of: CourierEvent.samples))
  }

  @Test func `is named by the events that change its answers, and by no others`() throws {
    try Self.story.checkAudits(.courier, of: Self.parameters)
  }
}

import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The list of orders` {
  static let noon = "2026-05-08T12:00:00.000Z"

  @Test func `has a placeholder for an empty list in both languages`() {
    #expect(
      CourierStory().show(Orders.self)
        == #"{"orders":[],"placeholder":"noOrders","placeholderText":"Заказов нет"}"#)
    #expect(
      CourierStory().show(Orders.self, ["tab": "all"], in: .en)
        == #"{"orders":[],"placeholder":"noOrders","placeholderText":"No orders"}"#)
  }

  @Test func `shows everybody the orders that are neither accepted nor cancelled`() {
    let story = CourierStory(
      .registered("ivan"), .placed("o-1"), .placed("o-2"), .placed("o-3"), .placed("o-4"),
      .accepted("o-1", by: "ivan"), .cancelled("o-2"), .accepted("o-4", by: "ivan"),
      .completed("o-4", by: "ivan"))
    #expect(story.show(Orders.self) == orders(card("o-3")))
  }

  @Test func `is sorted by delivery date, then by order of placing`() {
    let story = CourierStory(
      .placed("later", for: "2026-05-12"), .placed("first", for: "2026-05-11"),
      .placed("second", for: "2026-05-11"), .placed("overdue", for: "2026-05-08"))
    #expect(
      story.show(Orders.self, at: "2026-05-10T00:00:00Z")
        == orders(
          card("overdue", date: "2026-05-08", overdue: true), card("first", date: "2026-05-11"),
          card("second", date: "2026-05-11"), card("later", date: "2026-05-12")))
  }

  @Test func `of a courier ends with the completed orders, latest completion first`() {
    let story = CourierStory(
      .registered("ivan"), .registered("oleg"), .placed("o-1", for: "2026-05-09"),
      .placed("o-2"), .placed("o-3"), .placed("o-4", for: "2026-05-09"), .placed("o-5"),
      .placed("o-6")
    )
    .then(
      at: Self.noon, .accepted("o-1", by: "ivan"), .accepted("o-2", by: "ivan"),
      .accepted("o-3", by: "ivan"), .accepted("o-4", by: "ivan"), .accepted("o-5", by: "oleg"),
      .completed("o-1", by: "ivan"), .completed("o-3", by: "ivan"))
    func mine(_ id: String, _ status: String, date: String = "2026-05-10") -> String {
      card(
        id, status, date: date, courier: "ivan", acceptedAt: Self.noon,
        completedAt: status == "completed" ? Self.noon : nil)
    }
    // o-1 and o-3 were completed in the same millisecond, o-1 before o-3.
    #expect(
      story.show(Orders.self, ["tab": "mine", "courier": "ivan"])
        == orders(
          mine("o-4", "accepted", date: "2026-05-09"), mine("o-2", "accepted"),
          mine("o-3", "completed"), mine("o-1", "completed", date: "2026-05-09")))
  }

  @Test func `shows only the requested stations, on both tabs`() {
    let story = CourierStory(
      .registered("ivan"), .placed("o-1", metro: "Сокол"), .placed("o-2", metro: "Аэропорт"),
      .placed("o-3", metro: "сокол"), .placed("o-4", metro: "Тёплый Стан"),
      .placed("o-5", metro: "Сокол")
    )
    .then(at: Self.noon, .accepted("o-5", by: "ivan"))
    #expect(
      story.show(Orders.self, ["metro": " Аэропорт ,Сокол,"])
        == orders(card("o-1"), card("o-2", metro: "Аэропорт")))
    #expect(
      story.show(Orders.self, ["metro": "Те\u{308}плый Стан"])
        == orders(card("o-4", metro: "Тёплый Стан")),
      "canonically equivalent names are equal")
    let mine = card("o-5", "accepted", courier: "ivan", acceptedAt: Self.noon)
    #expect(
      story.show(Orders.self, ["tab": "mine", "courier": "ivan", "metro": "Сокол"])
        == orders(mine))
    #expect(
      story.show(Orders.self, ["tab": "mine", "courier": "ivan", "metro": "Аэропорт"])
        == orders())
  }

  @Test func `treats a filter of only commas as empty`() {
    let story = CourierStory(.placed("o-1"))
    #expect(story.show(Orders.self, ["metro": " , "]) == orders(card("o-1")))
    #expect(story.show(Orders.self, ["metro": ""]) == orders(card("o-1")))
  }

  @Test func `accepts an existing courier for all`() {
    let story = CourierStory(.registered("ivan"), .placed("o-1"))
    #expect(story.show(Orders.self, ["courier": "ivan"]) == orders(card("o-1")))
    #expect(
      story.show(Orders.self, ["tab": "all", "courier": "oleg"])
        == "notFound: Курьера oleg нет")
    #expect(
      story.show(Orders.self, ["tab": "mine", "courier": "oleg"], in: .en)
        == "notFound: There is no courier oleg")
  }

  @Test func `refuses malformed parameters`() {
    #expect(CourierStory().show(Orders.self, ["tab": "mine"]) == "missingField: courier")
    #expect(CourierStory().show(Orders.self, ["tab": "Mine"]) == "invalidField: tab")
    #expect(CourierStory().show(Orders.self, ["courier": "Иван"]) == "invalidField: courier")
    #expect(CourierStory().show(Orders.self, ["metro": ["Сокол"]]) == "invalidField: metro")
    #expect(CourierStory().show(Orders.self, ["now": "2026-05-08"]) == "invalidField: now")
    #expect(CourierStory().show(Orders.self, ["date": "2026-05-08"]) == "unknownField: date")
  }
}

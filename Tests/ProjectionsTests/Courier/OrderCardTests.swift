import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `A card` {
  let placed = CourierStory(
    .registered("ivan"),
    .placed(
      "o-1", for: "2026-05-08", metro: "Сокол", color: "синий", comment: "Домофон сломан"))

  @Test func `shows everything a courier needs`() {
    #expect(
      placed.show(Orders.self) == """
        {"orders":[{"order":"o-1","status":"available","button":"accept","buttonText":"Принять",\
        "question":"Хотите принять заказ?","address":"ул Комнатная 12-14","deliveryDate":"2026-05-08","metro":"Сокол",\
        "overdue":false,"firstName":"Ева","lastName":"Петрова","phone":"+79161234567",\
        "color":"синий","comment":"Домофон сломан","courier":null,"acceptedAt":null,\
        "completedAt":null}],"placeholder":null,"placeholderText":null}
        """)
  }

  @Test func `is available in English; enumerated values and customers' texts stay`() {
    let accepted = placed.then(at: "2026-05-08T10:00:00Z", .accepted("o-1", by: "ivan"))
    #expect(
      accepted.show(Orders.self, ["tab": "mine", "courier": "ivan"], in: .en) == """
        {"orders":[{"order":"o-1","status":"accepted","button":"complete",\
        "buttonText":"Complete","question":"Have you completed the order?","address":"ул Комнатная 12-14","deliveryDate":"2026-05-08",\
        "metro":"Сокол","overdue":false,"firstName":"Ева","lastName":"Петрова",\
        "phone":"+79161234567","color":"синий","comment":"Домофон сломан","courier":"ivan",\
        "acceptedAt":"2026-05-08T10:00:00.000Z","completedAt":null}],\
        "placeholder":null,"placeholderText":null}
        """)
  }

  @Test func `shows an arbitrary colour and erased texts in both languages`() {
    let erased = CourierStory(.placed("o-1", comment: "Домофон сломан")).erased
    #expect(
      erased.show(Orders.self) == """
        {"orders":[{"order":"o-1","status":"available","button":"accept","buttonText":"Принять",\
        "question":"Хотите принять заказ?","address":"удалено","deliveryDate":"2026-05-10","metro":"Сокол","overdue":false,\
        "firstName":"удалено","lastName":"удалено","phone":"удалено","color":"любой",\
        "comment":null,"courier":null,"acceptedAt":null,"completedAt":null}],\
        "placeholder":null,"placeholderText":null}
        """)
    #expect(
      erased.show(Orders.self, in: .en) == """
        {"orders":[{"order":"o-1","status":"available","button":"accept","buttonText":"Accept",\
        "question":"Do you want to accept the order?","address":"erased","deliveryDate":"2026-05-10","metro":"Сокол","overdue":false,\
        "firstName":"erased","lastName":"erased","phone":"erased","color":"any",\
        "comment":null,"courier":null,"acceptedAt":null,"completedAt":null}],\
        "placeholder":null,"placeholderText":null}
        """)
  }

  @Test func `is overdue from the millisecond after 23:59 local time`() {
    #expect(
      CourierStory(.placed("o-1", for: "2026-05-08")).show(
        Orders.self, at: "2026-05-08T20:59:00.000Z")
        == orders(card("o-1", date: "2026-05-08", overdue: false)))
    #expect(
      CourierStory(.placed("o-1", for: "2026-05-08")).show(
        Orders.self, at: "2026-05-08T20:59:00.001Z")
        == orders(card("o-1", date: "2026-05-08", overdue: true)))
  }

  @Test func `takes now from the parameters rather than from the clock`() {
    #expect(
      CourierStory(.placed("o-1", for: "2026-05-08"))
        .show(Orders.self, ["now": "2026-05-09T00:00:00+03:00"], at: "2026-05-08T09:00:00Z")
        == orders(card("o-1", date: "2026-05-08", overdue: true)))
  }

  @Test func `is overdue when accepted, never when completed or cancelled`() {
    let story = CourierStory(.registered("ivan"), .placed("o-1", for: "2026-05-08"))
    let late = "2026-06-01T00:00:00Z"
    let accepted = story.then(.accepted("o-1", by: "ivan"))
    let at = "2026-05-08T09:00:00.000Z"
    #expect(
      accepted.show(Orders.self, ["tab": "mine", "courier": "ivan"], at: late)
        == orders(
          card(
            "o-1", "accepted", date: "2026-05-08", overdue: true, courier: "ivan", acceptedAt: at)))
    #expect(
      accepted.then(at: late, .completed("o-1", by: "ivan"))
        .show(Orders.self, ["tab": "mine", "courier": "ivan"], at: late)
        == orders(
          card(
            "o-1", "completed", date: "2026-05-08", courier: "ivan", acceptedAt: at,
            completedAt: "2026-06-01T00:00:00.000Z")))
    let history = #","history":["#
    #expect(
      story.then(.cancelled("o-1")).show(OrderDetails.self, ["order": "o-1"], at: late)
        .hasPrefix(card("o-1", "cancelled", date: "2026-05-08").dropLast() + history))
  }
}

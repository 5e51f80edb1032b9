import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The details of an order` {
  let completed = CourierStory(by: "admin", .registered("ivan"))
    .then(at: "2026-05-08T10:00:00Z", by: "eva", .placed("o-1", for: "2026-05-08"))
    .then(by: "max", .placed("o-2", by: "max"))
    .then(at: "2026-05-08T11:00:00Z", by: "ivan", .accepted("o-1", by: "ivan"))
    .then(at: "2026-05-08T19:00:00Z", by: "system", .reminded(of: "o-1", "ivan"))
    .then(at: "2026-05-08T20:00:00.25Z", by: "ivan", .completed("o-1", by: "ivan"))

  @Test func `consist of its card and its history`() {
    #expect(
      completed.show(OrderDetails.self, ["order": "o-1"], in: .en) == """
        {"order":"o-1","status":"completed","button":null,"buttonText":null,"question":null,\
        "address":"ул Комнатная 12-14","deliveryDate":"2026-05-08","metro":"Сокол",\
        "overdue":false,"firstName":"Ева","lastName":"Петрова","phone":"+79161234567",\
        "color":"any","comment":null,"courier":"ivan","acceptedAt":"2026-05-08T11:00:00.000Z",\
        "completedAt":"2026-05-08T20:00:00.250Z","history":[\
        {"position":2,"time":"2026-05-08T10:00:00.000Z","type":"courier.orderPlaced",\
        "actor":"eva"},\
        {"position":4,"time":"2026-05-08T11:00:00.000Z","type":"courier.orderAccepted",\
        "actor":"ivan"},\
        {"position":5,"time":"2026-05-08T19:00:00.000Z","type":"courier.deliveryReminderSent",\
        "actor":"system"},\
        {"position":6,"time":"2026-05-08T20:00:00.250Z","type":"courier.orderCompleted",\
        "actor":"ivan"}]}
        """)
  }

  @Test func `of a cancelled order have no button, no courier and no end`() {
    let story = CourierStory(by: "eva", .placed("o-1"), .cancelled("o-1"))
    #expect(
      story.show(OrderDetails.self, ["order": "o-1"]) == """
        \(card("o-1", "cancelled").dropLast()),"history":[\
        {"position":1,"time":"2026-05-08T09:00:00.000Z","type":"courier.orderPlaced",\
        "actor":"eva"},\
        {"position":2,"time":"2026-05-08T09:00:00.000Z","type":"courier.orderCancelled",\
        "actor":"eva"}]}
        """)
  }

  @Test func `take now, and have no actor if none was given`() {
    let story = CourierStory(.placed("o-1", for: "2026-05-08"))
    let history = """
      "history":[{"position":1,"time":"2026-05-08T09:00:00.000Z",\
      "type":"courier.orderPlaced","actor":null}]
      """
    #expect(
      story.show(OrderDetails.self, ["order": "o-1", "now": "2026-05-08T20:59:00.001Z"])
        == card("o-1", date: "2026-05-08", overdue: true).dropLast() + ",\(history)}")
  }

  @Test func `keep the history of an order whose personal data was erased`() {
    let story = CourierStory(by: "eva", .placed("o-1", comment: "Домофон сломан")).erased
    #expect(
      story.show(OrderDetails.self, ["order": "o-1"]) == """
        {"order":"o-1","status":"available","button":"accept","buttonText":"Принять",\
        "question":"Хотите принять заказ?","address":"удалено","deliveryDate":"2026-05-10","metro":"Сокол","overdue":false,\
        "firstName":"удалено","lastName":"удалено","phone":"удалено","color":"любой",\
        "comment":null,"courier":null,"acceptedAt":null,"completedAt":null,"history":[\
        {"position":1,"time":"2026-05-08T09:00:00.000Z","type":"courier.orderPlaced",\
        "actor":"eva"}]}
        """)
  }

  @Test func `require an existing order`() {
    #expect(
      completed.show(OrderDetails.self, ["order": "o-3"]) == "notFound: Заказа o-3 нет")
    #expect(
      completed.show(OrderDetails.self, ["order": "o-3"], in: .en)
        == "notFound: There is no order o-3")
    #expect(completed.show(OrderDetails.self) == "missingField: order")
  }
}

import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `A courier's notifications` {
  let story = CourierStory(
    .registered("ivan"), .registered("oleg"), .placed("o-1"),
    .placed("o-2", address: "Ленинский пр-т 1"), .placed("o-3"), .accepted("o-2", by: "ivan"),
    .accepted("o-1", by: "ivan"), .accepted("o-3", by: "oleg")
  )
  .then(
    at: "2026-05-10T18:59:00Z", .reminded(of: "o-1", "ivan"), .reminded(of: "o-2", "ivan"),
    .reminded(of: "o-3", "oleg"))

  @Test func `are empty before the first reminder`() {
    #expect(
      CourierStory(.registered("ivan")).show(Notifications.self, ["courier": "ivan"])
        == #"{"reminders":[]}"#)
  }

  @Test func `are that courier's reminders, oldest first`() {
    #expect(
      story.show(Notifications.self, ["courier": "ivan"]) == """
        {"reminders":[{"order":"o-1","sentAt":"2026-05-10T18:59:00.000Z",\
        "text":"2 часа до конца заказа. Заказ «ул Комнатная 12-14» нужно выполнить до 23:59. \
        Если не успеваете, предупредите поддержку: 0101","opens":"mine"},\
        {"order":"o-2","sentAt":"2026-05-10T18:59:00.000Z",\
        "text":"2 часа до конца заказа. Заказ «Ленинский пр-т 1» нужно выполнить до 23:59. \
        Если не успеваете, предупредите поддержку: 0101","opens":"mine"}]}
        """)
  }

  @Test func `are available in English`() {
    #expect(
      story.show(Notifications.self, ["courier": "oleg"], in: .en) == """
        {"reminders":[{"order":"o-3","sentAt":"2026-05-10T18:59:00.000Z",\
        "text":"2 hours left for the order. The order “ул Комнатная 12-14” must be completed \
        by 23:59. If you cannot do so, call support: 0101","opens":"mine"}]}
        """)
  }

  @Test func `show no erased address`() {
    #expect(
      story.erased.show(Notifications.self, ["courier": "oleg"]) == """
        {"reminders":[{"order":"o-3","sentAt":"2026-05-10T18:59:00.000Z",\
        "text":"2 часа до конца заказа. Заказ «удалено» нужно выполнить до 23:59. \
        Если не успеваете, предупредите поддержку: 0101","opens":"mine"}]}
        """)
  }

  @Test func `depend on the courier's reminders and on their orders`() {
    let ivan: CourierID = "ivan"
    #expect(
      story.narrowFold(Notifications.self, ivan).facts(for: ivan)
        == .of(
          ["courier.courierRegistered", "courier.deliveryReminderSent"], Tag("courier", "ivan"))
        | .of(["courier.orderPlaced"], Tag("order", "o-1"))
        | .of(["courier.orderPlaced"], Tag("order", "o-2")))
  }

  @Test func `require an existing courier`() {
    #expect(story.show(Notifications.self, ["courier": "petr"]) == "notFound: Курьера petr нет")
    #expect(story.show(Notifications.self) == "missingField: courier")
  }
}

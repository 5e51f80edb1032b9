import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `The recorded shapes of courier events` {
  @Test(arguments: CourierEvent.samples)
  func `round-trip through JSON`(event: CourierEvent) throws {
    try expectRoundTrip(event.payload)
  }

  @Test func `have fixed types and versions`() {
    #expect(
      CourierEvent.samples.map(\.typeAndVersion) == [
        "courier.courierRegistered 1", "courier.courierSignedIn 1", "courier.signInFailed 1",
        "courier.passwordForgotten 1", "courier.courierSignedOut 1", "courier.passwordReset 1",
        "courier.orderPlaced 1",
        "courier.orderCancelled 1", "courier.orderAccepted 1", "courier.orderCompleted 1",
        "courier.orderReleased 1", "courier.orderWithdrawn 1", "courier.ordersRefreshed 1",
        "courier.acceptedOrdersViewed 1",
        "courier.deliveryReminderSent 1",
      ])
  }

  @Test(arguments: CourierEvent.samples)
  func `contain no personal data outside the erasable section`(event: CourierEvent) throws {
    try expectNothingPersonalInTheClear(event.payload)
  }

  @Test func `contain the expected personal data`() throws {
    let found = try CourierEvent.samples.map { try personalTexts(of: $0.payload).count }
    #expect(found == [4, 1, 1, 0, 0, 3, 5, 0, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test func `name the subjects of the data; the courier of an order is not one`() {
    let subjects = CourierEvent.samples.map { $0.payload.subjects.map(\.rawValue) }
    let oleg = "login:\(KeyedDigest.forTests("courier.login", "OlegLogin").rawValue)"
    #expect(
      subjects == [
        ["courier:ivan"], ["courier:ivan"], [oleg], [], [], ["courier:ivan"],
        ["order:o-1", "user:eva"], [], [], [], [], [], [], [], [],
      ])
  }
}

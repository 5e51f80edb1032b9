import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Leaving an event` {
  private let given = Given<HappeningPlaces>(
    .signedIn("eva"), .moved(100, .registration, "eva"), .scheduled("concert"),
    .joined("concert", by: "eva"), .moved(-25, .event, "eva", title: "Концерт на крыше"))
  private let concert: JSONObject = ["event": "concert"]

  @Test func `refunds the price that was paid, under the event's current title`() {
    given.and(
      .rescheduled("concert", changed { ($0.price, $0.title) = (99, "Джаз на крыше") })
    )
    .when("mall.leaveEvent", by: "eva", concert)
    .then(.left("concert", by: "eva"), .moved(25, .refund, "eva", title: "Джаз на крыше"))
    .answering()
    .thereafter.when("mall.leaveEvent", by: "eva", concert).thenRefused(.notRegistered)
  }

  @Test func `moves no points if nothing was paid`() {
    let free = Given<HappeningPlaces>(
      .signedIn("eva"), .scheduled("concert"), .joined("concert", by: "eva", for: 0))
    free.when("mall.leaveEvent", by: "eva", concert).then(.left("concert", by: "eva", for: 0))
  }

  @Test func `frees the place, also for the user who left`() {
    let full = given.and(.joined("concert", by: "ivan"), .signedIn("oleg", on: "d-3"))
      .and(.moved(100, .registration, "oleg"))
    full.when("mall.registerForEvent", by: "oleg", concert).thenRefused(.eventFull)
    let left = full.and(.left("concert", by: "eva"), .moved(25, .refund, "eva"))
    left.when("mall.registerForEvent", by: "oleg", concert)
      .then(.joined("concert", by: "oleg"), .moved(-25, .event, "oleg", title: "Концерт на крыше"))
    left.when("mall.registerForEvent", by: "eva", concert)
      .then(.joined("concert", by: "eva"), .moved(-25, .event, "eva", title: "Концерт на крыше"))
  }

  @Test func `is refused in the documented order`() {
    let cancelled = given.and(.cancelled("concert"))
    cancelled.when("mall.leaveEvent", by: "ivan", ["event": "fair"]).thenRefused(.notSignedIn)
    cancelled.when("mall.leaveEvent", by: "eva", ["event": "fair"]).thenRefused(.notFound(.event))
    cancelled.when("mall.leaveEvent", by: "eva", concert, at: "2026-05-20T21:00:00Z")
      .thenRefused(.eventCancelled)
    given.when("mall.leaveEvent", by: "eva", concert, at: "2026-05-20T21:00:00Z")
      .thenRefused(.eventOver)
    given.when("mall.leaveEvent", by: "eva", concert, at: "2026-05-20T20:59:59.999Z")
      .then(.left("concert", by: "eva"), .moved(25, .refund, "eva", title: "Концерт на крыше"))
    given.and(.signedIn("ivan", on: "d-2")).when("mall.leaveEvent", by: "ivan", concert)
      .thenRefused(.notRegistered)
    given.when("mall.leaveEvent", by: "eva").thenInvalid(.missingField("event"))
  }

  @Test func `leaves nothing to refund when the event is cancelled`() {
    Given<MallHappenings>(
      .scheduled("concert"), .joined("concert", by: "eva"), .joined("concert", by: "ivan"),
      .left("concert", by: "eva"), .joined("concert", by: "oleg"), .left("concert", by: "ivan"),
      .joined("concert", by: "eva", for: 30)
    )
    .when("mall.cancelEvent", by: "admin", concert)
    .then(
      .cancelled("concert"), .moved(25, .refund, "oleg", title: "Концерт на крыше"),
      .moved(30, .refund, "eva", title: "Концерт на крыше"))
  }

  private func changed(_ change: (inout HappeningContent) -> Void) -> HappeningContent {
    var content = HappeningContent.concert
    change(&content)
    return content
  }
}

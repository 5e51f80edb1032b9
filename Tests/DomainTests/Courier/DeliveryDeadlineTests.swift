import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `A delivery deadline` {
  private let deadline = DeliveryDeadline(of: day("2026-05-10"), in: .moscow)

  @Test func `is 23:59 local time of the delivery date`() {
    #expect(deadline.time.rfc3339 == "2026-05-10T20:59:00.000Z")
    #expect(
      DeliveryDeadline(of: day("2026-05-10"), in: .utc).time.rfc3339 == "2026-05-10T23:59:00.000Z")
  }

  @Test func `is past one millisecond after 23:59:00`() {
    #expect(!deadline.isPast(at: instant("2026-05-10T20:59:00.000Z")))
    #expect(deadline.isPast(at: instant("2026-05-10T20:59:00.001Z")))
  }

  @Test func `has a reminder period from two hours before up to the deadline`() {
    #expect(!deadline.isReminderDue(at: instant("2026-05-10T18:58:59.999Z")))
    #expect(deadline.isReminderDue(at: instant("2026-05-10T18:59:00.000Z")))
    #expect(deadline.isReminderDue(at: instant("2026-05-10T20:59:00.000Z")))
    #expect(!deadline.isReminderDue(at: instant("2026-05-10T20:59:00.001Z")))
  }
}

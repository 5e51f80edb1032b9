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

  @Test func `is the second 23:59 of an evening that repeats`() throws {
    // In Beirut 24:00 became 23:00, in St. John's 00:01 became 23:01.
    for (change, offsets, date, deadline) in [
      ("2026-10-24T21:00:00Z", (10_800, 7200), "2026-10-23", "2026-10-23T20:59:00.000Z"),
      ("2026-10-24T21:00:00Z", (10_800, 7200), "2026-10-24", "2026-10-24T21:59:00.000Z"),
      ("2026-10-24T21:00:00Z", (10_800, 7200), "2026-10-25", "2026-10-25T21:59:00.000Z"),
      ("2006-10-29T02:31:00Z", (-9000, -12_600), "2006-10-28", "2006-10-29T03:29:00.000Z"),
    ] as [(String, (Int32, Int32), String, String)] {
      let zone = try zone(from: offsets.0, to: offsets.1, at: change)
      #expect(DeliveryDeadline(of: day(date), in: zone).time.rfc3339 == deadline)
    }
  }

  @Test func `is the end of a day whose 23:59 the clocks skip`() throws {
    // 23:30 became 00:30. In Nuuk 23:00 became 00:00.
    for (change, offsets, date, deadline) in [
      ("2026-03-28T23:30:00Z", (0, 3600), "2026-03-28", "2026-03-28T23:29:59.999Z"),
      ("2024-03-31T01:00:00Z", (-7200, -3600), "2024-03-30", "2024-03-31T00:59:59.999Z"),
      ("2024-03-31T01:00:00Z", (-7200, -3600), "2024-03-31", "2024-04-01T00:59:00.000Z"),
    ] as [(String, (Int32, Int32), String, String)] {
      let zone = try zone(from: offsets.0, to: offsets.1, at: change)
      #expect(DeliveryDeadline(of: day(date), in: zone).time.rfc3339 == deadline)
    }
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

  private func zone(
    from before: Int32, to after: Int32, at change: String
  ) throws -> TimeZoneTable {
    try TimeZoneTable(
      name: "Test/Zone", initialOffset: before,
      transitions: [.init(instant: instant(change).rawValue / 1000, offset: after)], rule: "")
  }
}

import EventStore
import Testing

@Suite struct TimeZoneRuleTests {
  private func table(_ rule: String) throws -> TimeZoneTable {
    try TimeZoneTable(name: "Test/Rule", initialOffset: 0, transitions: [], rule: rule)
  }

  @Test(arguments: [
    ("MSK-3", "2026-01-01T00:00:00Z", 10_800),
    ("<+03>-3", "2026-01-01T00:00:00Z", 10_800),
    ("<-0330>+3:30", "2026-01-01T00:00:00Z", -12_600),
    ("LMT0:17:30", "2026-01-01T00:00:00Z", -1050),
    ("AAA-24:59:59", "2026-01-01T00:00:00Z", 89_999),
    // Central Europe: the last Sundays of March and October, 01:00 UTC.
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T00:59:59.999Z", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29T01:00:00Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T00:59:59Z", 7200),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-10-25T01:00:00Z", 3600),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2027-02-01T00:00:00Z", 3600),
    // The southern hemisphere: summer spans the new year.
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "7500-12-31T23:59:59Z", 39_600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "7501-01-01T00:00:00Z", 39_600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "7501-07-01T00:00:00Z", 36_000),
    // Ireland: winter time is the exception, with a negative offset.
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-12-31T23:00:00Z", 0),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-07-01T00:00:00Z", 3600),
    // Greenland: Saturday 22:00 and 23:00 written as Sunday's -1 and 0.
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T00:59:59Z", -7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-03-29T01:00:00Z", -3600),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2026-10-25T01:00:00Z", -7200),
    // Israel: the Friday before the last Sunday of March, as the fourth Thursday's hour 26.
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-26T23:59:59Z", 7200),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00:00Z", 10_800),
    // Daylight time all year (RFC 8536, section 3.3.1).
    ("EST5EDT,0/0,J365/25", "2026-01-01T04:59:59Z", -14_400),
    ("EST5EDT,0/0,J365/25", "2026-01-01T05:00:00Z", -14_400),
    ("EST5EDT,0/0,J365/25", "2028-12-31T12:00:00Z", -14_400),
    ("EST5EDT,0/0,J365/25", "2026-07-01T00:00:00Z", -14_400),
    ("XXX3EDT4,0/0,J365/23", "2027-01-01T03:00:00Z", -14_400),
    // J60 is 1 March in every year, 59 is 29 February in a leap year.
    ("AAA0BBB,J60/0,J61/0", "2024-02-29T12:00:00Z", 0),
    ("AAA0BBB,J60/0,J61/0", "2024-03-01T12:00:00Z", 3600),
    ("AAA0BBB,J60/0,J61/0", "2025-03-01T12:00:00Z", 3600),
    ("AAA0BBB,59/0,60/0", "2024-02-29T12:00:00Z", 3600),
    ("AAA0BBB,59/0,60/0", "2025-03-01T12:00:00Z", 3600),
    // Both changes a week outside their year.
    ("AAA0BBB,365/160,365/167", "2027-01-07T20:00:00Z", 3600),
    ("AAA0BBB,0/-167,0/-160", "2025-12-25T03:00:00Z", 3600),
    ("AAA0BBB,0/-167,0/-160", "2025-12-25T08:00:00Z", 0),
  ])
  func `a rule gives the offset`(rule: String, instant: String, offset: Int32) throws {
    #expect(try table(rule).offset(at: try Timestamp(instant)) == offset)
  }

  @Test(arguments: [
    "-3", "MS-3", "MSK", "MSK3x", "MSK-25", "MSK-3:60", "MSK-3:00:60", "MSK-3:", "<+03-3", "<+3>-3",
    "M5K-3", "MSK--3", "MSK-3 ", " MSK-3", "MSK-3\n", "MSK-99999999999999999999", "<>-3",
    "CET-1CEST", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M3.5.0,", "CET-1CEST,M0.5.0,M10.5.0",
    "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.0.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
    "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J1", "CET-1CEST,J366,J1", "CET-1CEST,366,1",
    "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,M3.5.0/-168,M10.5.0", "CET-1CEST,M3.5.0,M10.5.0/",
    "CET-1CEST,M3.5.0,M10.5.0,M10.5.0", "CET-1CEST-26,M3.5.0,M10.5.0", "МСК-3",
    "CET-1CEST,M3.5,M10.5.0", "CET-1C,M3.5.0,M10.5.0",
  ])
  func `invalid rules are refused`(rule: String) {
    #expect(throws: TimeZoneError.invalidRule(rule)) { try table(rule) }
  }

  @Test func `the rule applies from the last transition on`() throws {
    let table = try TimeZoneTable(
      name: "Test/Both", initialOffset: 0,
      transitions: [TimeZoneTable.Transition(instant: 1_790_000_000, offset: 7200)],
      rule: "CET-1CEST,M3.5.0,M10.5.0/3")
    #expect(table.offset(at: Timestamp(rawValue: 1_789_999_999_999)) == 0)
    #expect(table.offset(at: Timestamp(rawValue: 1_790_000_000_000)) == 7200)
    #expect(table.offset(at: try Timestamp("2026-12-01T00:00:00Z")) == 3600)
  }

  @Test func `without a rule the last offset applies`() throws {
    let table = try TimeZoneTable(
      name: "Test/None", initialOffset: 0,
      transitions: [TimeZoneTable.Transition(instant: 0, offset: 7200)], rule: "")
    #expect(table.offset(at: .latest) == 7200)
    #expect(table.offset(at: .earliest) == 0)
  }
}

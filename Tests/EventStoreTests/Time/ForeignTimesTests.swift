import EventStore
import Testing

/// Times in the logs of other systems.
@Suite struct ForeignTimesTests {
  /// Berlin's zone: summer time begins on 2026-03-29 at 02:00 and ends on 2026-10-25 at 03:00.
  private let berlin: TimeZoneTable

  init() throws {
    berlin = try TimeZoneTable(
      name: "Europe/Berlin", initialOffset: 3600, transitions: [],
      rule: "CET-1CEST,M3.5.0,M10.5.0/3")
  }

  @Test(arguments: [
    ("2026-05-08T12:00:00Z", "2026-05-08T12:00:00.000Z"),
    ("2026-05-08 12:00:00+02:00", "2026-05-08T10:00:00.000Z"),
    ("2026-05-08 12:00:00.5 +0530", "2026-05-08T06:30:00.500Z"),
    ("2026-05-08 12:00 -03", "2026-05-08T15:00:00.000Z"),
    ("2010-10-02 07:20:39.266000+00:00", "2010-10-02T07:20:39.266Z"),
    ("2026/05/08 12:00:00 UTC", "2026-05-08T12:00:00.000Z"),
    ("2026-05-08t12:00:00z", "2026-05-08T12:00:00.000Z"),
    ("2026-05-08 12:00:00", "2026-05-08T10:00:00.000Z"),
    ("  2026-05-08   12:00 ", "2026-05-08T10:00:00.000Z"),
    ("08.05.2026 12:00:01,25", "2026-05-08T10:00:01.250Z"),
    ("08.01.2026 12:00", "2026-01-08T11:00:00.000Z"),
    ("2026-05-08", "2026-05-07T22:00:00.000Z"),
    ("08.05.2026", "2026-05-07T22:00:00.000Z"),
    // This time occurs twice that night; the earlier one counts.
    ("2026-10-25 02:30:00", "2026-10-25T00:30:00.000Z"),
  ])
  func `common spellings are read`(text: String, instant: String) throws {
    #expect(try ForeignTimes(zone: berlin).time(text).timestamp.rfc3339 == instant)
  }

  @Test(arguments: [
    ("2026-05-08T12:00:00.1234Z", "2026-05-08T12:00:00.123Z"),
    ("2026-05-08T12:00:00.1235Z", "2026-05-08T12:00:00.124Z"),
    ("2026-05-08T23:59:59.9995Z", "2026-05-09T00:00:00.000Z"),
    ("2026-05-08 23:59:59.9999", "2026-05-08T22:00:00.000Z"),
    ("2026-05-08T12:00:00.999499999Z", "2026-05-08T12:00:00.999Z"),
    // The clocks jump a moment later: forward, and back, when the earlier of two instants counts.
    ("2026-03-29 01:59:59.9996", "2026-03-29T01:00:00.000Z"),
    ("2026-10-25 02:59:59.9996", "2026-10-25T01:00:00.000Z"),
  ])
  func `finer times are rounded to the nearest millisecond`(text: String, instant: String) throws {
    #expect(try ForeignTimes(zone: berlin, rounds: true).time(text).timestamp.rfc3339 == instant)
    #expect(throws: ForeignTimes.Failure.timestamp(.tooManyFractionDigits)) {
      try ForeignTimes(zone: berlin).time(text)
    }
  }

  @Test(arguments: [
    ("2026-05-08 12:00", ForeignTimes.Failure.timestamp(.missingOffset)),
    ("2026-05-08", .timestamp(.missingOffset)),
    ("2026-02-30 12:00Z", .timestamp(.noSuchDay)), ("2026-02-30 x", .timestamp(.noSuchDay)),
    ("2026-05-08T12:00:00Z\(String(repeating: " ", count: 45))x", .timestamp(.malformed)),
    ("31.04.2026 12:00Z", .timestamp(.noSuchDay)),
    ("2026-05-08 24:00Z", .timestamp(.noSuchTime)),
    ("2026-05-08 12:00:60Z", .timestamp(.leapSecond)),
    ("2026-05-08 12:00+24:00", .timestamp(.offsetOutOfRange)),
    ("0000-01-01 00:00+01:00", .timestamp(.outsideCalendar)),
    // Month first or day first?
    ("05/08/2026 12:00Z", .timestamp(.malformed)), ("8.5.2026 12:00Z", .timestamp(.malformed)),
    ("", .timestamp(.malformed)), ("1778230800", .timestamp(.malformed)),
    ("2026-05-08T12:00:00.Z", .timestamp(.malformed)),
    ("2026-05-08 12:00 PM", .timestamp(.malformed)),
    // Half a second or half a minute?
    ("2026-05-08 12:30.5Z", .timestamp(.malformed)),
    ("2026-05-08 12:00Zx", .timestamp(.malformed)), ("2026-05.08", .timestamp(.malformed)),
  ])
  func `ambiguous and malformed times are refused`(text: String, failure: ForeignTimes.Failure) {
    #expect(throws: failure) { try ForeignTimes().time(text) }
  }

  @Test func `a local time that the clocks skip is refused`() {
    for text in ["2026-03-29 02:30:00", "2026-03-29 02:59:59.9996"] {
      #expect(throws: ForeignTimes.Failure.skipped(zone: "Europe/Berlin")) {
        try ForeignTimes(zone: berlin, rounds: true).time(text)
      }
    }
  }

  @Test func `strict times are RFC 3339`() {
    #expect(throws: ForeignTimes.Failure.timestamp(.malformed)) {
      try ForeignTimes.strict.time("2026-05-08 12:00:00Z")
    }
    #expect(throws: ForeignTimes.Failure.timestamp(.tooManyFractionDigits)) {
      try ForeignTimes.strict.time("2026-05-08T12:00:00.1234Z")
    }
    for offset in ["+0300", " UTC", " Z", "+03"] {
      #expect(throws: ForeignTimes.Failure.timestamp(.malformed)) {
        try ForeignTimes.strict.time("2026-05-08T12:00:00.1230\(offset)")
      }
    }
  }

  @Test func `strict times may end with zeros after milliseconds`() throws {
    let time = try ForeignTimes.strict.time("2026-05-08T12:00:00.123000+03:00")
    #expect(time.timestamp.rfc3339 == "2026-05-08T09:00:00.123Z" && time.finerDigits.isEmpty)
  }
}

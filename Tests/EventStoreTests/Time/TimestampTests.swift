import EventStore
import Foundation
import Testing

@Suite struct TimestampTests {
  @Test(arguments: [
    ("2026-05-08T12:00:00Z", "2026-05-08T12:00:00.000Z"),
    ("2026-05-08t12:00:00z", "2026-05-08T12:00:00.000Z"),
    ("2026-05-08T12:00:00.5Z", "2026-05-08T12:00:00.500Z"),
    ("2026-05-08T12:00:00.05Z", "2026-05-08T12:00:00.050Z"),
    ("2026-05-08T12:00:00.005Z", "2026-05-08T12:00:00.005Z"),
    ("2026-05-08T12:00:00+03:00", "2026-05-08T09:00:00.000Z"),
    ("2026-05-08T12:00:00.25-03:30", "2026-05-08T15:30:00.250Z"),
    ("2026-05-08T12:00:00-00:00", "2026-05-08T12:00:00.000Z"),
    ("2026-05-08T12:00:00+23:59", "2026-05-07T12:01:00.000Z"),
    ("2024-02-29T23:59:59.999Z", "2024-02-29T23:59:59.999Z"),
    ("2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000Z"),
    ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
    ("0000-01-01T00:00:00Z", "0000-01-01T00:00:00.000Z"),
    ("0000-01-01T01:00:00+01:00", "0000-01-01T00:00:00.000Z"),
    ("9999-12-31T22:59:59.999-01:00", "9999-12-31T23:59:59.999Z"),
  ])
  func `an instant with any offset is written in UTC`(text: String, utc: String) throws {
    let instant = try Timestamp(text)
    #expect(instant.rfc3339 == utc)
    #expect(instant.description == utc)
    #expect(Timestamp(rfc3339: text) == instant)
  }

  @Test(arguments: [
    ("", TimestampError.malformed),
    ("now", .malformed),
    ("2026-05-08", .malformed),
    ("2026-05-08 12:00:00Z", .malformed),
    ("2026-05-08T12:00Z", .malformed),
    ("2026-05-08T12:00:00.Z", .malformed),
    ("2026-05-08T12:00:00.", .malformed),
    ("2026-05-08T12:00:00,5Z", .malformed),
    ("2026-05-08T12:00:00ZZ", .malformed),
    ("2026-05-08T12:00:00Z ", .malformed),
    (" 2026-05-08T12:00:00Z", .malformed),
    ("2026-05-08T12:00:00+0300", .malformed),
    ("2026-05-08T12:00:00+03", .malformed),
    ("2026-05-08T12:00:00+03:00:00", .malformed),
    ("2026-05-08T12:00:00+03:00Z", .malformed),
    ("2026-5-08T12:00:00Z", .malformed),
    ("+2026-05-08T12:00:00Z", .malformed),
    ("12026-05-08T12:00:00Z", .malformed),
    ("2026-05-0٨T12:00:00Z", .malformed),
    ("2026-05-08T12:00:00Ｚ", .malformed),
    ("2026-05-08T12:00:00", .missingOffset),
    ("2026-05-08T12:00:00.5", .missingOffset),
    ("2026-05-08T12:00:00.0000Z", .tooManyFractionDigits),
    ("2026-05-08T12:00:00.1234", .tooManyFractionDigits),
    ("2026-00-08T12:00:00Z", .noSuchDay),
    ("2026-13-08T12:00:00Z", .noSuchDay),
    ("2026-05-00T12:00:00Z", .noSuchDay),
    ("2026-05-32T12:00:00Z", .noSuchDay),
    ("2026-02-29T12:00:00Z", .noSuchDay),
    ("1900-02-29T12:00:00Z", .noSuchDay),
    // The form is checked before the numbers.
    ("2026-02-30T12:00:00", .missingOffset),
    ("2026-02-30T24:00:00.1234Z", .tooManyFractionDigits),
    ("2026-05-08T24:00:00Z", .noSuchTime),
    ("2026-05-08T12:60:00Z", .noSuchTime),
    ("2026-05-08T12:00:61Z", .noSuchTime),
    ("2016-12-31T23:59:60Z", .leapSecond),
    ("2026-05-08T12:00:00+24:00", .offsetOutOfRange),
    ("2026-05-08T12:00:00-03:60", .offsetOutOfRange),
    ("0000-01-01T00:59:59+01:00", .outsideCalendar),
    ("9999-12-31T23:59:59.999-00:01", .outsideCalendar),
  ])
  func `invalid instants are refused with the reason`(text: String, reason: TimestampError) {
    #expect(throws: reason) { try Timestamp.parse(rfc3339: text) }
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test func `an instant is coded as its text`() throws {
    let instant = try Timestamp("2026-05-08T21:59:00+03:00")
    let data = try JSONEncoder().encode(instant)
    #expect(String(decoding: data, as: UTF8.self) == #""2026-05-08T18:59:00.000Z""#)
    #expect(try JSONDecoder().decode(Timestamp.self, from: data) == instant)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Timestamp.self, from: Data(#""2026-05-08T18:59:00""#.utf8))
    }
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(Timestamp(rawValue: Timestamp.latest.rawValue + 1))
    }
  }

  @Test func `arithmetic stops at the ends of the calendar`() throws {
    let noon = try Timestamp("2026-05-08T12:00:00Z")
    #expect(noon.advanced(bySeconds: 90).rfc3339 == "2026-05-08T12:01:30.000Z")
    #expect(noon.advanced(byMilliseconds: -1).rfc3339 == "2026-05-08T11:59:59.999Z")
    #expect(noon.advanced(bySeconds: 90).milliseconds(since: noon) == 90_000)
    #expect(noon.milliseconds(since: noon.advanced(bySeconds: 90)) == -90_000)
    for far: Int64 in [.max, .max / 2, 1 << 52] {
      #expect(noon.advanced(bySeconds: far) == .latest)
      #expect(noon.advanced(byMilliseconds: far) == .latest)
      #expect(noon.advanced(bySeconds: -far) == .earliest)
      #expect(noon.advanced(byMilliseconds: -far) == .earliest)
    }
    #expect(Timestamp.earliest.rfc3339 == "0000-01-01T00:00:00.000Z")
    #expect(Timestamp.latest.rfc3339 == "9999-12-31T23:59:59.999Z")
    #expect(Timestamp(rawValue: .max).milliseconds(since: Timestamp(rawValue: .min)) == .max)
    #expect(Timestamp(rawValue: .min).milliseconds(since: Timestamp(rawValue: .max)) == .min)
    #expect(!Timestamp(rawValue: .max).isRepresentable)
    #expect(
      Timestamp(rawValue: .max).description == "9223372036854775807 ms since 1970-01-01T00:00:00Z")
  }
}

import EventStore
import Foundation
import Testing

@Suite struct TimeZoneTableTests {
  let moscow = TimeZoneTable.moscow

  private func hours(of day: String, in table: TimeZoneTable) -> Double {
    let day = CalendarDay(known: day)
    let start = table.startOfDay(day)
    return Double(table.startOfDay(day.advanced(by: 1)).milliseconds(since: start)) / 3_600_000
  }

  @Test(arguments: [
    ("2010-03-28", 23.0), ("2010-10-31", 25.0), ("2011-03-27", 23.0), ("2011-10-30", 24.0),
    ("2014-10-25", 24.0), ("2014-10-26", 25.0), ("2014-10-27", 24.0), ("2026-03-29", 24.0),
    ("1919-05-31", 23.0), ("1919-07-01", 24.0 + 1879.0 / 3600), ("1991-03-31", 24.0),
  ])
  func `days in Moscow have their historical lengths`(day: String, length: Double) {
    #expect(hours(of: day, in: moscow) == length)
  }

  @Test(arguments: [
    ("1800-01-01T00:00:00Z", 9017), ("1919-05-31T19:28:40Z", 12_679),
    ("1919-05-31T19:28:41Z", 16_279), ("1919-06-30T23:59:59Z", 16_279),
    ("1919-07-01T00:00:00Z", 14_400), ("2010-10-30T22:59:59.999Z", 14_400),
    ("2010-10-30T23:00:00Z", 10_800), ("2011-03-26T23:00:00Z", 14_400),
    ("2014-10-25T21:59:59.999Z", 14_400), ("2014-10-25T22:00:00Z", 10_800),
    ("2026-07-01T00:00:00Z", 10_800), ("9999-12-31T23:59:59.999Z", 10_800),
  ])
  func `Moscow had its historical offsets`(instant: String, offset: Int32) throws {
    #expect(moscow.offset(at: try Timestamp(instant)) == offset)
  }

  @Test func `an order of 8 May is due at 23.59 in Moscow`() throws {
    let placed = try Timestamp("2026-05-07T21:00:00Z")
    let day = moscow.day(of: placed)
    #expect(day.description == "2026-05-08")
    #expect(moscow.day(of: placed.advanced(byMilliseconds: -1)).description == "2026-05-07")
    let deadline = moscow.instant(of: day, hour: 23, minute: 59)
    #expect(deadline.rfc3339 == "2026-05-08T20:59:00.000Z")
    #expect(moscow.startOfDay(day) == placed)
  }

  @Test func `a skipped time uses the offset before, a repeated one is the first`() {
    let spring = moscow.instant(of: CalendarDay(known: "2010-03-28"), hour: 2, minute: 30)
    #expect(spring.rfc3339 == "2010-03-27T23:30:00.000Z")
    #expect(moscow.offset(at: spring) == 14_400)
    let gapEnd = moscow.instant(of: CalendarDay(known: "2010-03-28"), hour: 3, minute: 0)
    #expect(gapEnd.rfc3339 == "2010-03-27T23:00:00.000Z")
    let autumn = moscow.instant(of: CalendarDay(known: "2014-10-26"), hour: 1, minute: 30)
    #expect(autumn.rfc3339 == "2014-10-25T21:30:00.000Z")
    let after = moscow.instant(of: CalendarDay(known: "2014-10-26"), hour: 2, minute: 0)
    #expect(after.rfc3339 == "2014-10-25T23:00:00.000Z")
  }

  @Test func `local times occur twice from an hour before the clocks go back until an hour after`()
    throws
  {
    for (instant, isTwice) in [
      // 02:00 became 01:00 at 22:00 UTC.
      ("2014-10-25T20:59:59.999Z", false), ("2014-10-25T21:00:00Z", true),
      ("2014-10-25T22:00:00Z", true), ("2014-10-25T22:59:59.999Z", true),
      ("2014-10-25T23:00:00Z", false),
      // 02:00 became 03:00 at 23:00 UTC.
      ("2010-03-27T22:59:59Z", false), ("2010-03-27T23:00:00Z", false),
    ] {
      #expect(moscow.isShownTwice(try Timestamp(instant)) == isTwice, "\(instant)")
    }
    for table in [moscow, .utc] {
      #expect(!table.isShownTwice(.earliest) && !table.isShownTwice(.latest))
    }
  }

  @Test func `the ends of the calendar are ordinary days`() {
    for table in [moscow, .utc] {
      #expect(table.day(of: .earliest) == .earliest)
      #expect(table.day(of: .latest) == .latest)
      #expect(table.startOfDay(.earliest) == .earliest)
      #expect(table.day(of: table.startOfDay(.latest)) == .latest)
      #expect(table.instant(of: .earliest, hour: 0, minute: 0) == .earliest)
      #expect(table.day(of: Timestamp(rawValue: .max)) == .latest)
      #expect(table.day(of: Timestamp(rawValue: .min)) == .earliest)
      #expect(table.startOfDay(CalendarDay(rawValue: .max)) == .latest)
      #expect(table.startOfDay(CalendarDay(rawValue: .min)) == .earliest)
    }
  }

  @Test func `a day occurs twice if clocks go back across midnight`() throws {
    // St. John's, 1987 to 2011: 00:01 became 23:01 of the day before.
    let table = try TimeZoneTable(
      name: "America/St_Johns", initialOffset: -9000,
      transitions: [TimeZoneTable.Transition(instant: 1_162_089_060, offset: -12_600)], rule: "")
    let day = CalendarDay(known: "2006-10-29")
    let start = table.startOfDay(day)
    #expect(start.rfc3339 == "2006-10-29T02:30:00.000Z")
    #expect(table.day(of: start) == day)
    #expect(table.day(of: start.advanced(bySeconds: 60)) == day.advanced(by: -1))
    #expect(table.day(of: start.advanced(bySeconds: 3600)) == day)
    var cursor = DayCursor(table)
    for second: Int64 in -7200...7200 {
      let instant = start.advanced(bySeconds: second)
      #expect(cursor.day(of: instant) == table.day(of: instant))
    }
  }

  @Test(
    .enabled(if: SystemZones.exist, "this machine has no time zone database"),
    arguments: [
      ("Europe/Berlin", "2026-03-29", 23.0), ("Europe/Berlin", "2026-10-25", 25.0),
      ("America/New_York", "2026-03-08", 23.0), ("America/New_York", "2026-11-01", 25.0),
      ("America/New_York", "2150-11-01", 25.0),
      ("Australia/Lord_Howe", "2026-04-05", 24.5), ("Australia/Lord_Howe", "2026-10-04", 23.5),
      ("America/Sao_Paulo", "2018-11-04", 23.0), ("America/Sao_Paulo", "2019-02-16", 25.0),
      ("Pacific/Apia", "2011-12-29", 24.0), ("Pacific/Apia", "2011-12-30", 0.0),
      ("Pacific/Apia", "2011-12-31", 24.0), ("Pacific/Kwajalein", "1993-08-21", 0.0),
      ("Australia/Sydney", "8999-10-06", 23.0), ("Australia/Sydney", "9000-04-06", 25.0),
    ])
  func `days elsewhere have their lengths`(zone: String, day: String, length: Double) throws {
    #expect(hours(of: day, in: try SystemZones.table(zone)) == length)
  }

  @Test(.enabled(if: SystemZones.exist, "this machine has no time zone database"))
  func `a day without midnight starts at the change of the clocks`() throws {
    let saoPaulo = try SystemZones.table("America/Sao_Paulo")
    let day = CalendarDay(known: "2018-11-04")
    #expect(saoPaulo.startOfDay(day).rfc3339 == "2018-11-04T03:00:00.000Z")
    #expect(saoPaulo.day(of: saoPaulo.startOfDay(day)) == day)
    #expect(saoPaulo.instant(of: day, hour: 0, minute: 30).rfc3339 == "2018-11-04T03:30:00.000Z")
    let apia = try SystemZones.table("Pacific/Apia")
    let skipped = CalendarDay(known: "2011-12-30")
    #expect(apia.startOfDay(skipped).rfc3339 == "2011-12-30T10:00:00.000Z")
    #expect(apia.startOfDay(skipped.advanced(by: 1)) == apia.startOfDay(skipped))
    #expect(apia.day(of: apia.startOfDay(skipped)) == skipped.advanced(by: 1))
    #expect(apia.instant(of: skipped, hour: 12, minute: 0).rfc3339 == "2011-12-30T22:00:00.000Z")
  }

  @Test(.enabled(if: SystemZones.exist, "this machine has no time zone database"))
  func `the built-in table of Moscow equals that of the database`() throws {
    let system = try SystemZones.table("Europe/Moscow")
    let changes = Set(moscow.transitions.map(\.instant) + system.transitions.map(\.instant))
    var instants = changes.flatMap { [$0 - 1, $0, $0 + 1] }.map { Timestamp(rawValue: $0 * 1000) }
    var random = SeededRandom(seed: 4)
    for _ in 0..<2000 { instants.append(try .random(years: 1800...2200, using: &random)) }
    instants += [.earliest, .latest]
    for instant in instants {
      #expect(moscow.offset(at: instant) == system.offset(at: instant))
    }
  }

  @Test(.enabled(if: SystemZones.exist, "this machine has no time zone database"))
  func `a zone is found by its name`() throws {
    #expect(TimeZoneTable(named: "Europe/Berlin") == (try SystemZones.table("Europe/Berlin")))
    #expect(TimeZoneTable(named: "Asia/Kathmandu")?.day(of: .earliest) == .earliest)
  }

  @Test func `a name without a zone gives none`() {
    #expect(TimeZoneTable(named: "UTC") == .utc)
    for name in ["Europe/Atlantis", "Europe", "../passwd", ""] {
      #expect(TimeZoneTable(named: name) == nil, "\(name)")
    }
  }

  @Test(arguments: [
    ("Europe/Moscow", true), ("UTC", true), ("America/Argentina/Buenos_Aires", true),
    ("Etc/GMT+3", true), ("Etc/GMT-14", true), ("a", true), ("", false), ("/etc/passwd", false),
    ("Europe/", false), ("Europe//Moscow", false), ("..", false), ("../passwd", false),
    ("Europe/../UTC", false), ("./UTC", false), ("Europe/Moscow\0", false),
    ("Europe\\Moscow", false),
    ("Европа/Москва", false), ("tzdata.zi", false), ("a b", false), ("~/UTC", false),
    (String(repeating: "a", count: 64), true), (String(repeating: "a", count: 65), false),
  ])
  func `a zone name can't leave the zone directory`(name: String, valid: Bool) {
    #expect(TimeZoneTable.isValidName(name) == valid)
  }
}

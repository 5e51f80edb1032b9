import EventStore
import Foundation
import Testing

/// Compares with Foundation's answers for the same zones.
@Suite(.enabled(if: SystemZones.exist, "this machine has no time zone database"))
struct TimeZoneFoundationTests {
  static let zones = [
    "Europe/Moscow", "Europe/Berlin", "Europe/Dublin", "America/New_York", "America/Sao_Paulo",
    "America/St_Johns", "Australia/Lord_Howe", "Australia/Sydney", "Pacific/Apia",
    "Pacific/Kwajalein", "Asia/Kathmandu", "Asia/Kolkata", "Africa/Casablanca", "Asia/Jerusalem",
    "America/Nuuk", "Pacific/Chatham", "Etc/GMT+12", "UTC",
  ]

  @Test(arguments: zones)
  func `offsets agree with Foundation's`(zone: String) throws {
    let table = try SystemZones.table(zone)
    let reference = try #require(TimeZone(identifier: zone))
    var random = SeededRandom(seed: 5)
    var instants: [Timestamp] = []
    for _ in 0..<1500 { instants.append(try .random(years: 1975...2037, using: &random)) }
    for _ in 0..<500 { instants.append(try .random(years: 2090...2400, using: &random)) }
    for change in table.transitions where change.instant > 170_000_000 {
      instants.append(Timestamp(rawValue: change.instant * 1000 - 1000))
      instants.append(Timestamp(rawValue: change.instant * 1000))
    }
    for instant in instants {
      let expected = reference.secondsFromGMT(for: instant.date)
      let offset = table.offset(at: instant)
      #expect(Int(offset) == expected, "\(zone) at \(instant)")
    }
  }

  @Test(arguments: zones)
  func `days and their starts agree with Foundation's`(zone: String) throws {
    let table = try SystemZones.table(zone)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    var random = SeededRandom(seed: 6)
    for _ in 0..<1000 {
      let instant = try Timestamp.random(years: 1975...2037, using: &random)
      let parts = calendar.dateComponents([.year, .month, .day], from: instant.date)
      let day = try #require(
        CalendarDay(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0))
      #expect(table.day(of: instant) == day, "\(zone) at \(instant)")
      let start = calendar.startOfDay(for: instant.date).timeIntervalSince1970
      #expect(
        table.startOfDay(day).rawValue == Int64(start * 1000), "\(zone) on \(day)")
    }
  }

  @Test(arguments: zones)
  func `a local time round-trips through its instant`(zone: String) throws {
    let table = try SystemZones.table(zone)
    var random = SeededRandom(seed: 7)
    let days = CalendarDay(known: "1890-01-01")...CalendarDay(known: "2500-12-31")
    for _ in 0..<2000 {
      let day = days.lowerBound.advanced(by: .random(in: 0..<days.count, using: &random))
      let hour = Int.random(in: 0...23, using: &random)
      let minute = Int.random(in: 0...59, using: &random)
      let instant = table.instant(of: day, hour: hour, minute: minute)
      let wall = Int64(day.rawValue) * 86_400 + Int64(hour * 3600 + minute * 60)
      let shown = instant.rawValue / 1000 + Int64(table.offset(at: instant))
      if shown != wall {
        // A skipped local time: the offset before the change applies.
        let before = table.offset(at: instant.advanced(bySeconds: wall - shown))
        #expect(shown > wall && instant.rawValue / 1000 == wall - Int64(before))
      }
      let start = table.startOfDay(day)
      #expect(table.day(of: start) >= day)
      #expect(table.day(of: start.advanced(byMilliseconds: -1)) < day)
    }
  }
}

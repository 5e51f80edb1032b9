import EventStore
import Testing

@Suite struct DayCursorTests {
  /// Zones with ordinary, half-hour, negative and all-day changes, independent of this machine.
  static let tables: [TimeZoneTable] = {
    let rules = [
      "CET-1CEST,M3.5.0,M10.5.0/3", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0",
      "IST-1GMT0,M10.5.0,M3.5.0/1", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
      "IST-2IDT,M3.4.4/26,M10.5.0", "EST5EDT,0/0,J365/25", "XXX-3XXY-24,J60/167,300/-167",
    ]
    let ruled = rules.compactMap { rule in
      failing { () throws(TimeZoneError) in
        try TimeZoneTable(name: "Test/Rule", initialOffset: 0, transitions: [], rule: rule)
      }
    }
    let jumps = failing { () throws(TimeZoneError) in
      try TimeZoneTable(
        name: "Test/Jumps", initialOffset: -39_600,
        transitions: (0..<300).map { (index: Int64) in
          let offset: Int32 = index % 2 == 0 ? 50_400 : -39_600
          return TimeZoneTable.Transition(instant: 1_000_000_000 + index * 50_000, offset: offset)
        }, rule: "")
    }
    return [.utc, .moscow] + ruled + (jumps.map { [$0] } ?? [])
  }()

  private static func failing(
    _ make: () throws(TimeZoneError) -> TimeZoneTable
  ) -> TimeZoneTable? {
    do {
      return try make()
    } catch {
      Issue.record(error)
      return nil
    }
  }

  @Test(arguments: tables)
  func `the cursor agrees with the table in chronological order`(table: TimeZoneTable) throws {
    var random = SeededRandom(seed: 8)
    for longest: Int64 in [50_000, 5_000_000, 200_000_000] {
      var cursor = DayCursor(table)
      var instant = try Timestamp("2001-08-01T00:00:00Z")
      for _ in 0..<4000 {
        instant = instant.advanced(byMilliseconds: .random(in: 0...longest, using: &random))
        #expect(cursor.day(of: instant) == table.day(of: instant), "at \(instant)")
      }
    }
  }

  @Test(arguments: tables)
  func `the cursor agrees with the table in any order`(table: TimeZoneTable) throws {
    var random = SeededRandom(seed: 9)
    var cursor = DayCursor(table)
    for _ in 0..<2000 {
      let instant = try Timestamp.random(years: 1800...2200, using: &random)
      for step: Int64 in [0, 3_600_000, -1, -7_200_000] {
        let instant = instant.advanced(byMilliseconds: step)
        #expect(cursor.day(of: instant) == table.day(of: instant), "at \(instant)")
      }
    }
    for instant in [Timestamp.latest, .earliest, Timestamp(rawValue: .max), .init(rawValue: .min)] {
      #expect(cursor.day(of: instant) == table.day(of: instant))
    }
  }

  @Test(arguments: tables)
  func `the cursor agrees with the table around every change of offset`(
    table: TimeZoneTable
  ) {
    var cursor = DayCursor(table)
    for change in table.transitions {
      for hour: Int64 in -30...30 {
        for step: Int64 in [-1, 0, 1] {
          let instant = Timestamp(rawValue: (change.instant + hour * 3600) * 1000 + step)
          #expect(cursor.day(of: instant) == table.day(of: instant), "at \(instant)")
        }
      }
    }
  }
}

import EventStore
import Foundation
import Testing

@Suite struct CalendarDayTests {
  @Test func `every day of ten thousand years follows its predecessor`() throws {
    var year = 0
    var month = 1
    var day = 1
    var failures = 0
    for raw in CalendarDay.earliest.rawValue...CalendarDay.latest.rawValue {
      // The text is checked on a sample of days and on all days around the ends of months.
      if raw % 61 == 0 || day == 1 || day >= 28 {
        let calendarDay = CalendarDay(rawValue: raw)
        let (year2, month2, day2) = calendarDay.components
        let same = year2 == year && month2 == month && day2 == day
        let back = CalendarDay(year: year, month: month, day: day) == calendarDay
        let text = calendarDay.description
        if !same || !back || (raw % 7 == 0 && CalendarDay(text) != calendarDay) { failures += 1 }
      }
      day += 1
      if day > daysInMonth(month, year) {
        day = 1
        month += 1
        if month > 12 {
          month = 1
          year += 1
        }
      }
    }
    #expect(failures == 0)
    #expect(year == 10_000)
  }

  private func daysInMonth(_ month: Int, _ year: Int) -> Int {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  @Test(arguments: [
    ("1970-01-01", 0), ("1969-12-31", -1), ("2026-05-08", 20_581), ("0000-01-01", -719_528),
    ("9999-12-31", 2_932_896), ("2000-02-29", 11_016),
  ])
  func `a day has exactly one text and one number`(text: String, number: Int32) {
    #expect(CalendarDay(text)?.rawValue == number)
    #expect(CalendarDay(rawValue: number).description == text)
  }

  @Test(arguments: [
    "", "2026-05-8", "2026-5-08", "26-05-08", "2026/05/08", "2026-05-08 ", " 2026-05-08",
    "2026-02-29", "2100-02-29", "2026-04-31", "2026-00-01", "2026-13-01", "2026-01-00",
    "+026-01-01", "-026-01-01", "2026-05-0８", "２０26-05-08", "2026-05-08T00:00:00Z", "20260508",
    "2026--5-08", "2026-05--8",
  ])
  func `texts that are not real days are refused`(text: String) {
    #expect(CalendarDay(text) == nil)
  }

  @Test func `weekdays begin with Monday`() throws {
    let monday = CalendarDay(known: "2026-05-04")
    let names = (0..<7).map { monday.advanced(by: $0).weekday.rawValue }
    #expect(names == ["mon", "tue", "wed", "thu", "fri", "sat", "sun"])
    #expect(CalendarDay.earliest.weekday == .sat)
    #expect(CalendarDay(known: "1969-12-28").weekday == .sun)
    #expect(Weekday.allCases.map(\.number) == [1, 2, 3, 4, 5, 6, 7])
    #expect(Weekday.allCases == Weekday.allCases.sorted())
    var random = SeededRandom(seed: 3)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    for _ in 0..<1000 {
      let day = CalendarDay(rawValue: .random(in: -100_000...2_000_000, using: &random))
      let date = Date(timeIntervalSince1970: Double(day.rawValue) * 86_400)
      #expect(day.weekday.number % 7 + 1 == calendar.component(.weekday, from: date))
    }
  }

  @Test func `days are counted up to the ends of the calendar`() {
    let day = CalendarDay(known: "2024-02-28")
    #expect(day.advanced(by: 2).description == "2024-03-01")
    #expect(day.advanced(by: -59).description == "2023-12-31")
    #expect(day.distance(to: CalendarDay(known: "2025-02-28")) == 366)
    #expect(day.advanced(by: .max) == .latest)
    #expect(day.advanced(by: .min) == .earliest)
    #expect((day...day.advanced(by: 6)).count == 7)
    #expect(CalendarDay(rawValue: .max).description == "2147483647 days since 1970-01-01")
    #expect(CalendarDay(year: 10_000, month: 1, day: 1) == nil)
    #expect(CalendarDay(year: -1, month: 1, day: 1) == nil)
    #expect(CalendarDay(year: 2026, month: .max, day: .max) == nil)
  }

  @Test func `a day is coded as its text, even as a key`() throws {
    let days = [CalendarDay(known: "2026-05-08"): [Weekday.fri: 1]]
    let data = try JSONEncoder().encode(days)
    #expect(String(decoding: data, as: UTF8.self) == #"{"2026-05-08":{"fri":1}}"#)
    #expect(try JSONDecoder().decode([CalendarDay: [Weekday: Int]].self, from: data) == days)
    let list = try JSONEncoder().encode(Array(days.keys))
    #expect(String(decoding: list, as: UTF8.self) == #"["2026-05-08"]"#)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarDay].self, from: Data(#"["2026-02-29"]"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarDay: Int].self, from: Data(#"{"2026-02-29":1}"#.utf8))
    }
    #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(CalendarDay(rawValue: .max))
    }
  }
}

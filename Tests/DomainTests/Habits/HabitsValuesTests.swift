import Domain
import EventEngine
import Foundation
import TestSupport
import Testing

@Suite struct `The values of the habit tracker` {
  @Test(
    arguments: [
      "😀", "🏋🏽‍♀️", "👨‍👩‍👧‍👦", "🇬🇧", "1️⃣", "❤️", "Ж", "e\u{301}", "й", "Ǆ", "\u{200B}",
    ])
  func `an emoji may be any single character`(text: String) {
    #expect(TrackerEmoji.isValid(text))
  }

  @Test(arguments: ["", " ", "\n", "\r\n", "\u{A0}", "\u{3000}", "\t", "😀😀", "ab", " 😀", "😀 "])
  func `an emoji can't be empty, several characters or white space`(text: String) {
    #expect(!TrackerEmoji.isValid(text))
  }

  @Test func `colours have six hexadecimal digits`() {
    for text in ["#000000", "#FFFFFF", "#a1B2c3", "#abcdef", "#ABCDEF", "#567890"] {
      #expect(TrackerColor.isValid(text))
    }
    for text in [
      "", "#", "000000", "#00000", "#0000000", "#00000G", "#00000`", "#00000@", "# 0000a",
    ] {
      #expect(!TrackerColor.isValid(text))
    }
    #expect(!TrackerColor.isValid("#1234ф"), "seven bytes, but not all digits")
    #expect(!TrackerColor.isValid("#12345\u{301}"))
  }

  @Test func `titles have at most 38 user-perceived characters`() {
    let family = "👨‍👩‍👧‍👦", accented = "e\u{301}"
    for character in ["ы", family, accented, "🇬🇧", "й"] {
      #expect(!TrackerTitle(rawValue: String(repeating: character, count: 38)).isTooLong)
      #expect(TrackerTitle(rawValue: String(repeating: character, count: 39)).isTooLong)
    }
    #expect(TrackerTitle("й") == TrackerTitle("и\u{306}"), "canonically equivalent")
    #expect(TrackerTitle("Й") != TrackerTitle("й"))
  }

  @Test func `a schedule contains each day once, Monday first`() throws {
    let schedule: WeekSchedule = [.sun, .wed, .mon, .wed]
    #expect(schedule.days == [.mon, .wed, .sun])
    #expect(schedule == [.mon, .wed, .sun])
    #expect(Weekday.allCases.filter(schedule.contains) == [.mon, .wed, .sun])
    #expect(!schedule.isEveryDay && WeekSchedule.daily.isEveryDay)
    #expect(WeekSchedule([]) == nil)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(WeekSchedule.self, from: Data("[]".utf8))
    }
  }
}

@Suite struct `A schedule history` {
  /// The schedules in force on the days of a week that begins on Monday, 2026-05-04.
  private func week(_ history: ScheduleHistory) -> [WeekSchedule] {
    (0..<7).map { history.schedule(on: day("2026-05-04").advanced(by: $0)) }
  }

  private let a: WeekSchedule = [.mon]
  private let b: WeekSchedule = [.tue]
  private let c: WeekSchedule = [.wed]

  @Test func `starts with the first schedule, even before the day of creation`() {
    let history = ScheduleHistory(a, from: day("2026-05-06"))
    #expect(week(history) == [a, a, a, a, a, a, a])
    #expect(history.present == a)
    #expect(history.schedule(on: .earliest) == a && history.schedule(on: .latest) == a)
  }

  @Test func `switches to an edited schedule on the day of the edit`() {
    var history = ScheduleHistory(a, from: day("2026-05-05"))
    history.change(to: b, from: day("2026-05-07"))
    history.change(to: c, from: day("2026-05-09"))
    #expect(week(history) == [a, a, a, b, b, c, c])
    #expect(history.present == c)
  }

  @Test func `uses the last of several schedules of one day`() {
    var history = ScheduleHistory(a, from: day("2026-05-05"))
    history.change(to: b, from: day("2026-05-05"))
    #expect(
      week(history) == [a, b, b, b, b, b, b], "the first schedule applies before the creation")
    history.change(to: c, from: day("2026-05-05"))
    #expect(week(history) == [a, c, c, c, c, c, c])
  }

  @Test func `uses the order of commands if the local day moves backwards`() {
    var history = ScheduleHistory(a, from: day("2026-05-05"))
    history.change(to: b, from: day("2026-05-08"))
    history.change(to: c, from: day("2026-05-07"))
    #expect(week(history) == [a, a, a, c, c, c, c])
    #expect(history.present == c)
  }

  @Test func `round-trips through a snapshot`() throws {
    var history = ScheduleHistory(a, from: day("2026-05-05"))
    history.change(to: b, from: day("2026-05-05"))
    let data = try JSONEncoder().encode(history)
    #expect(try JSONDecoder().decode(ScheduleHistory.self, from: data) == history)
  }

  @Test func `answers whether a day is planned`() {
    var history = ScheduleHistory([.mon, .wed], from: day("2026-05-04"))
    history.change(to: [.thu], from: day("2026-05-06"))
    let planned = (0..<7).filter { history.isPlanned(on: day("2026-05-04").advanced(by: $0)) }
    #expect(planned == [0, 3], "Monday of the first schedule, Thursday of the second")
  }
}

import EventEngine

/// A time as a person types it: an instant, a local time, a day, or a time relative to now.
package struct TimeExpression: Hashable, Sendable {
  /// The moment that a day stands for.
  package enum Edge: Sendable {
    /// The first millisecond, where a history begins.
    case start
    /// The last millisecond, where a history ends.
    case end
  }

  private enum Meaning: Hashable, Sendable {
    case instant(Timestamp)
    /// A time of day in the journal's zone, in milliseconds since midnight.
    case local(CalendarDay, milliseconds: Int)
    case day(CalendarDay)
    /// A day relative to today.
    case relativeDay(Int)
    case ago(milliseconds: Int64)
  }

  /// The forms, for help and errors.
  package static let forms = Bilingual(
    ru: "момент 2026-05-11T12:00:00+03:00, местное время 2026-05-11T12:00, день 2026-05-11, now, "
      + "today, yesterday или «3 hours ago»",
    en: "an instant 2026-05-11T12:00:00+03:00, a local time 2026-05-11T12:00, a day 2026-05-11, "
      + "now, today, yesterday or \"3 hours ago\"")

  package let text: String
  private let meaning: Meaning

  package init(_ instant: Timestamp) {
    text = instant.description
    meaning = .instant(instant)
  }

  /// Nil if the text has none of the forms.
  package init?(_ text: String) {
    self.text = text
    guard let meaning = Self.instant(text) ?? Self.local(text) ?? Self.word(text) else {
      return nil
    }
    self.meaning = meaning
  }

  /// Whether the text is a full instant, which needs no interpretation.
  package var isInstant: Bool {
    if case .instant = meaning { true } else { false }
  }

  /// Whether the text names a whole day.
  package var isDay: Bool {
    switch meaning {
    case .day, .relativeDay: true
    case .instant, .local, .ago: false
    }
  }

  /// Returns the instant; nil if the local clock skips it.
  ///
  /// - Parameters:
  ///   - zone: the journal's zone.
  ///   - clock: the present.
  package func instant(
    in zone: TimeZoneTable, clock: Timestamp, _ edge: Edge
  ) -> Timestamp? {
    switch meaning {
    case .instant(let instant): return instant
    case .local(let day, let milliseconds):
      return zone.instant(of: day, second: milliseconds / 1000)?
        .advanced(byMilliseconds: Int64(milliseconds % 1000))
    case .day(let day): return Self.edge(edge, of: day, in: zone)
    case .relativeDay(let days):
      return Self.edge(edge, of: zone.day(of: clock).advanced(by: days), in: zone)
    case .ago(let milliseconds):
      let (time, isOver) = clock.rawValue.subtractingReportingOverflow(milliseconds)
      let instant = Timestamp(rawValue: time)
      return !isOver && instant.isRepresentable ? instant : .earliest
    }
  }

  /// The reason why `instant` returned nil.
  package func skippedReason(in zone: TimeZoneTable) -> Bilingual {
    Bilingual(
      ru: "время, которое бывает: часы в поясе \(zone.name) не показывали \(text)",
      en: "a time that exists: clocks in \(zone.name) never showed \(text)")
  }

  private static func edge(_ edge: Edge, of day: CalendarDay, in zone: TimeZoneTable) -> Timestamp {
    switch edge {
    case .start: zone.startOfDay(day)
    case .end:
      day < .latest
        ? zone.startOfDay(day.advanced(by: 1)).advanced(byMilliseconds: -1) : .latest
    }
  }

  // MARK: - Parsing

  private static func instant(_ text: String) -> Meaning? {
    Timestamp(rfc3339: text).map(Meaning.instant)
  }

  /// A day, alone or with a time of day: `2026-05-11T12:00[:00[.000]]`.
  private static func local(_ text: String) -> Meaning? {
    guard let day = CalendarDay(String(text.prefix(10))) else { return nil }
    let time = text.dropFirst(10)
    if time.isEmpty { return .day(day) }
    guard let mark = time.first, mark == "T" || mark == "t" else { return nil }
    let whole = time.count == 6 ? "\(time):00" : String(time)
    // The same grammar as that of an instant, for a time without an offset.
    guard let parsed = Timestamp(rfc3339: "1970-01-01\(whole)Z") else { return nil }
    return .local(day, milliseconds: Int(parsed.rawValue))
  }

  private static func word(_ text: String) -> Meaning? {
    switch text {
    case "now": return .ago(milliseconds: 0)
    case "today": return .relativeDay(0)
    case "yesterday": return .relativeDay(-1)
    default: return ago(text)
    }
  }

  /// `3 hours ago`.
  private static func ago(_ text: String) -> Meaning? {
    let words = text.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 3, words[2] == "ago", let count = Int64(words[0]), count >= 0,
      words[0].allSatisfy(\.isNumber)
    else { return nil }
    let unit = words[1].hasSuffix("s") ? words[1].dropLast() : words[1]
    let minutes: [Substring: Int64] = ["minute": 1, "hour": 60, "day": 1440, "week": 10_080]
    guard let length = minutes[unit] else { return nil }
    let (milliseconds, isOver) = count.multipliedReportingOverflow(by: length * 60_000)
    return isOver ? nil : .ago(milliseconds: milliseconds)
  }
}

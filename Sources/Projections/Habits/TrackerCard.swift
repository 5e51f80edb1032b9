import Domain
import EventEngine

/// A tracker as the board shows it.
public struct TrackerCard: Equatable, Sendable {
  public let tracker: TrackerID
  public let kind: TrackerKind
  public let title: String
  public let emoji: TrackerEmoji?
  public let color: TrackerColor
  /// The present one, whatever the day; nil for an irregular event.
  public let schedule: WeekSchedule?
  public let scheduleText: String?
  public let pinned: Bool
  /// On the day the card is shown for.
  public let done: Bool
  /// All days ever.
  public let daysDone: Int

  init(_ id: TrackerID, _ known: TrackerRecord, on day: CalendarDay, in locale: Locale) {
    tracker = id
    kind = known.days.kind
    title = known.title?.rawValue ?? HabitsReadModelTexts.erased[locale]
    emoji = known.emoji
    color = known.color
    schedule = known.days.schedules?.present
    scheduleText = schedule.map { HabitsReadModelTexts.text(of: $0, in: locale) }
    pinned = known.isPinned
    done = known.days.completed.contains(day)
    daysDone = known.days.completed.count
  }
}

extension TrackerCard: Encodable {
  /// What follows `daysDone` is not the card's own: `TrackerDetails` adds it.
  enum CodingKeys: CodingKey {
    case tracker, kind, title, emoji, color, schedule, scheduleText, pinned, done, daysDone
    case category, completedDays, currentStreak, longestStreak
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try encode(into: &container)
  }

  func encode(into container: inout KeyedEncodingContainer<CodingKeys>) throws {
    try container.encode(tracker, forKey: .tracker)
    try container.encode(kind, forKey: .kind)
    try container.encode(title, forKey: .title)
    try container.encode(emoji, forKey: .emoji)
    try container.encode(color, forKey: .color)
    try container.encode(schedule, forKey: .schedule)
    try container.encode(scheduleText, forKey: .scheduleText)
    try container.encode(pinned, forKey: .pinned)
    try container.encode(done, forKey: .done)
    try container.encode(daysDone, forKey: .daysDone)
  }
}

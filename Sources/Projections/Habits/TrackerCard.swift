import Domain
import EventEngine

/// A tracker on the board.
public struct TrackerCard: Encodable, Equatable, Sendable {
  public let tracker: TrackerID
  public let kind: TrackerKind
  public let title: String
  public let emoji: TrackerEmoji?
  public let color: TrackerColor
  /// The current schedule, whatever the day of the board; nil for an irregular event.
  public let schedule: WeekSchedule?
  public let scheduleText: String?
  public let pinned: Bool
  /// True if the tracker is completed on the day of the board.
  public let done: Bool
  /// The number of days on which the tracker was completed.
  public let daysDone: Int

  init(_ id: TrackerID, _ known: TrackerRecord, on day: CalendarDay, in locale: Language) {
    tracker = id
    kind = known.days.kind
    title = known.title?.rawValue ?? Bilingual.erased[locale]
    emoji = known.emoji
    color = known.color
    schedule = known.days.schedules?.present
    scheduleText = schedule.map { $0.text[locale] }
    pinned = known.isPinned
    done = known.days.completed.contains(day)
    daysDone = known.days.completed.count
  }
}

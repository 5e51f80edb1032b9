import Domain
import EventEngine

/// The data on a tracker's card.
struct TrackerRecord: Codable, Equatable, Sendable {
  /// The position of the creation.
  let position: Position
  private(set) var category: TrackerCategoryID
  private(set) var color: TrackerColor
  /// Nil once erased.
  private(set) var title: TrackerTitle?
  /// Nil once erased.
  private(set) var emoji: TrackerEmoji?
  var days: TrackerDays
  var isPinned = false

  init(_ fact: HabitCreated, _ event: Recorded<HabitsEvent>) {
    self.init(fact.category, fact.color, fact.personal, event, schedule: fact.schedule)
  }

  init(_ fact: IrregularEventCreated, _ event: Recorded<HabitsEvent>) {
    self.init(fact.category, fact.color, fact.personal, event, schedule: nil)
  }

  private init(
    _ category: TrackerCategoryID, _ color: TrackerColor, _ texts: TrackerTexts?,
    _ event: Recorded<HabitsEvent>, schedule: WeekSchedule?
  ) {
    position = event.position
    self.category = category
    self.color = color
    title = texts?.title
    emoji = texts?.emoji
    days = TrackerDays(created: event.day, schedule: schedule)
  }

  /// Applies an edit. If its texts are erased, those of the creation are, too, so title and emoji
  /// stay nil.
  mutating func edit(_ fact: TrackerEdited, on day: CalendarDay) {
    category = fact.category ?? category
    color = fact.color ?? color
    title = fact.personal?.title ?? title
    emoji = fact.personal?.emoji ?? emoji
    if let schedule = fact.schedule { days.change(to: schedule, from: day) }
  }
}

extension TrackerRecord: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("position", position)
    members.write("category", category)
    members.write("color", color)
    members.write("title", title)
    members.write("emoji", emoji)
    try members.write("days", days)
    members.write("isPinned", isPinned)
  }
}

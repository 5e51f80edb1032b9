import EventEngine

/// The texts on a tracker's card. They are personal data because users write them.
public struct TrackerTexts: Codable, Hashable, Sendable {
  public let title: TrackerTitle
  public let emoji: TrackerEmoji

  public init(title: TrackerTitle, emoji: TrackerEmoji) {
    self.title = title
    self.emoji = emoji
  }
}

public struct HabitCreated: TrackerFact {
  public static let type: EventType = "habits.habitCreated"

  public let user: HabitsUserID
  public let tracker: TrackerID
  public let category: TrackerCategoryID
  public let schedule: WeekSchedule
  public let color: TrackerColor
  public var personal: TrackerTexts?

  enum CodingKeys: String, CodingKey { case user, tracker, category, schedule, color }

  public init(
    _ tracker: OwnedTracker, in category: TrackerCategoryID, schedule: WeekSchedule,
    color: TrackerColor, personal: TrackerTexts?
  ) {
    user = tracker.user
    self.tracker = tracker.tracker
    self.category = category
    self.schedule = schedule
    self.color = color
    self.personal = personal
  }

  public var subjects: [Tag] { [owned.tag, user.tag] }
}

public struct IrregularEventCreated: TrackerFact {
  public static let type: EventType = "habits.irregularEventCreated"

  public let user: HabitsUserID
  public let tracker: TrackerID
  public let category: TrackerCategoryID
  public let color: TrackerColor
  public var personal: TrackerTexts?

  enum CodingKeys: String, CodingKey { case user, tracker, category, color }

  public init(
    _ tracker: OwnedTracker, in category: TrackerCategoryID, color: TrackerColor,
    personal: TrackerTexts?
  ) {
    user = tracker.user
    self.tracker = tracker.tracker
    self.category = category
    self.color = color
    self.personal = personal
  }

  public var subjects: [Tag] { [owned.tag, user.tag] }
}

/// A tracker was edited. A nil member is unchanged.
public struct TrackerEdited: TrackerFact {
  public static let type: EventType = "habits.trackerEdited"

  public struct Personal: Codable, Hashable, Sendable {
    public let title: TrackerTitle?
    public let emoji: TrackerEmoji?

    /// Returns nil when neither was edited, because then there is nothing to erase.
    public init?(title: TrackerTitle?, emoji: TrackerEmoji?) {
      if title == nil, emoji == nil { return nil }
      self.title = title
      self.emoji = emoji
    }
  }

  public let user: HabitsUserID
  public let tracker: TrackerID
  public let category: TrackerCategoryID?
  /// The new schedule, for habits only.
  public let schedule: WeekSchedule?
  public let color: TrackerColor?
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case user, tracker, category, schedule, color }

  public init(
    _ tracker: OwnedTracker, category: TrackerCategoryID?, schedule: WeekSchedule?,
    color: TrackerColor?, personal: Personal?
  ) {
    user = tracker.user
    self.tracker = tracker.tracker
    self.category = category
    self.schedule = schedule
    self.color = color
    self.personal = personal
  }

  public var subjects: [Tag] { [owned.tag, user.tag] }
}

public struct TrackerDeleted: TrackerFact {
  public static let type: EventType = "habits.trackerDeleted"

  public let user: HabitsUserID
  public let tracker: TrackerID

  public init(_ tracker: OwnedTracker) {
    user = tracker.user
    self.tracker = tracker.tracker
  }
}

public struct TrackerPinned: TrackerFact {
  public static let type: EventType = "habits.trackerPinned"

  public let user: HabitsUserID
  public let tracker: TrackerID

  public init(_ tracker: OwnedTracker) {
    user = tracker.user
    self.tracker = tracker.tracker
  }
}

public struct TrackerUnpinned: TrackerFact {
  public static let type: EventType = "habits.trackerUnpinned"

  public let user: HabitsUserID
  public let tracker: TrackerID

  public init(_ tracker: OwnedTracker) {
    user = tracker.user
    self.tracker = tracker.tracker
  }
}

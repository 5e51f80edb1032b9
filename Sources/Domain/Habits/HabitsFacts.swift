import EventEngine

/// The payload of an event of one user's habit tracker.
public protocol HabitsFact: EventPayload {
  var user: HabitsUserID { get }
}

/// The payload of an event about one tracker of a user.
public protocol TrackerFact: HabitsFact {
  var tracker: TrackerID { get }
}

extension TrackerFact {
  public var owned: OwnedTracker { OwnedTracker(tracker, of: user) }
  public var tags: [Tag] { [owned.tag, user.tag] }
}

/// The payload of an event about one category of a user.
public protocol TrackerCategoryFact: HabitsFact {
  var category: TrackerCategoryID { get }
}

extension TrackerCategoryFact {
  public var owned: OwnedCategory { OwnedCategory(category, of: user) }
  public var tags: [Tag] { [owned.tag, user.tag] }
}

import Domain
import EventEngine

/// Shorthands for events of the habit tracker, with defaults for irrelevant values. The default
/// user is Anna.
extension HabitsEvent {
  package static func onboarded(_ user: HabitsUserID = "anna") -> HabitsEvent {
    .onboardingFinished(HabitsOnboardingFinished(user: user))
  }

  package static func chose(_ filter: BoardFilter, by user: HabitsUserID = "anna") -> HabitsEvent {
    .filterChosen(BoardFilterChosen(user: user, filter: filter))
  }

  package static func added(
    _ category: TrackerCategoryID, _ title: TrackerCategoryTitle, of user: HabitsUserID = "anna"
  ) -> HabitsEvent {
    .categoryAdded(
      TrackerCategoryAdded(OwnedCategory(category, of: user), personal: .init(title: title)))
  }

  package static func renamed(
    _ category: TrackerCategoryID, _ title: TrackerCategoryTitle, of user: HabitsUserID = "anna"
  ) -> HabitsEvent {
    .categoryRenamed(
      TrackerCategoryRenamed(OwnedCategory(category, of: user), personal: .init(title: title)))
  }

  package static func deletedCategory(
    _ category: TrackerCategoryID, of user: HabitsUserID = "anna"
  ) -> HabitsEvent {
    .categoryDeleted(TrackerCategoryDeleted(OwnedCategory(category, of: user)))
  }

  package static func habit(
    _ tracker: TrackerID, of user: HabitsUserID = "anna", in category: TrackerCategoryID = "c1",
    on schedule: WeekSchedule = .daily, title: TrackerTitle = "Зарядка", emoji: TrackerEmoji = "🤸",
    color: TrackerColor = "#33CFD9"
  ) -> HabitsEvent {
    .habitCreated(
      HabitCreated(
        OwnedTracker(tracker, of: user), in: category, schedule: schedule, color: color,
        personal: TrackerTexts(title: title, emoji: emoji)))
  }

  package static func irregular(
    _ tracker: TrackerID, of user: HabitsUserID = "anna", in category: TrackerCategoryID = "c1",
    title: TrackerTitle = "Открытка", emoji: TrackerEmoji = "💌", color: TrackerColor = "#FF99CC"
  ) -> HabitsEvent {
    .irregularEventCreated(
      IrregularEventCreated(
        OwnedTracker(tracker, of: user), in: category, color: color,
        personal: TrackerTexts(title: title, emoji: emoji)))
  }

  package static func edited(
    _ tracker: TrackerID, of user: HabitsUserID = "anna", title: TrackerTitle? = nil,
    in category: TrackerCategoryID? = nil, on schedule: WeekSchedule? = nil,
    emoji: TrackerEmoji? = nil, color: TrackerColor? = nil
  ) -> HabitsEvent {
    .trackerEdited(
      TrackerEdited(
        OwnedTracker(tracker, of: user), category: category, schedule: schedule, color: color,
        personal: .init(title: title, emoji: emoji)))
  }

  package static func deleted(
    _ tracker: TrackerID, of user: HabitsUserID = "anna"
  ) -> HabitsEvent {
    .trackerDeleted(TrackerDeleted(OwnedTracker(tracker, of: user)))
  }

  package static func pinned(_ tracker: TrackerID, of user: HabitsUserID = "anna") -> HabitsEvent {
    .trackerPinned(TrackerPinned(OwnedTracker(tracker, of: user)))
  }

  package static func unpinned(
    _ tracker: TrackerID, of user: HabitsUserID = "anna"
  ) -> HabitsEvent {
    .trackerUnpinned(TrackerUnpinned(OwnedTracker(tracker, of: user)))
  }

  package static func done(
    _ tracker: TrackerID, of user: HabitsUserID = "anna", on date: String
  ) -> HabitsEvent {
    .trackerMarkedDone(TrackerMarkedDone(OwnedTracker(tracker, of: user), on: day(date)))
  }

  package static func undone(
    _ tracker: TrackerID, of user: HabitsUserID = "anna", on date: String
  ) -> HabitsEvent {
    .trackerUnmarkedDone(TrackerUnmarkedDone(OwnedTracker(tracker, of: user), on: day(date)))
  }
}

import Domain
import EventEngine

/// The trackers on a user's board: creation in one of the user's categories, edits and deletion.
public struct Trackers: Decider {
  public enum Command: Equatable, Sendable {
    case createHabit(HabitCreated)
    case createIrregularEvent(IrregularEventCreated)
    case edit(TrackerEdited)
    case delete(OwnedTracker)
  }

  private var categories: Set<OwnedCategory> = []
  private var trackers = TrackerRegistry()

  public init() {}

  private static let categoryFacts = [TrackerCategoryAdded.type, TrackerCategoryDeleted.type]
  public static let factTypes = categoryFacts + TrackerRegistry.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .createHabit(let new): Self.facts(about: new.owned, in: new.category)
    case .createIrregularEvent(let new): Self.facts(about: new.owned, in: new.category)
    case .edit(let edit): Self.facts(about: edit.owned, in: edit.category)
    case .delete(let tracker): TrackerRegistry.facts(about: tracker)
    }
  }

  private static func facts(about tracker: OwnedTracker, in category: TrackerCategoryID?) -> Query {
    let facts = TrackerRegistry.facts(about: tracker)
    guard let category else { return facts }
    return .of(categoryFacts, OwnedCategory(category, of: tracker.user).tag) | facts
  }

  public mutating func apply(_ event: Recorded<HabitsEvent>) {
    switch event.event {
    case .categoryAdded(let payload): categories.insert(payload.owned)
    case .categoryDeleted(let payload): categories.remove(payload.owned)
    case .habitCreated(let payload): trackers.create(payload.owned, .habit)
    case .irregularEventCreated(let payload): trackers.create(payload.owned, .irregularEvent)
    case .trackerDeleted(let payload): trackers.delete(payload.owned)
    case .onboardingFinished, .categoryRenamed, .trackerEdited, .trackerPinned, .trackerUnpinned,
      .trackerMarkedDone, .trackerUnmarkedDone, .filterChosen:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(HabitsRefusal) -> [HabitsEvent] {
    switch command {
    case .createHabit(let new):
      try requireCreatable(new.owned, in: new.category, titled: new.personal?.title)
      return [.habitCreated(new)]
    case .createIrregularEvent(let new):
      try requireCreatable(new.owned, in: new.category, titled: new.personal?.title)
      return [.irregularEventCreated(new)]
    case .edit(let edit):
      try requireEditable(edit)
      return [.trackerEdited(edit)]
    case .delete(let tracker):
      try trackers.require(tracker)
      return [.trackerDeleted(TrackerDeleted(tracker))]
    }
  }

  private func requireCreatable(
    _ tracker: OwnedTracker, in category: TrackerCategoryID, titled title: TrackerTitle?
  ) throws(HabitsRefusal) {
    try requireShort(title)
    try require(OwnedCategory(category, of: tracker.user))
    try trackers.requireUnused(tracker)
  }

  private func requireEditable(_ edit: TrackerEdited) throws(HabitsRefusal) {
    try requireShort(edit.personal?.title)
    if let category = edit.category { try require(OwnedCategory(category, of: edit.user)) }
    switch try trackers.require(edit.owned) {
    case .habit: return
    case .irregularEvent:
      guard edit.schedule == nil else { throw .scheduleOfIrregularEvent }
    }
  }

  private func requireShort(_ title: TrackerTitle?) throws(HabitsRefusal) {
    guard let title, title.isTooLong else { return }
    throw .titleTooLong
  }

  private func require(_ category: OwnedCategory) throws(HabitsRefusal) {
    guard categories.contains(category) else { throw .noSuchCategory }
  }

  public static func answer(
    to command: Command, _ events: [HabitsEvent], in locale: Language
  ) throws(HabitsRefusal) -> [CommandValue] {
    switch events.first {
    case .habitCreated(let payload): [CommandValue("tracker", payload.tracker.rawValue)]
    case .irregularEventCreated(let payload): [CommandValue("tracker", payload.tracker.rawValue)]
    default: []
    }
  }
}

import Domain
import EventEngine

/// All users with their boards: the state of all read models about habits.
public struct TrackerBoards: StoredState {
  private var boards = Table<UserBoard>()

  public init() {}
}

/// The categories and trackers of one user, with the settings of the screens.
struct UserBoard: Identified {
  let id: HabitsUserID
  fileprivate(set) var hasFinishedOnboarding = false
  fileprivate(set) var categories: [TrackerCategoryID: CategoryRecord] = [:]
  fileprivate(set) var trackers: [TrackerID: TrackerRecord] = [:]
  /// The filter chosen last.
  fileprivate(set) var filter = BoardFilter.all
  /// The category of the tracker that was created or edited last, even if the tracker is deleted;
  /// nil once the category is deleted.
  fileprivate(set) var lastCategory: TrackerCategoryID?

  fileprivate init(id: HabitsUserID) { self.id = id }

  fileprivate mutating func create(_ tracker: TrackerID, _ known: TrackerRecord) {
    trackers[tracker] = known
    lastCategory = known.category
  }

  fileprivate mutating func edit(_ fact: TrackerEdited, on day: CalendarDay) {
    trackers[fact.tracker]?.edit(fact, on: day)
    lastCategory = trackers[fact.tracker]?.category
  }

  fileprivate mutating func delete(_ category: TrackerCategoryID) {
    categories[category] = nil
    if lastCategory == category { lastCategory = nil }
  }
}

/// A category with the position of its addition.
struct CategoryRecord: Codable, Equatable, Sendable {
  let position: Position
  /// Nil once erased.
  fileprivate(set) var title: TrackerCategoryTitle?
}

extension TrackerBoards {
  public static let name = "habits.boards"

  public static let factTypes = [
    HabitsOnboardingFinished.type, BoardFilterChosen.type, TrackerCategoryAdded.type,
    TrackerCategoryRenamed.type, TrackerCategoryDeleted.type, HabitCreated.type,
    IrregularEventCreated.type, TrackerEdited.type, TrackerDeleted.type, TrackerPinned.type,
    TrackerUnpinned.type, TrackerMarkedDone.type, TrackerUnmarkedDone.type,
  ]

  public mutating func apply(_ event: Recorded<HabitsEvent>) {
    switch event.event {
    case .onboardingFinished(let fact): begin(fact.user) { $0.hasFinishedOnboarding = true }
    case .filterChosen(let fact): begin(fact.user) { $0.filter = fact.filter }
    case .categoryAdded(let fact):
      let category = CategoryRecord(position: event.position, title: fact.personal?.title)
      begin(fact.user) { $0.categories[fact.category] = category }
    case .categoryRenamed(let fact):
      boards.change(fact.user) { $0.categories[fact.category]?.title = fact.personal?.title }
    case .categoryDeleted(let fact): boards.change(fact.user) { $0.delete(fact.category) }
    case .habitCreated(let fact):
      begin(fact.user) { $0.create(fact.tracker, TrackerRecord(fact, event)) }
    case .irregularEventCreated(let fact):
      begin(fact.user) { $0.create(fact.tracker, TrackerRecord(fact, event)) }
    case .trackerEdited(let fact): boards.change(fact.user) { $0.edit(fact, on: event.day) }
    case .trackerDeleted(let fact): boards.change(fact.user) { $0.trackers[fact.tracker] = nil }
    case .trackerPinned(let fact):
      boards.change(fact.user) { $0.trackers[fact.tracker]?.isPinned = true }
    case .trackerUnpinned(let fact):
      boards.change(fact.user) { $0.trackers[fact.tracker]?.isPinned = false }
    case .trackerMarkedDone(let fact):
      boards.change(fact.user) { $0.trackers[fact.tracker]?.days.completed.insert(fact.date) }
    case .trackerUnmarkedDone(let fact):
      boards.change(fact.user) { $0.trackers[fact.tracker]?.days.completed.remove(fact.date) }
    }
  }

  /// Adds the user if this is the first event about them. Every read model that refuses an unknown
  /// user reads these events.
  private mutating func begin(_ user: HabitsUserID, _ change: (inout UserBoard) -> Void) {
    boards.change(user, orAppend: UserBoard(id: user), change)
  }

  /// The user's board; nil for an unknown user.
  func find(_ user: HabitsUserID) -> UserBoard? { boards.find(user).map { boards[$0] } }

  func require(_ user: HabitsUserID) throws(QueryRefusal) -> UserBoard {
    guard let board = find(user) else { throw .notFound(.unknownUser(user)) }
    return board
  }
}

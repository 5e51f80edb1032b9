import Domain
import EventEngine

/// The existing trackers and all ids that were ever used. Deciders contain a registry and forward
/// events to it.
struct TrackerRegistry: Equatable {
  private var kinds: [OwnedTracker: TrackerKind] = [:]
  private var usedIDs: Set<OwnedTracker> = []

  static let factTypes = [HabitCreated.type, IrregularEventCreated.type, TrackerDeleted.type]

  /// The query for the creation and the deletion of `tracker`.
  static func facts(about tracker: OwnedTracker) -> Query { .of(factTypes, tracker.tag) }

  mutating func create(_ tracker: OwnedTracker, _ kind: TrackerKind) {
    kinds[tracker] = kind
    usedIDs.insert(tracker)
  }

  mutating func delete(_ tracker: OwnedTracker) { kinds[tracker] = nil }

  @discardableResult
  func require(_ tracker: OwnedTracker) throws(HabitsRefusal) -> TrackerKind {
    guard let kind = kinds[tracker] else { throw .noSuchTracker }
    return kind
  }

  func requireUnused(_ tracker: OwnedTracker) throws(HabitsRefusal) {
    guard !usedIDs.contains(tracker) else {
      throw .alreadyExists(field: "tracker", id: tracker.tracker.rawValue)
    }
  }
}

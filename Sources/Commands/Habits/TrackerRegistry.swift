import Domain
import EventEngine

/// Which trackers there are, and which ids were ever used. Deciders hold one and forward it
/// events.
struct TrackerRegistry: Equatable {
  private var kinds: [OwnedTracker: TrackerKind] = [:]
  private var usedIDs: Set<OwnedTracker> = []

  static let factTypes = [HabitCreated.type, IrregularEventCreated.type, TrackerDeleted.type]

  /// What it depends on whether there is such a tracker.
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
    guard !usedIDs.contains(tracker) else { throw .alreadyExists }
  }
}

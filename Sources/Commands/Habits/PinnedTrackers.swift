import Domain
import EventEngine

/// The trackers that are pinned to the top of a board.
public struct PinnedTrackers: Decider {
  public enum Command: Equatable, Sendable {
    case pin(OwnedTracker)
    case unpin(OwnedTracker)
  }

  private var pinned: Set<OwnedTracker> = []
  private var trackers = TrackerRegistry()

  public init() {}

  public static let factTypes =
    TrackerRegistry.factTypes + [TrackerPinned.type, TrackerUnpinned.type]

  public func boundary(of command: Command) -> Query {
    switch command {
    case .pin(let tracker), .unpin(let tracker): .of(Self.factTypes, tracker.tag)
    }
  }

  public mutating func apply(_ event: Recorded<HabitsEvent>) {
    switch event.event {
    case .habitCreated(let payload): trackers.create(payload.owned, .habit)
    case .irregularEventCreated(let payload): trackers.create(payload.owned, .irregularEvent)
    case .trackerDeleted(let payload):
      trackers.delete(payload.owned)
      pinned.remove(payload.owned)
    case .trackerPinned(let payload): pinned.insert(payload.owned)
    case .trackerUnpinned(let payload): pinned.remove(payload.owned)
    case .onboardingFinished, .categoryAdded, .categoryRenamed, .categoryDeleted, .trackerEdited,
      .trackerMarkedDone, .trackerUnmarkedDone, .filterChosen:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(HabitsRefusal) -> [HabitsEvent] {
    switch command {
    case .pin(let tracker):
      try trackers.require(tracker)
      guard !pinned.contains(tracker) else { throw .alreadyPinned }
      return [.trackerPinned(TrackerPinned(tracker))]
    case .unpin(let tracker):
      try trackers.require(tracker)
      guard pinned.contains(tracker) else { throw .notPinned }
      return [.trackerUnpinned(TrackerUnpinned(tracker))]
    }
  }
}

extension PinnedTrackers {
  public static let shapes = [
    CommandShape<Command>(
      "habits.pinTracker", by: .person, .init(ru: "Закрепить трекер", en: "Pin a tracker"),
      fields: [Trackers.tracker.required], refusals: HabitsRefusal.codes(.notFound, .alreadyPinned)
    ) { form throws(FormError) in .pin(try form.tracker()) },
    CommandShape<Command>(
      "habits.unpinTracker", by: .person, .init(ru: "Открепить трекер", en: "Unpin a tracker"),
      fields: [Trackers.tracker.required], refusals: HabitsRefusal.codes(.notFound, .notPinned)
    ) { form throws(FormError) in .unpin(try form.tracker()) },
  ]
}

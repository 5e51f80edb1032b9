import EventEngine

/// The events of the habit tracker.
public enum HabitsEvent: Event {
  case onboardingFinished(HabitsOnboardingFinished)
  case categoryAdded(TrackerCategoryAdded)
  case categoryRenamed(TrackerCategoryRenamed)
  case categoryDeleted(TrackerCategoryDeleted)
  case habitCreated(HabitCreated)
  case irregularEventCreated(IrregularEventCreated)
  case trackerEdited(TrackerEdited)
  case trackerDeleted(TrackerDeleted)
  case trackerPinned(TrackerPinned)
  case trackerUnpinned(TrackerUnpinned)
  case trackerMarkedDone(TrackerMarkedDone)
  case trackerUnmarkedDone(TrackerUnmarkedDone)
  case filterChosen(BoardFilterChosen)

  public static let catalog = EventCatalog<HabitsEvent>()
    .current(onboardingFinished)
    .current(categoryAdded)
    .current(categoryRenamed)
    .current(categoryDeleted)
    .current(habitCreated)
    .current(irregularEventCreated)
    .current(trackerEdited)
    .current(trackerDeleted)
    .current(trackerPinned)
    .current(trackerUnpinned)
    .current(trackerMarkedDone)
    .current(trackerUnmarkedDone)
    .current(filterChosen)

  public var payload: any EventPayload { fact }

  /// The payload. Every payload of this domain belongs to one user.
  public var fact: any HabitsFact {
    switch self {
    case .onboardingFinished(let payload): payload
    case .categoryAdded(let payload): payload
    case .categoryRenamed(let payload): payload
    case .categoryDeleted(let payload): payload
    case .habitCreated(let payload): payload
    case .irregularEventCreated(let payload): payload
    case .trackerEdited(let payload): payload
    case .trackerDeleted(let payload): payload
    case .trackerPinned(let payload): payload
    case .trackerUnpinned(let payload): payload
    case .trackerMarkedDone(let payload): payload
    case .trackerUnmarkedDone(let payload): payload
    case .filterChosen(let payload): payload
    }
  }

  public static let typesDueForErasure = [TrackerCategoryDeleted.type, TrackerDeleted.type]

  /// The subjects whose personal data must be erased because of this event.
  public var dueForErasure: [Tag] {
    switch self {
    case .categoryDeleted(let payload): [payload.owned.tag]
    case .trackerDeleted(let payload): [payload.owned.tag]
    case .onboardingFinished, .categoryAdded, .categoryRenamed, .habitCreated,
      .irregularEventCreated, .trackerEdited, .trackerPinned, .trackerUnpinned, .trackerMarkedDone,
      .trackerUnmarkedDone, .filterChosen:
      []
    }
  }
}

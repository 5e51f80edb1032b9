import Domain
import EventEngine

/// How is one tracker getting on?
public struct TrackerDetails: Projection {
  public struct Parameters: Equatable, Sendable {
    public var tracker: OwnedTracker
    public var now: Timestamp?

    public init(tracker: OwnedTracker, now: Timestamp? = nil) {
      self.tracker = tracker
      self.now = now
    }
  }

  public struct Answer: Equatable, Sendable {
    /// As the board shows it today.
    public let card: TrackerCard
    public let category: TrackerCategoryID
    public let completedDays: [CalendarDay]
    public let currentStreak: Int
    public let longestStreak: Int
  }

  public let state: TrackerBoards

  public init(_ state: TrackerBoards) { self.state = state }
}

extension TrackerDetails.Answer: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: TrackerCard.CodingKeys.self)
    try card.encode(into: &container)
    try container.encode(category, forKey: .category)
    try container.encode(completedDays, forKey: .completedDays)
    try container.encode(currentStreak, forKey: .currentStreak)
    try container.encode(longestStreak, forKey: .longestStreak)
  }
}

extension TrackerDetails {
  public static let shape = QueryShape<Parameters>(
    "habits.tracker",
    Bilingual(ru: "Трекер: дни и серии", en: "A tracker, its days and its streaks"),
    shows: [
      "tracker", "kind", "title", "emoji", "color", "schedule", "scheduleText", "pinned", "done",
      "daysDone", "category", "completedDays", "currentStreak", "longestStreak",
    ],
    fields: [
      HabitsQueryFields.user.required, HabitsQueryFields.tracker.required,
      HabitsQueryFields.now.optional,
    ]
  ) { form throws(FormError) in
    let user = try form.required(HabitsQueryFields.user)
    return Parameters(
      tracker: OwnedTracker(try form.required(HabitsQueryFields.tracker), of: user),
      now: try form.optional(HabitsQueryFields.now))
  }

  private static let factTypes = [
    HabitCreated.type, IrregularEventCreated.type, TrackerEdited.type, TrackerDeleted.type,
    TrackerPinned.type, TrackerUnpinned.type, TrackerMarkedDone.type, TrackerUnmarkedDone.type,
  ]

  public func facts(for parameters: Parameters) -> Query {
    .of(Self.factTypes, parameters.tracker.tag)
  }

  public static func keys(touchedBy event: Recorded<HabitsEvent>) -> [JSONObject] {
    switch event.event {
    case .habitCreated(let fact): [key(fact.owned)]
    case .irregularEventCreated(let fact): [key(fact.owned)]
    case .trackerEdited(let fact): [key(fact.owned)]
    case .trackerDeleted(let fact): [key(fact.owned)]
    case .trackerPinned(let fact): [key(fact.owned)]
    case .trackerUnpinned(let fact): [key(fact.owned)]
    case .trackerMarkedDone(let fact): [key(fact.owned)]
    case .trackerUnmarkedDone(let fact): [key(fact.owned)]
    case .onboardingFinished, .categoryAdded, .categoryRenamed, .categoryDeleted, .filterChosen:
      []
    }
  }

  private static func key(_ tracker: OwnedTracker) -> JSONObject {
    var key = HabitsQueryFields.key(tracker.user)
    key[HabitsQueryFields.tracker.name] = .string(tracker.tracker.rawValue)
    return key
  }

  public func answer(to parameters: Parameters, _ asking: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    let owned = parameters.tracker
    guard let known = state.find(owned.user)?.trackers[owned.tracker] else {
      throw .notFound(HabitsReadModelTexts.unknown(owned))
    }
    let today = asking.moment(parameters.now).day
    return Answer(
      card: TrackerCard(owned.tracker, known, on: today, in: asking.locale),
      category: known.category, completedDays: known.days.completed.days,
      currentStreak: known.days.currentRun(on: today), longestStreak: known.days.longestRun)
  }
}

import Domain
import EventEngine

/// One tracker with its progress.
public struct TrackerDetails: Projection {
  public struct Parameters: Equatable, Sendable {
    public var tracker: OwnedTracker
    public var now: Timestamp?
  }

  /// Today's card on the board followed by the progress.
  public typealias Answer = Joined<TrackerCard, Progress>

  public struct Progress: Encodable, Equatable, Sendable {
    public let category: TrackerCategoryID
    public let completedDays: [CalendarDay]
    public let currentStreak: Int
    public let longestStreak: Int
  }

  public let state: TrackerBoards

  public init(_ state: TrackerBoards) { self.state = state }
}

extension TrackerDetails {
  public static let shape = QueryShape<Parameters>(
    "habits.tracker",
    Bilingual(ru: "Трекер, его дни и серии", en: "A tracker, its days and its streaks"),
    about: .tag("tracker", parameters: "user", "tracker"),
    shows: [
      "tracker", "kind", "title", "emoji", "color", "schedule", "scheduleText", "pinned", "done",
      "daysDone", "category", "completedDays", "currentStreak", "longestStreak",
    ],
    plainLists: ["schedule", "completedDays"],
    fields: [
      HabitsQueryFields.user.required, HabitsQueryFields.tracker.required,
      Field.now.optional,
    ]
  ) { form throws(FormError) in
    let user = try form.required(HabitsQueryFields.user)
    return Parameters(
      tracker: OwnedTracker(try form.required(HabitsQueryFields.tracker), of: user),
      now: try form.optional(Field.now))
  }

  private static let factTypes = [
    HabitCreated.type, IrregularEventCreated.type, TrackerEdited.type, TrackerDeleted.type,
    TrackerPinned.type, TrackerUnpinned.type, TrackerMarkedDone.type, TrackerUnmarkedDone.type,
  ]

  public func facts(for parameters: Parameters) -> Query {
    .of(Self.factTypes, parameters.tracker.tag)
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let owned = query.tracker
    guard let known = state.find(owned.user)?.trackers[owned.tracker] else {
      throw .notFound(HabitsReadModelTexts.unknown(owned))
    }
    let today = context.moment(query.now).day
    return Answer(
      TrackerCard(owned.tracker, known, on: today, in: context.locale),
      Progress(
        category: known.category, completedDays: known.days.completed.days,
        currentStreak: known.days.currentRun(on: today), longestStreak: known.days.longestRun))
  }
}

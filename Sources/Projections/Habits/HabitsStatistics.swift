import Domain
import EventEngine

/// The statistics of a user's current trackers.
public struct HabitsStatistics: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    /// True if there is no completion.
    public let empty: Bool
    public let bestPeriod: Int
    public let perfectDays: Int
    public let completed: Int
    public let average: Hundredths
    public let titles: Titles
  }

  public struct Titles: Encodable, Equatable, Sendable {
    public let bestPeriod: String
    public let perfectDays: String
    public let completed: String
    public let average: String
  }

  public let state: TrackerBoards

  public init(_ state: TrackerBoards) { self.state = state }
}

extension HabitsStatistics {
  public static let shape = QueryShape<HabitsUserID>(
    "habits.statistics",
    Bilingual(ru: "Статистика пользователя", en: "A user's statistics"),
    shows: ["empty", "bestPeriod", "perfectDays", "completed", "average", "titles"],
    of: HabitsQueryFields.user)

  private static let factTypes = [
    HabitsOnboardingFinished.type, BoardFilterChosen.type, TrackerCategoryAdded.type,
    HabitCreated.type, IrregularEventCreated.type, TrackerEdited.type, TrackerDeleted.type,
    TrackerMarkedDone.type, TrackerUnmarkedDone.type,
  ]

  public func facts(for user: HabitsUserID) -> Query {
    .of(Self.factTypes, user.tag)
  }

  public func answer(to user: HabitsUserID, _ context: QueryContext) throws(QueryRefusal) -> Answer
  {
    let trackers = try state.require(user).trackers.values.map(\.days)
    let completed = trackers.reduce(0) { $0 + $1.completed.count }
    let days = DayTally(of: trackers)
    return Answer(
      empty: completed == 0, bestPeriod: trackers.map(\.longestRun).max() ?? 0,
      perfectDays: days.perfect, completed: completed,
      average: Hundredths(of: completed, by: days.active),
      titles: Titles(
        bestPeriod: HabitsReadModelTexts.bestPeriod[context.locale],
        perfectDays: HabitsReadModelTexts.perfectDays[context.locale],
        completed: HabitsReadModelTexts.completed[context.locale],
        average: HabitsReadModelTexts.average[context.locale]))
  }
}

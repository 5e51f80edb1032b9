import Domain
import EventEngine

/// The screen on which the application opens for a user.
public struct HabitsStart: Projection {
  public enum Screen: String, Encodable, Sendable {
    case onboarding, trackers
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let screen: Screen
  }

  public let state: TrackerBoards

  public init(_ state: TrackerBoards) { self.state = state }
}

extension HabitsStart {
  public static let shape = QueryShape<HabitsUserID>(
    "habits.start",
    Bilingual(
      ru: "С какого экрана открывается приложение", en: "The screen that the application opens with"
    ),
    shows: ["screen"], of: HabitsQueryFields.user)

  private static let factTypes = [HabitsOnboardingFinished.type]

  public func facts(for user: HabitsUserID) -> Query {
    .of(Self.factTypes, user.tag)
  }

  /// Also answers for an unknown user, who begins with the onboarding.
  public func answer(to user: HabitsUserID, _ context: QueryContext) throws(QueryRefusal) -> Answer
  {
    let isFinished = state.find(user)?.hasFinishedOnboarding ?? false
    return Answer(screen: isFinished ? .trackers : .onboarding)
  }
}

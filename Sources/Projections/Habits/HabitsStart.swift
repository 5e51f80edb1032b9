import Domain
import EventEngine

/// The screen on which the application opens for a user.
public struct HabitsStart: Projection {
  public struct Parameters: Equatable, Sendable {
    public var user: HabitsUserID
  }

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
  public static let shape = QueryShape<Parameters>(
    "habits.start",
    Bilingual(
      ru: "С какого экрана открывается приложение", en: "The screen the application opens with"),
    about: .tag("user"),
    shows: ["screen"],
    fields: [HabitsQueryFields.user.required]
  ) { form throws(FormError) in
    Parameters(user: try form.required(HabitsQueryFields.user))
  }

  private static let factTypes = [HabitsOnboardingFinished.type]

  public func facts(for parameters: Parameters) -> Query {
    .of(Self.factTypes, parameters.user.tag)
  }

  /// Also answers for an unknown user, who begins with the onboarding.
  public func answer(to query: Parameters, _ asking: QueryContext) throws(QueryRefusal) -> Answer {
    let isFinished = state.find(query.user)?.hasFinishedOnboarding ?? false
    return Answer(screen: isFinished ? .trackers : .onboarding)
  }
}

import Domain
import EventEngine

/// The users who have completed the onboarding.
public struct HabitsOnboarding: Decider {
  public enum Command: Equatable, Sendable {
    case finish(HabitsUserID)
  }

  private var finished: Set<HabitsUserID> = []

  public init() {}

  public static let factTypes = [HabitsOnboardingFinished.type]

  public func boundary(of command: Command) -> Query {
    switch command {
    case .finish(let user): .of(Self.factTypes, user.tag)
    }
  }

  public mutating func apply(_ event: Recorded<HabitsEvent>) {
    switch event.event {
    case .onboardingFinished(let payload): finished.insert(payload.user)
    case .categoryAdded, .categoryRenamed, .categoryDeleted, .habitCreated, .irregularEventCreated,
      .trackerEdited, .trackerDeleted, .trackerPinned, .trackerUnpinned, .trackerMarkedDone,
      .trackerUnmarkedDone, .filterChosen:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(HabitsRefusal) -> [HabitsEvent] {
    switch command {
    case .finish(let user):
      guard !finished.contains(user) else { throw .onboardingFinished }
      return [.onboardingFinished(HabitsOnboardingFinished(user: user))]
    }
  }
}

extension HabitsOnboarding {
  public static let shapes = [
    CommandShape<Command>(
      "habits.finishOnboarding", by: .person,
      .init(ru: "Пройти знакомство с приложением", en: "Finish the onboarding"),
      refusals: HabitsRefusal.codes(.alreadyDone)
    ) { form in .finish(form.habitsUser) }
  ]
}

extension CommandForm {
  /// The user who sent the command.
  var habitsUser: HabitsUserID { HabitsUserID(rawValue: actor.rawValue) }
}

import Domain
import EventEngine

/// The steps after registering that are open to users: name and e-mail, the referral code, the
/// survey.
struct RegistrationSteps: Equatable {
  enum Step: Equatable {
    case profile, referral, survey, done
  }

  /// The open step of each user. Users without a profile have no entry.
  private var steps: [MallUserID: Step] = [:]

  static let factTypes =
    [
      ProfileSaved.type, ReferralCodeEntered.type, ReferralSkipped.type, SurveySubmitted.type,
      SurveySkipped.type,
    ]

  /// The query for the open step of `user`.
  static func facts(about user: MallUserID) -> Query { .of(factTypes, user.tag) }

  mutating func apply(_ fact: ProfileFact) {
    switch fact {
    case .saved(let fact): steps[fact.user] = .referral
    case .referralCodeEntered(let fact): steps[fact.user] = .survey
    case .referralSkipped(let fact): steps[fact.user] = .survey
    case .surveySubmitted(let fact): steps[fact.user] = .done
    case .surveySkipped(let fact): steps[fact.user] = .done
    case .edited: break
    }
  }

  func nextStep(of user: MallUserID) -> Step { steps[user] ?? .profile }

  /// Returns whether the user has neither submitted nor skipped the survey. Earlier steps may still
  /// be open.
  func isSurveyOpen(for user: MallUserID) -> Bool { nextStep(of: user) != .done }

  /// Returns the open step that the user has to pass before the survey; nil if there is none.
  func stepBeforeSurvey(of user: MallUserID) -> MallRefusal.StepBeforeSurvey? {
    switch nextStep(of: user) {
    case .profile: .profile
    case .referral: .referral
    case .survey, .done: nil
    }
  }

  /// The events by which a user with a profile skips the steps that are still open.
  func skippingEvents(of user: MallUserID) -> [MallEvent] {
    let survey = MallEvent.surveySkipped(SurveySkipped(user: user))
    return switch nextStep(of: user) {
    case .profile, .done: []
    case .referral: [.referralSkipped(ReferralSkipped(user: user)), survey]
    case .survey: [survey]
    }
  }
}

import Domain
import EventEngine

/// The steps after verifying a phone: name and e-mail, the referral code, the survey. A user passes
/// each step once. Completing a step earns points; skipping one of the last two earns none.
public struct MallRegistration: Decider {
  public enum Command: Equatable, Sendable {
    case saveProfile(MallUserID, FullName, EmailAddress)
    case enterReferralCode(MallUserID, ReferralCode, ReferralKey)
    case skipReferral(MallUserID)
    case submitSurvey(MallUserID, SurveySubmitted.Personal)
    case skipSurvey(MallUserID)
  }

  private var users = SignedInUsers()
  private var steps = RegistrationSteps()
  private var referrers: [ReferralKey: MallUserID] = [:]
  private var registered: [MallUserID: Position] = [:]
  private var plan = PointsPlan.initial

  public init() {}

  public static let factTypes =
    RegistrationSteps.factTypes + SignedInUsers.factTypes
    + [MallUserRegistered.type, PointsConfigured.type]

  public func boundary(of command: Command) -> Query {
    let plan = PointsPlan.facts
    switch command {
    case .saveProfile(let user, _, _): return Self.facts(about: user) | plan
    case .enterReferralCode(let user, _, let key):
      return Self.facts(about: user) | .of([MallUserRegistered.type], user.tag)
        | .of([MallUserRegistered.type], key.tag) | plan
    case .skipReferral(let user): return Self.facts(about: user)
    case .submitSurvey(let user, _): return Self.facts(about: user) | plan
    case .skipSurvey(let user): return Self.facts(about: user)
    }
  }

  private static func facts(about user: MallUserID) -> Query {
    SignedInUsers.facts(about: user) | RegistrationSteps.facts(about: user)
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(let fact):
      users.apply(fact)
      apply(fact, at: event.position)
    case .profile(let fact): steps.apply(fact)
    case .programme(let fact): plan.apply(fact)
    case .device, .code, .review, .object, .offer, .news, .happening, .gift, .transaction: break
    }
  }

  private mutating func apply(_ fact: AccountFact, at position: Position) {
    switch fact {
    case .registered(let fact):
      registered[fact.user] = position
      guard let key = fact.personal?.referralKey else { return }  // erased: the code is unusable
      referrers[key] = fact.user
    case .signedIn, .signedOut, .phoneChanged: break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .saveProfile(let user, let name, let email):
      try users.requireSignedIn(user)
      return try saving(name, email, of: user)
    case .enterReferralCode(let user, let code, let key):
      try users.requireSignedIn(user)
      return try entering(code, key, by: user)
    case .skipReferral(let user):
      try users.requireSignedIn(user)
      try requireOpenReferral(of: user)
      return [.referralSkipped(ReferralSkipped(user: user))]
    case .submitSurvey(let user, let answers):
      try users.requireSignedIn(user)
      guard answers.dateOfBirth <= now.day else { throw .futureDateOfBirth(today: now.today) }
      try requireOpenSurvey(of: user)
      let fact = SurveySubmitted(user: user, points: plan.survey, personal: answers)
      return [.surveySubmitted(fact)] + MallEvent.moving(plan.survey, .survey, of: user)
    case .skipSurvey(let user):
      try users.requireSignedIn(user)
      try requireOpenSurvey(of: user)
      return [.surveySkipped(SurveySkipped(user: user))]
    }
  }

  private func saving(
    _ name: FullName, _ email: EmailAddress, of user: MallUserID
  ) throws(MallRefusal) -> [MallEvent] {
    try ProfileField.check(name, email)
    guard steps.nextStep(of: user) == .profile else { throw .profileExists }
    let fact = ProfileSaved(
      user: user, points: plan.registration, personal: .init(name: name, email: email))
    return [.profileSaved(fact)] + MallEvent.moving(plan.registration, .registration, of: user)
  }

  private func entering(
    _ code: ReferralCode, _ key: ReferralKey, by user: MallUserID
  ) throws(MallRefusal) -> [MallEvent] {
    try requireOpenReferral(of: user)
    guard let referrer = referrers[key], !hasRegistered(referrer, after: user) else {
      throw .referralCodeNotFound
    }
    guard referrer != user else { throw .ownReferralCode }
    let fact = ReferralCodeEntered(
      user: user, referrer: referrer, points: plan.referred, referrerPoints: plan.referrer,
      personal: .init(code: code))
    return [.referralCodeEntered(fact)]
      + MallEvent.moving(plan.referred, .referral, of: user, title: plan.referralTitle)
      + MallEvent.moving(plan.referrer, .referral, of: referrer, title: plan.referralTitle)
  }

  /// Returns whether a user registered later than another.
  private func hasRegistered(_ user: MallUserID, after other: MallUserID) -> Bool {
    guard let position = registered[user], let former = registered[other] else { return false }
    return position > former
  }

  private func requireOpenReferral(of user: MallUserID) throws(MallRefusal) {
    switch steps.nextStep(of: user) {
    case .referral: return
    case .profile: throw .referralBeforeProfile
    case .survey, .done: throw .referralClosed
    }
  }

  private func requireOpenSurvey(of user: MallUserID) throws(MallRefusal) {
    if let step = steps.stepBeforeSurvey(of: user) { throw .surveyNotYet(after: step) }
    guard steps.nextStep(of: user) == .survey else { throw .surveyClosed }
  }
}

import Domain
import EventEngine

/// The personal data of users, and the steps after registering that they have passed.
struct PeopleRegistry: Codable, Equatable, Sendable {
  struct Person: Identified {
    let id: MallUserID
    fileprivate(set) var phone: PersonalValue<MallPhone>
    fileprivate(set) var name = PersonalValue<FullName>.nothing
    fileprivate(set) var email = PersonalValue<EmailAddress>.nothing
    fileprivate(set) var answers = PersonalValue<SurveySubmitted.Personal>.nothing
    fileprivate(set) var hasPassedReferral = false
    fileprivate(set) var hasSkippedSurvey = false

    fileprivate init(_ fact: MallUserRegistered) {
      id = fact.user
      phone = PersonalValue(fact.personal?.phone)
    }
  }

  private(set) var people = Table<Person>()

  static let factTypes = [
    MallUserRegistered.type, PhoneChanged.type, ProfileSaved.type, ProfileEdited.type,
    SurveySubmitted.type, SurveySkipped.type,
  ]

  /// The types of the facts that pass the step of the referral code.
  static let referralTypes = [ReferralCodeEntered.type, ReferralSkipped.type]
  /// The types of the facts on which the open step depends.
  static let stepTypes =
    referralTypes + [
      MallUserRegistered.type, ProfileSaved.type, SurveySubmitted.type, SurveySkipped.type,
    ]

  mutating func apply(_ fact: AccountFact) {
    switch fact {
    case .registered(let fact): people.append(Person(fact))
    case .phoneChanged(let fact):
      people.change(fact.user) { $0.phone = PersonalValue(fact.personal?.phone) }
    case .signedIn, .signedOut: return
    }
  }

  mutating func apply(_ fact: ProfileFact) {
    switch fact {
    case .saved(let fact):
      people.change(fact.user) { person in
        person.name = PersonalValue(fact.personal?.name)
        person.email = PersonalValue(fact.personal?.email)
      }
    case .edited(let fact):
      // An erased edit has no values. The earlier values are erased, too, so nothing has to change.
      people.change(fact.user) { person in
        if let name = fact.personal?.name { person.name = .told(name) }
        if let email = fact.personal?.email { person.email = .told(email) }
      }
    case .surveySubmitted(let fact):
      people.change(fact.user) { $0.answers = PersonalValue(fact.personal) }
    case .surveySkipped(let fact): people.change(fact.user) { $0.hasSkippedSurvey = true }
    case .referralCodeEntered(let fact): people.change(fact.user) { $0.hasPassedReferral = true }
    case .referralSkipped(let fact): people.change(fact.user) { $0.hasPassedReferral = true }
    }
  }
}

extension PeopleRegistry.Person {
  /// The screen of the open step after registering; the home screen if there is none.
  var openStep: MallScreen {
    if name == .nothing { return .profile }
    if !hasPassedReferral { return .referral }
    return MallUsers.Survey(self) == .open ? .survey : .home
  }
}

/// A personal value that may be absent or erased.
enum PersonalValue<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  case nothing
  case told(Value)
  case erased

  /// Takes the value of a fact that always has one; nil means that the value was erased.
  init(_ value: Value?) { self = value.map { .told($0) } ?? .erased }

  /// The value; nil if it is absent or erased.
  var value: Value? {
    switch self {
    case .told(let value): value
    case .nothing, .erased: nil
    }
  }
}

extension PersonalValue where Value: TextValue {
  /// The text; nil if there was never a value.
  func text(in locale: Language) -> String? {
    switch self {
    case .nothing: nil
    case .told(let value): value.rawValue
    case .erased: Bilingual.erased[locale]
    }
  }
}

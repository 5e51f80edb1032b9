import Domain
import EventEngine

/// What users have told about themselves.
struct PeopleRegistry: Codable, Equatable, Sendable {
  struct Person: Identified {
    let id: MallUserID
    fileprivate(set) var phone: PersonalValue<MallPhone>
    fileprivate(set) var name = PersonalValue<FullName>.nothing
    fileprivate(set) var email = PersonalValue<EmailAddress>.nothing
    fileprivate(set) var answers = PersonalValue<SurveySubmitted.Personal>.nothing
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
      // Which of the two it was is erased with it; what was there before is erased as well.
      people.change(fact.user) { person in
        if let name = fact.personal?.name { person.name = .told(name) }
        if let email = fact.personal?.email { person.email = .told(email) }
      }
    case .surveySubmitted(let fact):
      people.change(fact.user) { $0.answers = PersonalValue(fact.personal) }
    case .surveySkipped(let fact): people.change(fact.user) { $0.hasSkippedSurvey = true }
    case .referralCodeEntered, .referralSkipped: return
    }
  }
}

/// Something personal that may have been told and may have been erased since.
enum PersonalValue<Value: Codable & Equatable & Sendable>: Codable, Equatable, Sendable {
  case nothing
  case told(Value)
  case erased

  /// What a fact says that tells it; nil is what an erasure leaves.
  init(_ value: Value?) { self = value.map { .told($0) } ?? .erased }

  /// Nil, too, when it is erased.
  var value: Value? {
    switch self {
    case .told(let value): value
    case .nothing, .erased: nil
    }
  }
}

extension PersonalValue where Value: TextValue {
  /// Nil while nothing was told.
  func text(in locale: Locale) -> String? {
    switch self {
    case .nothing: nil
    case .told(let value): value.rawValue
    case .erased: MallReadModelTexts.erased[locale]
    }
  }
}

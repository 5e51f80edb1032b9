import Domain
import EventEngine

/// Whose account a phone is.
struct PhoneAccounts: Equatable {
  private var users: [MallPhoneKey: MallUserID] = [:]
  private var phones: [MallUserID: MallPhoneKey] = [:]
  private var registered: Set<MallUserID> = []

  static let factTypes = [MallUserRegistered.type, PhoneChanged.type]

  /// What it depends on whose `phone` is.
  static func facts(about phone: MallPhoneKey) -> Query { .of(factTypes, phone.tag) }

  /// What it depends on which phone `user` has.
  static func facts(about user: MallUserID) -> Query { .of(factTypes, user.tag) }

  mutating func apply(_ fact: AccountFact) {
    switch fact {
    case .registered(let fact):
      registered.insert(fact.user)
      guard let personal = fact.personal else { return }  // erased: the phone is free again
      link(fact.user, personal.phoneKey)
    case .phoneChanged(let fact):
      guard let personal = fact.personal else { return }
      if let former = personal.formerPhoneKey, users[former] == fact.user { users[former] = nil }
      link(fact.user, personal.phoneKey)
    case .signedIn, .signedOut: break
    }
  }

  private mutating func link(_ user: MallUserID, _ phone: MallPhoneKey) {
    users[phone] = user
    phones[user] = phone
  }

  func user(with phone: MallPhoneKey) -> MallUserID? { users[phone] }

  func phone(of user: MallUserID) -> MallPhoneKey? { phones[user] }

  func isRegistered(_ user: MallUserID) -> Bool { registered.contains(user) }
}

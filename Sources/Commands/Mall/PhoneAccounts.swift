import Domain
import EventEngine

/// The accounts by phone.
struct PhoneAccounts: Equatable {
  private var users: [MallPhoneKey: MallUserID] = [:]
  private var phones: [MallUserID: MallPhoneKey] = [:]
  private var registered: Set<MallUserID> = []

  static let factTypes = [MallUserRegistered.type, PhoneChanged.type]

  /// The query for the account of `phone`.
  static func facts(about phone: MallPhoneKey) -> Query { .of(factTypes, phone.tag) }

  /// The query for the phone of `user`.
  static func facts(about user: MallUserID) -> Query { .of(factTypes, user.tag) }

  mutating func apply(_ fact: AccountFact) {
    switch fact {
    case .registered(let fact):
      registered.insert(fact.user)
      guard let personal = fact.personal else { return }  // erased: the phone is available again
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

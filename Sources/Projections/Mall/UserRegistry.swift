import Domain
import EventEngine

/// The registered users.
struct UserRegistry: Codable, Equatable, Sendable {
  private struct User: Identified {
    let id: MallUserID
  }

  private var users = Table<User>()

  static let factTypes = [MallUserRegistered.type]

  mutating func apply(_ fact: AccountFact) {
    switch fact {
    case .registered(let fact): users.append(User(id: fact.user))
    case .signedIn, .signedOut, .phoneChanged: return
    }
  }

  /// Refuses if a user is given who does not exist.
  func require(_ user: MallUserID?) throws(QueryRefusal) {
    guard let user else { return }
    _ = try users.require(user)
  }
}

extension Query {
  /// The union with the facts about the registration of `user`, if a user is given.
  func adding(_ user: MallUserID?) -> Query {
    user.map { self | .of(UserRegistry.factTypes, $0.tag) } ?? self
  }
}

extension Table where Row.ID == MallUserID {
  /// The row of a user who must exist.
  func require(_ user: MallUserID) throws(QueryRefusal) -> Row {
    try require(user, Bilingual.unknownUser)
  }
}

extension Table where Row.ID == MallDeviceID {
  /// The row of a device that must exist.
  func require(_ device: MallDeviceID) throws(QueryRefusal) -> Row {
    try require(device, MallReadModelTexts.unknown)
  }
}

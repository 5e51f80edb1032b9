import Domain
import EventEngine

/// The users who are signed in, by device. A user may be signed in on several devices, a device has
/// at most one user.
struct SignedInUsers: Equatable {
  private var devices: [MallUserID: [MallDeviceID]] = [:]
  private var users: [MallDeviceID: MallUserID] = [:]

  static let factTypes = [MallUserSignedIn.type, MallUserSignedOut.type]

  /// The query for the devices on which `user` is signed in.
  static func facts(about user: MallUserID) -> Query { .of(factTypes, user.tag) }

  /// The query for the user who is signed in on `device`.
  static func facts(about device: MallDeviceID) -> Query { .of(factTypes, device.tag) }

  mutating func apply(_ fact: AccountFact) {
    switch fact {
    case .signedIn(let fact):
      users[fact.device] = fact.user
      if devices[fact.user]?.contains(fact.device) != true {
        devices[fact.user, default: []].append(fact.device)
      }
    case .signedOut(let fact):
      users[fact.device] = nil
      devices[fact.user]?.removeAll { $0 == fact.device }
    case .registered, .phoneChanged: break
    }
  }

  func isSignedIn(_ user: MallUserID) -> Bool { devices[user]?.isEmpty == false }

  func requireSignedIn(_ user: MallUserID) throws(MallRefusal) {
    guard isSignedIn(user) else { throw .notSignedIn }
  }

  func user(on device: MallDeviceID) -> MallUserID? { users[device] }

  /// The devices on which `user` is signed in, in the order of signing in.
  func devices(of user: MallUserID) -> [MallDeviceID] { devices[user] ?? [] }
}

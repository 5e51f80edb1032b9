import Domain
import EventEngine

/// The users, the devices, and the sign-ins.
public struct MallPeople: StoredState {
  struct Device: Identified {
    let id: MallDeviceID
    fileprivate(set) var notifications = MallSettings.Notifications(enabled: false, topics: [])
    fileprivate(set) var user: MallUserID?
    /// The users that were signed in on the device, in that order.
    fileprivate(set) var guests: [MallUserID] = []
  }

  private struct Presence: Identified {
    let id: MallUserID
    /// The devices on which the user is signed in, in the order of the sign-ins.
    var devices: [MallDeviceID] = []
  }

  private var known = PeopleRegistry()
  private var presences = Table<Presence>()
  private(set) var devices = Table<Device>()

  public init() {}
}

extension MallPeople {
  public static let name = "mall.people"

  public static let factTypes =
    PeopleRegistry.factTypes + [
      MallUserSignedIn.type, MallUserSignedOut.type, AppInstalled.type, NotificationsChanged.type,
    ]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .device(let fact): apply(fact)
    case .account(let fact):
      known.apply(fact)
      apply(fact)
    case .profile(let fact): known.apply(fact)
    case .code, .review, .object, .offer, .news, .happening, .programme, .gift, .transaction:
      return
    }
  }

  private mutating func apply(_ fact: DeviceFact) {
    switch fact {
    case .installed(let fact): devices.append(Device(id: fact.device))
    case .notificationsChanged(let fact):
      devices.change(fact.device) {
        $0.notifications = .init(enabled: fact.isEnabled, topics: fact.topics)
      }
    case .onboardingFinished, .pushTokenRegistered: return
    }
  }

  private mutating func apply(_ fact: AccountFact) {
    switch fact {
    case .registered(let fact): presences.append(Presence(id: fact.user))
    case .signedIn(let fact):
      presences.change(fact.user) { presence in
        if !presence.devices.contains(fact.device) { presence.devices.append(fact.device) }
      }
      devices.change(fact.device) { device in
        device.user = fact.user
        if device.guests.last != fact.user { device.guests.append(fact.user) }
      }
    case .signedOut(let fact):
      presences.change(fact.user) { presence in
        presence.devices.removeAll { $0 == fact.device }
      }
      devices.change(fact.device) { device in
        if device.user == fact.user { device.user = nil }
      }
    case .phoneChanged: return
    }
  }
}

extension MallPeople {
  /// The users in the order of registration.
  var all: Table<PeopleRegistry.Person> { known.people }

  /// The devices on which a user, who must exist, is signed in, in the order of the sign-ins.
  func devices(of user: MallUserID) throws(QueryRefusal) -> [MallDeviceID] {
    try presences.require(user).devices
  }
}

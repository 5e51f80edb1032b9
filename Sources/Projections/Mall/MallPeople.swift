import Domain
import EventEngine

/// The users, the devices, and the sign-ins.
public struct MallPeople: StoredState {
  struct Device: Identified {
    let id: MallDeviceID
    /// The installation, with the operating system and the model.
    let app: AppInstalled
    let installedAt: Timestamp
    fileprivate(set) var hasFinishedOnboarding = false
    /// False before a token is registered and after it is erased.
    fileprivate(set) var hasPushToken = false
    fileprivate(set) var notifications = MallSettings.Notifications(enabled: false, topics: [])
    fileprivate(set) var user: MallUserID?
    /// The users that were signed in on the device, in the order of the sign-ins.
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
    PeopleRegistry.factTypes + PeopleRegistry.referralTypes + deviceTypes

  /// The types of the facts about a device.
  static let deviceTypes = [
    AppInstalled.type, MallOnboardingFinished.type, PushTokenRegistered.type,
    NotificationsChanged.type, MallUserSignedIn.type, MallUserSignedOut.type,
  ]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .device(let fact): apply(fact, at: event.time)
    case .account(let fact):
      known.apply(fact)
      apply(fact)
    case .profile(let fact): known.apply(fact)
    case .code, .review, .object, .offer, .news, .happening, .programme, .gift, .transaction:
      return
    }
  }

  private mutating func apply(_ fact: DeviceFact, at time: Timestamp) {
    switch fact {
    case .installed(let fact):
      devices.append(Device(id: fact.device, app: fact, installedAt: time))
    case .notificationsChanged(let fact):
      devices.change(fact.device) {
        $0.notifications = .init(enabled: fact.isEnabled, topics: fact.topics)
      }
    case .onboardingFinished(let fact):
      devices.change(fact.device) { $0.hasFinishedOnboarding = true }
    case .pushTokenRegistered(let fact):
      devices.change(fact.device) { $0.hasPushToken = fact.personal != nil }
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

  /// The users that were ever signed in on a device; empty for an unknown device.
  func guests(of device: MallDeviceID) -> [MallUserID] {
    devices.find(device).map { devices[$0].guests.withoutRepeats() } ?? []
  }

  /// The devices on which a user, who must exist, is signed in, in the order of the sign-ins.
  func devices(of user: MallUserID) throws(QueryRefusal) -> [MallDeviceID] {
    try presences.require(user).devices
  }
}

import Domain
import EventStore

/// What do the settings on a device show?
public struct MallSettings: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var device: MallDeviceID

    public init(device: MallDeviceID) { self.device = device }
  }

  public struct Answer: Equatable, Sendable {
    /// Who is signed in there; nil: the buttons to sign in and to register are shown instead.
    public let person: MallPerson?
    public let notifications: Notifications
  }

  public struct Notifications: Codable, Equatable, Sendable {
    public let enabled: Bool
    public let topics: [NotificationTopic]
  }

  private struct Device: Identified {
    let id: MallDeviceID
    var notifications = Notifications(enabled: false, topics: [])
    var user: MallUserID?
    /// Whoever was signed in there, one after the other.
    var guests: [MallUserID] = []
  }

  private var devices = Table<Device>()
  private var people = KnownPeople()

  public init() {}
}

extension MallSettings.Answer: Encodable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MallPerson.CodingKeys.self)
    try person?.encodeContact(into: &container)
    try container.encode(notifications, forKey: .notifications)
    if person == nil {
      try container.encode(true, forKey: .signIn)
      try container.encode(true, forKey: .register)
    }
  }
}

extension MallSettings {
  public static let shape = QueryShape<Parameters>(
    "mall.settings", Bilingual(ru: "Настройки на устройстве", en: "The settings on a device"),
    fields: [MallQueryFields.device.required]
  ) { form throws(FormError) in
    Parameters(device: try form.required(MallQueryFields.device))
  }

  private static let deviceTypes = [
    AppInstalled.type, NotificationsChanged.type, MallUserSignedIn.type, MallUserSignedOut.type,
  ]
  public static let factTypes = deviceTypes + KnownPeople.factTypes

  /// The device, then who was signed in there.
  public func facts(for parameters: Parameters) -> Query {
    let guests = devices.find(parameters.device).map { devices[$0].guests } ?? []
    return Query.of(Self.deviceTypes, parameters.device.tag)
      .adding(KnownPeople.factTypes, about: guests.withoutRepeats().map(\.tag))
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .device(let fact): apply(fact)
    case .account(let fact):
      people.apply(fact)
      apply(fact)
    case .profile(let fact): people.apply(fact)
    case .code, .review, .object, .offer, .news, .happening, .programme, .gift, .transaction:
      return
    }
  }

  private mutating func apply(_ fact: DeviceFact) {
    switch fact {
    case .installed(let fact): devices.append(Device(id: fact.device))
    case .notificationsChanged(let fact):
      devices.change(fact.device) {
        $0.notifications = Notifications(enabled: fact.isEnabled, topics: fact.topics)
      }
    case .onboardingFinished, .pushTokenRegistered: return
    }
  }

  private mutating func apply(_ fact: AccountFact) {
    switch fact {
    case .signedIn(let fact):
      devices.change(fact.device) { device in
        device.user = fact.user
        if device.guests.last != fact.user { device.guests.append(fact.user) }
      }
    case .signedOut(let fact):
      devices.change(fact.device) { device in
        if device.user == fact.user { device.user = nil }
      }
    case .registered, .phoneChanged: return
    }
  }

  /// What a profile changes on the devices of its user cannot be told from the fact.
  public static func keys(touchedBy event: Recorded<MallEvent>) -> [JSONObject] {
    switch event.event.topic {
    case .device(.installed(let fact)): [MallQueryFields.key(fact.device)]
    case .device(.notificationsChanged(let fact)): [MallQueryFields.key(fact.device)]
    case .account(.signedIn(let fact)): [MallQueryFields.key(fact.device)]
    case .account(.signedOut(let fact)): [MallQueryFields.key(fact.device)]
    case .account(.phoneChanged(let fact)): [MallQueryFields.key(fact.device)]
    case .code, .profile, .review, .object, .offer, .news, .happening, .programme, .gift,
      .transaction, .device(.onboardingFinished), .device(.pushTokenRegistered),
      .account(.registered):
      []
    }
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    let device = try devices.require(parameters.device)
    let person = device.user.flatMap { user in
      people.people.find(user).map { MallPerson(people.people[$0], in: asking.locale) }
    }
    return Answer(person: person, notifications: device.notifications)
  }
}

import Domain
import EventEngine

/// What do the settings on a device show?
public struct MallSettings: Projection {
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

  public let state: MallPeople

  public init(_ state: MallPeople) { self.state = state }
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
    shows: ["user", "name", "email", "phone", "notifications", "signIn", "register"],
    fields: [MallQueryFields.device.required]
  ) { form throws(FormError) in
    Parameters(device: try form.required(MallQueryFields.device))
  }

  private static let deviceTypes = [
    AppInstalled.type, NotificationsChanged.type, MallUserSignedIn.type, MallUserSignedOut.type,
  ]

  /// The device, then who was signed in there.
  public func facts(for parameters: Parameters) -> Query {
    let guests = state.devices.find(parameters.device).map { state.devices[$0].guests } ?? []
    return Query.of(Self.deviceTypes, parameters.device.tag)
      .adding(PeopleRegistry.factTypes, about: guests.withoutRepeats().map(\.tag))
  }

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

  /// On every device where the user is signed in.
  public static func others(touchedBy event: Recorded<MallEvent>) -> Query? {
    switch event.event.topic {
    case .account(.phoneChanged(let fact)): signIns(of: fact.user)
    case .profile(.saved(let fact)): signIns(of: fact.user)
    case .profile(.edited(let fact)): signIns(of: fact.user)
    case .device, .code, .review, .object, .offer, .news, .happening, .programme, .gift,
      .transaction, .account(.registered), .account(.signedIn), .account(.signedOut),
      .profile(.referralCodeEntered), .profile(.referralSkipped), .profile(.surveySubmitted),
      .profile(.surveySkipped):
      nil
    }
  }

  private static func signIns(of user: MallUserID) -> Query {
    .of([MallUserSignedIn.type], user.tag)
  }

  public func answer(to parameters: Parameters, _ asking: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    let device = try state.devices.require(parameters.device)
    let person = device.user.flatMap { user in
      state.all.find(user).map { MallPerson(state.all[$0], in: asking.locale) }
    }
    return Answer(person: person, notifications: device.notifications)
  }
}

import Domain
import EventEngine

/// The settings screen of a device.
public struct MallSettings: Projection {
  public struct Parameters: Equatable, Sendable {
    public var device: MallDeviceID
  }

  public struct Answer: Equatable, Sendable {
    /// The signed-in user; nil: the screen shows the buttons to sign in and to register.
    public let person: MallContact?
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
  private enum CodingKeys: CodingKey { case notifications, signIn, register }

  public func encode(to encoder: any Encoder) throws {
    try person?.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
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
    about: .tag("device"),
    shows: ["user", "name", "email", "phone", "notifications", "signIn", "register"],
    fields: [MallQueryFields.device.required]
  ) { form throws(FormError) in
    Parameters(device: try form.required(MallQueryFields.device))
  }

  private static let deviceTypes = [
    AppInstalled.type, NotificationsChanged.type, MallUserSignedIn.type, MallUserSignedOut.type,
    PhoneChanged.type,
  ]

  /// The facts about the device, then about the users that were signed in on it.
  public func facts(for parameters: Parameters) -> Query {
    let guests = state.devices.find(parameters.device).map { state.devices[$0].guests } ?? []
    return Query.of(Self.deviceTypes, parameters.device.tag)
      .adding(PeopleRegistry.factTypes, about: guests.withoutRepeats().map(\.tag))
  }

  /// The screens of all devices on which the user is signed in.
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
      state.all.find(user).map { MallContact(state.all[$0], in: asking.locale) }
    }
    return Answer(person: person, notifications: device.notifications)
  }
}

import Domain
import EventEngine

/// The settings screen of a device.
public struct MallSettings: Projection {
  public struct Answer: Equatable, Sendable {
    /// The signed-in user; nil: the screen shows the buttons to sign in and to register.
    public let person: MallContact?
    /// The notifications followed by the titles of known topics.
    public let notifications: Joined<Notifications, TopicTitles>
  }

  public struct Notifications: Codable, Equatable, Sendable {
    public let enabled: Bool
    public let topics: [NotificationTopic]
  }

  public struct TopicTitles: Encodable, Equatable, Sendable {
    public let titles: PartTitles
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
  public static let shape = QueryShape<MallDeviceID>(
    "mall.settings", Bilingual(ru: "Настройки на устройстве", en: "The settings on a device"),
    shows: ["user", "name", "email", "phone", "notifications", "signIn", "register"],
    of: MallQueryFields.device)

  private static let deviceTypes = [
    AppInstalled.type, NotificationsChanged.type, MallUserSignedIn.type, MallUserSignedOut.type,
    PhoneChanged.type,
  ]

  /// The facts about the device, then about the users that were signed in on it.
  public func facts(for device: MallDeviceID) -> Query {
    Query.of(Self.deviceTypes, device.tag)
      .adding(PeopleRegistry.factTypes, anyOf: state.guests(of: device).map(\.tag))
  }

  public func answer(to device: MallDeviceID, _ context: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    let device = try state.devices.require(device)
    let person = device.user.flatMap { user in
      state.all.find(user).map { MallContact(state.all[$0], in: context.locale) }
    }
    var titles = PartTitles()
    if device.notifications.topics.contains(.mallEvents) {
      titles.add(
        NotificationTopic.mallEvents.rawValue, MallReadModelTexts.mallEvents, in: context.locale)
    }
    return Answer(
      person: person, notifications: Joined(device.notifications, TopicTitles(titles: titles)))
  }
}

import Domain
import EventEngine

/// The personal data of a user and the devices on which they are signed in.
public struct MallProfile: Projection {
  /// The person followed by the devices.
  public typealias Answer = Joined<MallPerson, Presence>

  public struct Presence: Encodable, Equatable, Sendable {
    /// The devices in the order of the sign-ins.
    public let devices: [MallDeviceID]
  }

  public let state: MallPeople

  public init(_ state: MallPeople) { self.state = state }
}

extension MallProfile {
  public static let shape = QueryShape<MallUserID>(
    "mall.profile", Bilingual(ru: "Профиль пользователя", en: "A user's profile"),
    shows: ["user", "name", "email", "phone", "dateOfBirth", "haveKids", "devices"],
    plainLists: ["devices"], of: MallQueryFields.user)

  private static let factTypes =
    PeopleRegistry.factTypes + [MallUserSignedIn.type, MallUserSignedOut.type]

  public func facts(for user: MallUserID) -> Query {
    .of(Self.factTypes, user.tag)
  }

  public func answer(to user: MallUserID, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    Answer(
      MallPerson(try state.all.require(user), in: context.locale),
      Presence(devices: try state.devices(of: user)))
  }
}

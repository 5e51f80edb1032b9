import Domain
import EventEngine

/// What has a user told about themselves, and where are they signed in?
public struct MallProfile: Projection {
  /// The person, then the devices.
  public typealias Answer = Joined<MallPerson, Presence>

  public struct Presence: Encodable, Equatable, Sendable {
    /// Where the user is signed in, the first first.
    public let devices: [MallDeviceID]
  }

  public let state: MallPeople

  public init(_ state: MallPeople) { self.state = state }
}

extension MallProfile {
  public static let shape = QueryShape<MallUserParameters>(
    ofUser: "mall.profile", Bilingual(ru: "Профиль пользователя", en: "A user's profile"),
    shows: ["user", "name", "email", "phone", "dateOfBirth", "haveKids", "devices"])

  private static let factTypes =
    PeopleRegistry.factTypes + [MallUserSignedIn.type, MallUserSignedOut.type]

  public func facts(for parameters: MallUserParameters) -> Query {
    .of(Self.factTypes, parameters.user.tag)
  }

  public func answer(
    to parameters: MallUserParameters, _ asking: QueryContext
  ) throws(QueryRefusal) -> Answer {
    Answer(
      MallPerson(try state.all.require(parameters.user), in: asking.locale),
      Presence(devices: try state.devices(of: parameters.user)))
  }
}

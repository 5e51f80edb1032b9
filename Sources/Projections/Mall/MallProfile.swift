import Domain
import EventEngine

/// What has a user told about themselves, and where are they signed in?
public struct MallProfile: Projection {
  public struct Answer: Equatable, Sendable {
    public let person: MallPerson
    /// Where the user is signed in, the first first.
    public let devices: [MallDeviceID]
  }

  public let state: MallPeople

  public init(_ state: MallPeople) { self.state = state }
}

extension MallProfile.Answer: Encodable {
  /// The person's fields, then the other.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MallPerson.CodingKeys.self)
    try person.encode(into: &container)
    try container.encode(devices, forKey: .devices)
  }
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

  public static func keys(touchedBy event: Recorded<MallEvent>) -> [JSONObject] {
    keysByUser(touchedBy: event, of: factTypes)
  }

  public func answer(
    to parameters: MallUserParameters, _ asking: QueryContext
  ) throws(QueryRefusal) -> Answer {
    Answer(
      person: MallPerson(try state.all.require(parameters.user), in: asking.locale),
      devices: try state.devices(of: parameters.user))
  }
}

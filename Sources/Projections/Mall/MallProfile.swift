import Domain
import EventStore

/// What has a user told about themselves, and where are they signed in?
public struct MallProfile: Projection, FoldedState {
  public struct Answer: Equatable, Sendable {
    public let person: MallPerson
    /// Where the user is signed in, the first first.
    public let devices: [MallDeviceID]
  }

  private struct Presence: Identified {
    let id: MallUserID
    var devices: [MallDeviceID] = []
  }

  private var people = KnownPeople()
  private var presences = Table<Presence>()

  public init() {}
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
    ofUser: "mall.profile", Bilingual(ru: "Профиль пользователя", en: "A user's profile"))

  public static let factTypes =
    KnownPeople.factTypes + [MallUserSignedIn.type, MallUserSignedOut.type]

  public func facts(for parameters: MallUserParameters) -> Query {
    .of(Self.factTypes, parameters.user.tag)
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(let fact):
      people.apply(fact)
      apply(fact)
    case .profile(let fact): people.apply(fact)
    case .device, .code, .review, .object, .offer, .news, .happening, .programme, .gift,
      .transaction:
      return
    }
  }

  private mutating func apply(_ fact: AccountFact) {
    switch fact {
    case .registered(let fact): presences.append(Presence(id: fact.user))
    case .signedIn(let fact):
      presences.change(fact.user) { presence in
        if !presence.devices.contains(fact.device) { presence.devices.append(fact.device) }
      }
    case .signedOut(let fact):
      presences.change(fact.user) { presence in
        presence.devices.removeAll { $0 == fact.device }
      }
    case .phoneChanged: return
    }
  }

  public static func keys(touchedBy event: Recorded<MallEvent>) -> [JSONObject] {
    keysByUser(touchedBy: event)
  }

  public func answer(
    to parameters: MallUserParameters, _ asking: Asking
  ) throws(QueryRefusal) -> Answer {
    Answer(
      person: MallPerson(try people.people.require(parameters.user), in: asking.locale),
      devices: try presences.require(parameters.user).devices)
  }
}

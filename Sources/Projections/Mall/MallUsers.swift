import Domain
import EventEngine

/// Who are the users?
public struct MallUsers: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    /// In the order of registration.
    public let users: [User]
  }

  public struct User: Equatable, Sendable {
    public enum Survey: String, Encodable, Sendable {
      case open, submitted, skipped
    }

    public let person: MallPerson
    public let survey: Survey
  }

  public let state: MallPeople

  public init(_ state: MallPeople) { self.state = state }
}

extension MallUsers.User: Encodable {
  /// The person's fields, then the other.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MallPerson.CodingKeys.self)
    try person.encode(into: &container)
    try container.encode(survey, forKey: .survey)
  }
}

extension MallUsers {
  public static let shape = QueryShape<MallMomentParameters>(
    ofMoment: "mall.users", Bilingual(ru: "Пользователи", en: "The users"), shows: ["users"])

  public func facts(for parameters: MallMomentParameters) -> Query { .of(PeopleRegistry.factTypes) }

  public func answer(
    to parameters: MallMomentParameters, _ asking: QueryContext
  ) throws(QueryRefusal) -> Answer {
    Answer(
      users: state.all.rows.map { person in
        User(person: MallPerson(person, in: asking.locale), survey: User.Survey(person))
      })
  }
}

extension MallUsers.User.Survey {
  init(_ person: PeopleRegistry.Person) {
    if person.hasSkippedSurvey {
      self = .skipped
    } else {
      self = person.answers == .nothing ? .open : .submitted
    }
  }
}

import Domain
import EventEngine

/// All users.
public struct MallUsers: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The users in the order of registration.
    public let users: [User]
  }

  /// A person followed by their progress in the survey.
  public typealias User = Joined<MallPerson, Progress>

  public struct Progress: Encodable, Equatable, Sendable {
    public let survey: Survey
  }

  public enum Survey: String, Encodable, Sendable {
    case open, submitted, skipped
  }

  public let state: MallPeople

  public init(_ state: MallPeople) { self.state = state }
}

extension MallUsers {
  public static let shape = QueryShape<MallMomentParameters>(
    ofMoment: "mall.users", Bilingual(ru: "Пользователи", en: "The users"), shows: ["users"])

  public func facts(for parameters: MallMomentParameters) -> Query { .of(PeopleRegistry.factTypes) }

  public func answer(
    to parameters: MallMomentParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    Answer(
      users: state.all.rows.map { person in
        User(MallPerson(person, in: context.locale), Progress(survey: Survey(person)))
      })
  }
}

extension MallUsers.Survey {
  init(_ person: PeopleRegistry.Person) {
    if person.hasSkippedSurvey {
      self = .skipped
    } else {
      self = person.answers == .nothing ? .open : .submitted
    }
  }
}

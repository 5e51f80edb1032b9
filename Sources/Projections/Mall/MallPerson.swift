import Domain
import EventEngine

/// A user in profiles and in the admin's list.
public typealias MallPerson = Joined<MallContact, MallHousehold>

/// The name and the contacts of a user.
public struct MallContact: Encodable, Equatable, Sendable {
  public let user: MallUserID
  public let name: String?
  public let email: String?
  public let phone: String?

  init(_ person: PeopleRegistry.Person, in locale: Language) {
    user = person.id
    name = person.name.text(in: locale)
    email = person.email.text(in: locale)
    phone = person.phone.text(in: locale)
  }
}

/// A user's answers to the survey; nil if unanswered or erased.
public struct MallHousehold: Encodable, Equatable, Sendable {
  public let dateOfBirth: CalendarDay?
  public let haveKids: Bool?
}

extension MallPerson {
  init(_ person: PeopleRegistry.Person, in locale: Language) {
    let answers = person.answers.value
    self.init(
      MallContact(person, in: locale),
      MallHousehold(dateOfBirth: answers?.dateOfBirth, haveKids: answers?.haveKids))
  }
}

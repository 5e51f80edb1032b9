import Domain
import EventEngine

/// A user as profiles and the admin's list show them.
public typealias MallPerson = Joined<MallContact, MallHousehold>

/// Who a user is and how to reach them.
public struct MallContact: Encodable, Equatable, Sendable {
  public let user: MallUserID
  public let name: String?
  public let email: String?
  public let phone: String?

  init(_ person: PeopleRegistry.Person, in locale: Locale) {
    user = person.id
    name = person.name.text(in: locale)
    email = person.email.text(in: locale)
    phone = person.phone.text(in: locale)
  }
}

/// A user's answers to the survey; nil while unanswered and once erased.
public struct MallHousehold: Encodable, Equatable, Sendable {
  public let dateOfBirth: CalendarDay?
  public let haveKids: Bool?
}

extension MallPerson {
  init(_ person: PeopleRegistry.Person, in locale: Locale) {
    let answers = person.answers.value
    self.init(
      MallContact(person, in: locale),
      MallHousehold(dateOfBirth: answers?.dateOfBirth, haveKids: answers?.haveKids))
  }
}

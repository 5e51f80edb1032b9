import Domain
import EventEngine

/// The profile of a user.
struct NFTKnownProfile: Codable, Equatable, Sendable {
  /// Nil once erased.
  private(set) var name: NFTUserName?
  private(set) var avatar: WebAddress?
  private(set) var description: ProfileDescription?
  private(set) var website: WebAddress?

  init(_ fact: NFTUserRegistered) {
    name = fact.personal?.name
    avatar = fact.personal?.avatar
    description = fact.personal?.description
    website = fact.personal?.website
  }

  /// Applies an edit. One with erased texts changes nothing: the earlier texts were erased with it.
  mutating func edit(_ fact: NFTProfileEdited) {
    for part in fact.cleared { clear(part) }
    guard let personal = fact.personal else { return }
    name = personal.name ?? name
    avatar = personal.avatar ?? avatar
    description = personal.description ?? description
    website = personal.website ?? website
  }

  private mutating func clear(_ part: NFTProfileEdited.Part) {
    switch part {
    case .avatar: avatar = nil
    case .description: description = nil
    case .website: website = nil
    }
  }

  func shownName(in locale: Language) -> String {
    name?.rawValue ?? NFTReadModelTexts.erased[locale]
  }
}

extension NFTKnownProfile: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("name", name)
    members.write("avatar", avatar)
    members.write("description", description)
    members.write("website", website)
  }
}

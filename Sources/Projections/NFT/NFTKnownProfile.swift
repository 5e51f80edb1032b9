import Domain
import EventEngine

/// The profile of a user.
struct NFTKnownProfile: Codable, Equatable, Sendable {
  /// Nil once erased.
  private(set) var name: FoldedName?
  private(set) var avatar: WebAddress?
  private(set) var description: ProfileDescription?
  private(set) var website: WebAddress?

  init(_ fact: NFTUserRegistered) {
    name = fact.personal.map { FoldedName($0.name) }
    avatar = fact.personal?.avatar
    description = fact.personal?.description
    website = fact.personal?.website
  }

  /// Applies an edit. An edit whose texts were erased only clears parts, since the earlier texts
  /// were erased with it.
  mutating func edit(_ fact: NFTProfileEdited) {
    for part in fact.cleared { clear(part) }
    guard let personal = fact.personal else { return }
    name = personal.name.map(FoldedName.init) ?? name
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
    name?.name.rawValue ?? Bilingual.erased[locale]
  }
}

/// A user's name with its sort key, which would take too long to compute for every answer. Encoded
/// as the name alone.
struct FoldedName: Codable, Equatable, Sendable {
  let name: NFTUserName
  let folded: String

  init(_ name: NFTUserName) {
    self.name = name
    folded = name.rawValue.foldedName
  }

  init(from decoder: any Decoder) throws { self.init(try NFTUserName(from: decoder)) }

  func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}

extension NFTKnownProfile: FastEncodable {
  func write(to members: inout ObjectWriter) throws(PayloadEncodingError) {
    members.write("name", name?.name)
    members.write("avatar", avatar)
    members.write("description", description)
    members.write("website", website)
  }
}

import EventEngine

public struct NFTUserRegistered: EventPayload {
  public static let type: EventType = "nft.userRegistered"

  public struct Personal: Codable, Hashable, Sendable {
    public let name: NFTUserName
    public let avatar: WebAddress?
    public let description: ProfileDescription?
    public let website: WebAddress?

    public init(
      name: NFTUserName, avatar: WebAddress?, description: ProfileDescription?,
      website: WebAddress?
    ) {
      self.name = name
      self.avatar = avatar
      self.description = description
      self.website = website
    }
  }

  public let user: NFTUserID
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case user }

  public init(user: NFTUserID, personal: Personal?) {
    self.user = user
    self.personal = personal
  }

  public var tags: [Tag] { [user.tag] }
  public var subjects: [Tag] { [user.tag] }
}

public struct NFTProfileEdited: EventPayload {
  public static let type: EventType = "nft.profileEdited"

  /// The parts of a profile that can be cleared.
  public enum Part: String, CaseIterable, Codable, Sendable {
    case avatar, description, website
  }

  /// The new values. A nil member is unchanged unless it was cleared.
  public struct Personal: Codable, Hashable, Sendable {
    public let name: NFTUserName?
    public let avatar: WebAddress?
    public let description: ProfileDescription?
    public let website: WebAddress?

    public init(
      name: NFTUserName?, avatar: WebAddress?, description: ProfileDescription?,
      website: WebAddress?
    ) {
      self.name = name
      self.avatar = avatar
      self.description = description
      self.website = website
    }
  }

  public let user: NFTUserID
  public let cleared: [Part]
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case user, cleared }

  public init(user: NFTUserID, cleared: [Part], personal: Personal?) {
    self.user = user
    self.cleared = cleared
    self.personal = personal
  }

  public var tags: [Tag] { [user.tag] }
  public var subjects: [Tag] { [user.tag] }
}

public struct NFTSortChosen: EventPayload {
  public static let type: EventType = "nft.sortChosen"

  public let user: NFTUserID
  public let choice: SortChoice

  public init(user: NFTUserID, choice: SortChoice) {
    self.user = user
    self.choice = choice
  }

  public var tags: [Tag] { [user.tag] }
}

import EventEngine

public struct TrackerCategoryAdded: TrackerCategoryFact {
  public static let type: EventType = "habits.categoryAdded"

  public struct Personal: Codable, Hashable, Sendable {
    public let title: TrackerCategoryTitle

    public init(title: TrackerCategoryTitle) { self.title = title }
  }

  public let user: HabitsUserID
  public let category: TrackerCategoryID
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case user, category }

  public init(_ category: OwnedCategory, personal: Personal?) {
    user = category.user
    self.category = category.category
    self.personal = personal
  }

  public var subjects: [Tag] { [owned.tag, user.tag] }
}

public struct TrackerCategoryRenamed: TrackerCategoryFact {
  public static let type: EventType = "habits.categoryRenamed"

  public struct Personal: Codable, Hashable, Sendable {
    public let title: TrackerCategoryTitle

    public init(title: TrackerCategoryTitle) { self.title = title }
  }

  public let user: HabitsUserID
  public let category: TrackerCategoryID
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case user, category }

  public init(_ category: OwnedCategory, personal: Personal?) {
    user = category.user
    self.category = category.category
    self.personal = personal
  }

  public var subjects: [Tag] { [owned.tag, user.tag] }
}

/// A category was deleted. Its trackers are deleted before it, by events of their own in the same
/// append.
public struct TrackerCategoryDeleted: TrackerCategoryFact {
  public static let type: EventType = "habits.categoryDeleted"

  public let user: HabitsUserID
  public let category: TrackerCategoryID

  public init(_ category: OwnedCategory) {
    user = category.user
    self.category = category.category
  }
}

import EventEngine

/// A user of the habit tracker. Ids of trackers and categories are local to a user: two users may
/// each have a tracker `t1`.
public enum HabitsUser: Entity { public static let tagKey = "user" }
public typealias HabitsUserID = ID<HabitsUser>

/// The id of a tracker, unique per user.
public struct TrackerID: Identifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a category, unique per user.
public struct TrackerCategoryID: Identifier {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A tracker and its owner.
public struct OwnedTracker: Hashable, Sendable {
  public let user: HabitsUserID
  public let tracker: TrackerID

  public init(_ tracker: TrackerID, of user: HabitsUserID) {
    self.user = user
    self.tracker = tracker
  }

  public var tag: Tag { Tag("tracker", "\(user)/\(tracker)") }
}

/// A category and its owner.
public struct OwnedCategory: Hashable, Sendable {
  public let user: HabitsUserID
  public let category: TrackerCategoryID

  public init(_ category: TrackerCategoryID, of user: HabitsUserID) {
    self.user = user
    self.category = category
  }

  public var tag: Tag { Tag("category", "\(user)/\(category)") }
}

/// The title of a category. Canonically equivalent titles are equal; case is significant.
public struct TrackerCategoryTitle: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct TrackerTitle: TextValue {
  /// The maximum length, in user-perceived characters.
  public static let limit = 38

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var isTooLong: Bool { rawValue.count > Self.limit }
}

/// The emoji on a tracker's card.
public struct TrackerEmoji: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Returns whether the text is a single user-perceived character other than white space.
  public static func isValid(_ text: String) -> Bool {
    text.count == 1 && !(text.first?.isWhitespace ?? true)
  }
}

/// The colour of a tracker's card, in the spelling in which it was entered.
public struct TrackerColor: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Returns whether the text is `#` and six hexadecimal digits.
  public static func isValid(_ text: String) -> Bool {
    text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
      && text.utf8.dropFirst().allSatisfy { digit in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit | 0x20)
      }
  }
}

/// The filters of the board.
public enum BoardFilter: String, CaseIterable, Codable, Sendable {
  case all
  /// All trackers, on the current day.
  case today
  case completed, uncompleted
}

/// The kinds of tracker. A habit is planned on days of the week; an irregular event is available
/// every day.
public enum TrackerKind: String, Codable, Sendable {
  case habit, irregularEvent
}

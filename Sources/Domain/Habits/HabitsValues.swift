import EventEngine

/// Who keeps trackers. All else is theirs alone: two users' `t1` are two trackers.
public struct HabitsUserID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("user", rawValue) }
}

/// A tracker's id among those of its user.
public struct TrackerID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A category's id among those of its user.
public struct TrackerCategoryID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A tracker, and whose it is.
public struct OwnedTracker: Hashable, Sendable {
  public let user: HabitsUserID
  public let tracker: TrackerID

  public init(_ tracker: TrackerID, of user: HabitsUserID) {
    self.user = user
    self.tracker = tracker
  }

  public var tag: Tag { Tag("tracker", "\(user)/\(tracker)") }
}

/// A category, and whose it is.
public struct OwnedCategory: Hashable, Sendable {
  public let user: HabitsUserID
  public let category: TrackerCategoryID

  public init(_ category: TrackerCategoryID, of user: HabitsUserID) {
    self.user = user
    self.category = category
  }

  public var tag: Tag { Tag("category", "\(user)/\(category)") }
}

/// A category's title; equal when canonically equivalent, case counts.
public struct TrackerCategoryTitle: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct TrackerTitle: TextValue {
  /// In user-perceived characters.
  public static let limit = 38

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var isTooLong: Bool { rawValue.count > Self.limit }
}

/// The picture on a tracker's card.
public struct TrackerEmoji: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Any one user-perceived character but white space.
  public static func isValid(_ text: String) -> Bool {
    text.count == 1 && !(text.first?.isWhitespace ?? true)
  }
}

/// The colour of a tracker's card, as it was given.
public struct TrackerColor: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// `#` and six hexadecimal digits.
  public static func isValid(_ text: String) -> Bool {
    text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#")
      && text.utf8.dropFirst().allSatisfy { digit in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(digit | 0x20)
      }
  }
}

/// Which of a day's trackers the board shows.
public enum BoardFilter: String, CaseIterable, Codable, Sendable {
  case all
  /// All, of today.
  case today
  case completed, uncompleted
}

/// A habit is planned on days of the week, an irregular event belongs to every day.
public enum TrackerKind: String, Codable, Sendable {
  case habit, irregularEvent
}

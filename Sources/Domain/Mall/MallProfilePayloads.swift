import EventEngine

public struct ProfileSaved: EventPayload {
  public static let type: EventType = "mall.profileSaved"

  public struct Personal: Codable, Hashable, Sendable {
    public let name: FullName
    public let email: EmailAddress

    public init(name: FullName, email: EmailAddress) {
      self.name = name
      self.email = email
    }
  }

  public let user: MallUserID
  /// The reward for registering that was configured at that time.
  public let points: Points
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case user, points }

  public init(user: MallUserID, points: Points, personal: Personal?) {
    self.user = user
    self.points = points
    self.personal = personal
  }

  public var tags: [Tag] { [user.tag] }
  public var subjects: [Tag] { [user.tag] }
}

/// A profile was edited. A nil member is unchanged.
public struct ProfileEdited: EventPayload {
  public static let type: EventType = "mall.profileEdited"

  public struct Personal: Codable, Hashable, Sendable {
    public let name: FullName?
    public let email: EmailAddress?

    public init(name: FullName?, email: EmailAddress?) {
      self.name = name
      self.email = email
    }
  }

  public let user: MallUserID
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case user }

  public init(user: MallUserID, personal: Personal?) {
    self.user = user
    self.personal = personal
  }

  public var tags: [Tag] { [user.tag] }
  public var subjects: [Tag] { [user.tag] }
}

/// A new user entered the referral code of another user.
public struct ReferralCodeEntered: EventPayload {
  public static let type: EventType = "mall.referralCodeEntered"

  public struct Personal: Codable, Hashable, Sendable {
    public let code: ReferralCode

    public init(code: ReferralCode) { self.code = code }
  }

  public let user: MallUserID
  public let referrer: MallUserID
  /// The reward of the new user.
  public let points: Points
  public let referrerPoints: Points
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case user, referrer, points, referrerPoints }

  public init(
    user: MallUserID, referrer: MallUserID, points: Points, referrerPoints: Points,
    personal: Personal?
  ) {
    self.user = user
    self.referrer = referrer
    self.points = points
    self.referrerPoints = referrerPoints
    self.personal = personal
  }

  public var tags: [Tag] { [user.tag, referrer.tag] }
  public var subjects: [Tag] { [user.tag, referrer.tag] }
}

public struct ReferralSkipped: EventPayload {
  public static let type: EventType = "mall.referralSkipped"

  public let user: MallUserID

  public init(user: MallUserID) { self.user = user }

  public var tags: [Tag] { [user.tag] }
}

public struct SurveySubmitted: EventPayload {
  public static let type: EventType = "mall.surveySubmitted"

  public struct Personal: Codable, Hashable, Sendable {
    public let dateOfBirth: CalendarDay
    public let haveKids: Bool

    public init(dateOfBirth: CalendarDay, haveKids: Bool) {
      self.dateOfBirth = dateOfBirth
      self.haveKids = haveKids
    }
  }

  public let user: MallUserID
  /// The reward for the survey that was configured at that time.
  public let points: Points
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case user, points }

  public init(user: MallUserID, points: Points, personal: Personal?) {
    self.user = user
    self.points = points
    self.personal = personal
  }

  public var tags: [Tag] { [user.tag] }
  public var subjects: [Tag] { [user.tag] }
}

public struct SurveySkipped: EventPayload {
  public static let type: EventType = "mall.surveySkipped"

  public let user: MallUserID

  public init(user: MallUserID) { self.user = user }

  public var tags: [Tag] { [user.tag] }
}

public struct AppRated: EventPayload {
  public static let type: EventType = "mall.appRated"

  public let reviewer: MallReviewer
  public let stars: AppStars

  public init(reviewer: MallReviewer, stars: AppStars) {
    self.reviewer = reviewer
    self.stars = stars
  }

  public var tags: [Tag] { [reviewer.tag] }
}

public struct ReviewWritten: EventPayload {
  public static let type: EventType = "mall.reviewWritten"

  public struct Personal: Codable, Hashable, Sendable {
    public let text: ReviewText

    public init(text: ReviewText) { self.text = text }
  }

  public let reviewer: MallReviewer
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case reviewer }

  public init(reviewer: MallReviewer, personal: Personal?) {
    self.reviewer = reviewer
    self.personal = personal
  }

  public var tags: [Tag] { [reviewer.tag] }
  public var subjects: [Tag] { [reviewer.tag] }
}

import EventEngine

/// An amount of points of the loyalty programme; negative for a deduction. Sums saturate at the
/// ends of the range.
public struct Points: BoundedNumber, Comparable {
  /// Allows for a million transactions of the maximum price, in both directions.
  public static let range = -1_000_000_000_000_000_000...1_000_000_000_000_000_000

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let zero = Points(rawValue: 0)

  /// The maximum price or reward. The sum of a million of them is exact.
  public static let maximumAmount = 1_000_000_000_000

  public static func < (left: Points, right: Points) -> Bool { left.rawValue < right.rawValue }

  public static func + (left: Points, right: Points) -> Points {
    Points(clamping: left.rawValue + right.rawValue)
  }

  public static func - (left: Points, right: Points) -> Points {
    Points(clamping: left.rawValue - right.rawValue)
  }

  /// A sum clamped to the range. The sum of two amounts in the range cannot overflow.
  private init(clamping sum: Int) {
    rawValue = min(max(sum, Self.range.lowerBound), Self.range.upperBound)
  }

  public static func += (left: inout Points, right: Points) { left = left + right }

  public static prefix func - (points: Points) -> Points { .zero - points }
}

/// The rewards of the loyalty programme.
public struct PointsPlan: Codable, Hashable, Sendable {
  public let registration: Points
  /// The reward for referring a user.
  public let referrer: Points
  /// The reward for being referred.
  public let referred: Points
  public let survey: Points
  /// The title of the referral programme. It is content and never translated.
  public let referralTitle: MallTitle

  public init(
    registration: Points, referrer: Points, referred: Points, survey: Points,
    referralTitle: MallTitle
  ) {
    self.registration = registration
    self.referrer = referrer
    self.referred = referred
    self.survey = survey
    self.referralTitle = referralTitle
  }

  /// The plan in force until another one is configured.
  public static let initial = PointsPlan(
    registration: Points(rawValue: 100), referrer: Points(rawValue: 50),
    referred: Points(rawValue: 50), survey: Points(rawValue: 30),
    referralTitle: MallTitle(rawValue: "Приведи друга"))

  public static let tag = Tag("programme", "points")

  /// The facts that determine the plan in force.
  public static let facts = Query.of([PointsConfigured.type], tag)

  public mutating func apply(_ fact: ProgrammeFact) {
    switch fact {
    case .pointsConfigured(let fact): self = fact.plan
    case .linkSet: break
    }
  }
}

/// The number of places at an event; at least one.
public struct Capacity: BoundedNumber {
  public static let range = 1...Int.max

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A floor of the mall; negative below the ground.
public struct Floor: BoundedNumber {
  public static let range = Int.min...Int.max

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// A rating of the application.
public struct AppStars: BoundedNumber {
  public static let range = 1...5

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The screen after the rating: the store for the best rating, otherwise a review.
  public var nextScreen: MallScreen { rawValue == Self.range.upperBound ? .store : .review }
}

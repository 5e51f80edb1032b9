import EventEngine

/// An amount of the loyalty programme's points; negative where somebody loses them. Sums stop at
/// the ends of the range.
public struct Points: BoundedNumber, Comparable {
  /// A million of the largest prices either way.
  public static let range = -1_000_000_000_000_000_000...1_000_000_000_000_000_000

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public static let zero = Points(rawValue: 0)

  /// The most that a price or a reward may be: sums of millions of them are still exact.
  public static let limit = 1_000_000_000_000

  public static func < (left: Points, right: Points) -> Bool { left.rawValue < right.rawValue }

  public static func + (left: Points, right: Points) -> Points {
    Points(stoppingAt: left.rawValue + right.rawValue)
  }

  public static func - (left: Points, right: Points) -> Points {
    Points(stoppingAt: left.rawValue - right.rawValue)
  }

  /// The sum of two amounts in the range, which always fits.
  private init(stoppingAt sum: Int) {
    rawValue = min(max(sum, Self.range.lowerBound), Self.range.upperBound)
  }

  public static func += (left: inout Points, right: Points) { left = left + right }

  public static prefix func - (points: Points) -> Points { .zero - points }
}

/// What the programme gives points for.
public struct PointsPlan: Codable, Hashable, Sendable {
  public let registration: Points
  /// For bringing somebody.
  public let referrer: Points
  /// For having been brought.
  public let referred: Points
  public let survey: Points
  /// Content: never translated.
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

  /// Until somebody configures another one.
  public static let initial = PointsPlan(
    registration: Points(rawValue: 100), referrer: Points(rawValue: 50),
    referred: Points(rawValue: 50), survey: Points(rawValue: 30),
    referralTitle: MallTitle(rawValue: "Приведи друга"))

  public static let tag = Tag("programme", "points")
}

/// How many visitors an event has room for; at least one.
public struct Capacity: BoundedNumber {
  public static let range = 1...Int.max

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// Of the mall; below the ground negative.
public struct Floor: BoundedNumber {
  public static let range = Int.min...Int.max

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }
}

/// What somebody thinks of the application.
public struct AppStars: BoundedNumber {
  public static let range = 1...5

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The best are asked to say so in the store, the others what is wrong.
  public var nextScreen: MallScreen { rawValue == Self.range.upperBound ? .store : .review }
}

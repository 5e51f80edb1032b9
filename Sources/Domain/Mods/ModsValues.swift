import EventEngine

/// The kinds of thing that mods events are about.
public enum ModsEntity {
  public enum Mod: Entity { public static let tagKey = "mod" }
  /// A user of the mods application: a device. The tag has the same name as users' tags in other
  /// domains; the event types keep them apart.
  public enum User: Entity { public static let tagKey = "user" }
}

/// The path of a mod: the last part of its address.
public typealias ModPath = ID<ModsEntity.Mod>
public typealias ModsUserID = ID<ModsEntity.User>

/// The categories of the catalogue, in the order in which the application shows them.
public enum ModCategory: String, Codable, CaseIterable, Sendable {
  case ships, animals, skins, cars, furniture, guns, packs, aircraft, buildings, tanks, appliances

  /// The title in the menu.
  public var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}

public struct ModTitle: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The description of a mod. Line breaks are significant.
public struct ModDescription: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The screens with legal texts.
public enum LegalDocument: String, Codable, CaseIterable, Sendable {
  case privacy, terms

  public var tag: Tag { Tag("document", rawValue) }
}

public struct LegalText: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The two kinds of subscription screen: the one that passes the store's review, and its
/// replacement after the review.
public enum PaywallVariation: String, Codable, CaseIterable, Sendable {
  case standard, extended

  /// The number of pages of the screen, the one with the offer included.
  public var pages: Int {
    switch self {
    case .standard: 1
    case .extended: 3
    }
  }
}

/// A duration in whole seconds.
public struct WholeSeconds: BoundedNumber {
  public static let range = 0...Int.max

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public func after(_ time: Timestamp) -> Timestamp { time.advanced(bySeconds: Int64(rawValue)) }
}

/// A duration in whole days of exactly 24 hours.
public struct WholeDays: BoundedNumber {
  public static let range = 1...Int.max

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Returns the time this many days after `time`, clamped to the end of the calendar.
  public func after(_ time: Timestamp) -> Timestamp {
    let (seconds, overflow) = Int64(rawValue).multipliedReportingOverflow(by: 86_400)
    return overflow ? .latest : time.advanced(bySeconds: seconds)
  }
}

/// A digest of a secret under the journal's key. It distinguishes secrets without revealing them,
/// and shows that a stored one was replaced.
public struct SecretFingerprint: TextValue {
  /// The purpose of the digest.
  public static let purpose = "mods.secret"

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(_ digest: KeyedDigest) { rawValue = digest.rawValue }
}

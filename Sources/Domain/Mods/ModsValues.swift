import EventEngine

/// By what a mod is found: the last part of its address.
public struct ModPath: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("mod", rawValue) }
}

/// Who uses the application with mods: a device. Its tag is the one users have in every domain; the
/// types of its facts keep them apart.
public struct ModsUserID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("user", rawValue) }
}

/// Where a mod stands in the catalogue, in the order in which the application shows them.
public enum ModCategory: String, Codable, CaseIterable, Sendable {
  case ships, animals, skins, cars, furniture, guns, packs, aircraft, buildings, tanks, appliances

  /// As the menu shows it.
  public var title: String {
    switch self {
    case .ships: "Ships"
    case .animals: "Animals"
    case .skins: "Skins"
    case .cars: "Cars"
    case .furniture: "Furniture"
    case .guns: "Guns"
    case .packs: "Packs"
    case .aircraft: "Aircraft"
    case .buildings: "Buildings"
    case .tanks: "Tanks"
    case .appliances: "Appliances"
    }
  }
}

public struct ModTitle: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// With its line breaks.
public struct ModDescription: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The screens with texts that lawyers write.
public enum LegalDocument: String, Codable, CaseIterable, Sendable {
  case privacy, terms

  public var tag: Tag { Tag("document", rawValue) }
}

public struct LegalText: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The two kinds of subscription screen: the one that passes the store's review, and the one that
/// replaces it afterwards.
public enum PaywallVariation: String, Codable, CaseIterable, Sendable {
  case standard, extended

  /// How many pages lead to the offer.
  public var pages: Int {
    switch self {
    case .standard: 1
    case .extended: 3
    }
  }
}

/// A length of time in whole seconds.
public struct WholeSeconds: BoundedNumber {
  public static let range = 0...Int.max

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  public func after(_ time: Timestamp) -> Timestamp { time.advanced(bySeconds: Int64(rawValue)) }
}

/// A length of time in whole days of 24 hours, whatever the clocks do.
public struct WholeDays: BoundedNumber {
  public static let range = 1...Int.max

  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Stops at the end of the calendar.
  public func after(_ time: Timestamp) -> Timestamp {
    let (seconds, overflow) = Int64(rawValue).multipliedReportingOverflow(by: 86_400)
    return overflow ? .latest : time.advanced(bySeconds: seconds)
  }
}

/// By what the secret of a rotation is told from another without being known: its digest under the
/// journal's key.
public struct SecretFingerprint: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(_ digest: KeyedDigest) { rawValue = digest.rawValue }
}

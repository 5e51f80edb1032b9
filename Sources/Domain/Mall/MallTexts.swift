import EventEngine

public struct OperatingSystem: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct OSVersion: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct DeviceModel: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct PushToken: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What a device may be told about.
public struct NotificationTopic: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// What everybody who lets the mall notify them is told about.
  public static let mallEvents = NotificationTopic(rawValue: "mallEvents")
}

public struct ReviewText: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Within a category; what a list is narrowed by.
public struct Subcategory: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct MallObjectName: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Of an offer, news, an event, or the programme that brings friends.
public struct MallTitle: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A description, terms, a disclaimer.
public struct MallText: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// Where a picture is found.
public struct MallImage: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

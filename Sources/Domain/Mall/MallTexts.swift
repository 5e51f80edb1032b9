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

/// A topic of notifications.
public struct NotificationTopic: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The topic that every device with notifications subscribes to.
  public static let mallEvents = NotificationTopic(rawValue: "mallEvents")
}

public struct ReviewText: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A subcategory, by which lists can be filtered.
public struct Subcategory: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct MallObjectName: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The title of an offer, news, an event or the referral programme.
public struct MallTitle: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A description, terms or a disclaimer.
public struct MallText: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The address of a picture.
public struct MallImage: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

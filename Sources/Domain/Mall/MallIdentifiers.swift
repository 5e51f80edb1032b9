import EventEngine

public struct MallUserID: TaggedIdentifier {
  public static var tagKey: String { "user" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A device on which the application is installed.
public struct MallDeviceID: TaggedIdentifier {
  public static var tagKey: String { "device" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The id of a code that was sent to a phone; not the digits of the code.
public struct MallCodeID: TaggedIdentifier {
  public static var tagKey: String { "code" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A shop, a café or a service of the mall.
public struct MallObjectID: TaggedIdentifier {
  public static var tagKey: String { "object" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct MallOfferID: TaggedIdentifier {
  public static var tagKey: String { "offer" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct MallNewsID: TaggedIdentifier {
  public static var tagKey: String { "news" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// An event that visitors attend, as opposed to an event of the journal.
public struct HappeningID: TaggedIdentifier {
  public static var tagKey: String { "event" }

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

import EventEngine

public struct MallUserID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("user", rawValue) }
}

/// A device on which the application is installed.
public struct MallDeviceID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("device", rawValue) }
}

/// The id of a code that was sent to a phone; not the digits of the code.
public struct MallCodeID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("code", rawValue) }
}

/// A shop, a café or a service of the mall.
public struct MallObjectID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("object", rawValue) }
}

public struct MallOfferID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("offer", rawValue) }
}

public struct MallNewsID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("news", rawValue) }
}

/// An event that visitors attend, as opposed to an event of the journal.
public struct HappeningID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("event", rawValue) }
}

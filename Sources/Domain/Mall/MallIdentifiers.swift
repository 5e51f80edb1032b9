import EventEngine

public struct MallUserID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("user", rawValue) }
}

/// A device with the application on it.
public struct MallDeviceID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("device", rawValue) }
}

/// A code that was sent to a phone; not its digits.
public struct MallCodeID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("code", rawValue) }
}

/// A shop, a café, a service of the mall.
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

/// An event that the mall holds; not an event of the journal.
public struct HappeningID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("event", rawValue) }
}

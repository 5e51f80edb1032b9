import EventEngine

/// A mod's own screen was opened.
public struct ModOpened: EventPayload {
  public static let type: EventType = "mods.modOpened"

  public let user: ModsUserID
  public let path: ModPath

  public init(user: ModsUserID, path: ModPath) {
    self.user = user
    self.path = path
  }

  public var tags: [Tag] { [user.tag, path.tag] }
}

public struct ModDownloaded: EventPayload {
  public static let type: EventType = "mods.modDownloaded"

  public let user: ModsUserID
  public let path: ModPath
  /// What was handed out then.
  public let archive: WebAddress

  public init(user: ModsUserID, path: ModPath, archive: WebAddress) {
    self.user = user
    self.path = path
    self.archive = archive
  }

  public var tags: [Tag] { [user.tag, path.tag] }
}

/// The language in which a user wants to read the catalogue.
public struct ContentLocaleChosen: EventPayload {
  public static let type: EventType = "mods.contentLocaleChosen"

  public let user: ModsUserID
  public let locale: ContentLocale

  public init(user: ModsUserID, locale: ContentLocale) {
    self.user = user
    self.locale = locale
  }

  public var tags: [Tag] { [user.tag] }
}

import EventEngine

/// A mod's screen was opened.
public struct ModOpened: ModsUserFact {
  public static let type: EventType = "mods.modOpened"

  public let user: ModsUserID
  public let path: ModPath

  public init(user: ModsUserID, path: ModPath) {
    self.user = user
    self.path = path
  }

  public var tags: [Tag] { [user.tag, path.tag] }
}

public struct ModDownloaded: ModsUserFact {
  public static let type: EventType = "mods.modDownloaded"

  public let user: ModsUserID
  public let path: ModPath
  /// The archive that was handed out.
  public let archive: WebAddress

  public init(user: ModsUserID, path: ModPath, archive: WebAddress) {
    self.user = user
    self.path = path
    self.archive = archive
  }

  public var tags: [Tag] { [user.tag, path.tag] }
}

/// A user chose the language in which to read the catalogue.
public struct ContentLocaleChosen: ModsUserFact {
  public static let type: EventType = "mods.contentLocaleChosen"

  public let user: ModsUserID
  public let locale: ContentLocale

  public init(user: ModsUserID, locale: ContentLocale) {
    self.user = user
    self.locale = locale
  }
}

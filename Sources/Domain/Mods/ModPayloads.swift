import EventEngine

public struct ModPublished: EventPayload {
  public static let type: EventType = "mods.modPublished"

  public let path: ModPath
  public let category: ModCategory
  public let title: ModTitle
  public let image: WebAddress
  public let description: ModDescription
  public let archive: WebAddress

  public init(
    path: ModPath, category: ModCategory, title: ModTitle, image: WebAddress,
    description: ModDescription, archive: WebAddress
  ) {
    self.path = path
    self.category = category
    self.title = title
    self.image = image
    self.description = description
    self.archive = archive
  }

  public var tags: [Tag] { [path.tag] }
}

/// A mod was edited. A nil member is unchanged.
public struct ModEdited: EventPayload {
  public static let type: EventType = "mods.modEdited"

  public let path: ModPath
  public let category: ModCategory?
  public let title: ModTitle?
  public let image: WebAddress?
  public let description: ModDescription?
  public let archive: WebAddress?

  public init(
    path: ModPath, category: ModCategory?, title: ModTitle?, image: WebAddress?,
    description: ModDescription?, archive: WebAddress?
  ) {
    self.path = path
    self.category = category
    self.title = title
    self.image = image
    self.description = description
    self.archive = archive
  }

  public var tags: [Tag] { [path.tag] }
}

public struct ModWithdrawn: EventPayload {
  public static let type: EventType = "mods.modWithdrawn"

  public let path: ModPath

  public init(path: ModPath) { self.path = path }

  public var tags: [Tag] { [path.tag] }
}

/// A mod's texts were set in another language, for the first time or again.
public struct ModTranslated: EventPayload {
  public static let type: EventType = "mods.modTranslated"

  public let path: ModPath
  public let locale: ContentLocale
  public let title: ModTitle
  public let description: ModDescription

  public init(path: ModPath, locale: ContentLocale, title: ModTitle, description: ModDescription) {
    self.path = path
    self.locale = locale
    self.title = title
    self.description = description
  }

  public var tags: [Tag] { [path.tag] }
}

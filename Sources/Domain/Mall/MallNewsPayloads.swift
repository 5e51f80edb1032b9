import EventEngine

public struct NewsPublished: EventPayload {
  public static let type: EventType = "mall.newsPublished"

  public let news: MallNewsID
  public let content: NewsContent

  public init(news: MallNewsID, content: NewsContent) {
    self.news = news
    self.content = content
  }

  public var tags: [Tag] { [news.tag] }
}

/// News or a promotion was edited. Holds its complete new content.
public struct NewsEdited: EventPayload {
  public static let type: EventType = "mall.newsEdited"

  public let news: MallNewsID
  public let content: NewsContent

  public init(news: MallNewsID, content: NewsContent) {
    self.news = news
    self.content = content
  }

  public var tags: [Tag] { [news.tag] }
}

public struct NewsWithdrawn: EventPayload {
  public static let type: EventType = "mall.newsWithdrawn"

  public let news: MallNewsID

  public init(news: MallNewsID) { self.news = news }

  public var tags: [Tag] { [news.tag] }
}

public struct HappeningScheduled: EventPayload {
  public static let type: EventType = "mall.eventScheduled"

  public let event: HappeningID
  public let content: HappeningContent

  public init(event: HappeningID, content: HappeningContent) {
    self.event = event
    self.content = content
  }

  public var tags: [Tag] { [event.tag] }
}

/// An event was edited. Holds its complete new content.
public struct HappeningEdited: EventPayload {
  public static let type: EventType = "mall.eventEdited"

  public let event: HappeningID
  public let content: HappeningContent

  public init(event: HappeningID, content: HappeningContent) {
    self.event = event
    self.content = content
  }

  public var tags: [Tag] { [event.tag] }
}

/// An event was cancelled. Its visitors are refunded by events of their own.
public struct HappeningCancelled: EventPayload {
  public static let type: EventType = "mall.eventCancelled"

  public let event: HappeningID
  /// The title of the event at that time.
  public let title: MallTitle

  public init(event: HappeningID, title: MallTitle) {
    self.event = event
    self.title = title
  }

  public var tags: [Tag] { [event.tag] }
}

public struct LinkSet: EventPayload {
  public static let type: EventType = "mall.linkSet"

  public let link: MallLink
  public let url: WebAddress

  public init(link: MallLink, url: WebAddress) {
    self.link = link
    self.url = url
  }

  public var tags: [Tag] { [link.tag] }
}

public struct PointsConfigured: EventPayload {
  public static let type: EventType = "mall.pointsConfigured"

  public let plan: PointsPlan

  public init(plan: PointsPlan) { self.plan = plan }

  public var tags: [Tag] { [PointsPlan.tag] }
}

import Domain
import EventEngine

/// News and promotions.
public struct NewsRegistry: StoredState {
  typealias Item = PublishedContent<MallNewsID, NewsContent>.Item

  private var news = PublishedContent<MallNewsID, NewsContent>()

  public init() {}

  public static let name = "mall.news"

  public static let factTypes = [NewsPublished.type, NewsEdited.type, NewsWithdrawn.type]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .news(let fact): apply(fact, event)
    case .device, .code, .account, .profile, .review, .object, .offer, .happening, .programme,
      .gift, .transaction:
      return
    }
  }

  mutating func apply(_ fact: NewsFact, _ event: Recorded<MallEvent>) {
    switch fact {
    case .published(let fact): news.publish(fact.news, fact.content, event)
    case .edited(let fact): news.edit(fact.news, fact.content, event)
    case .withdrawn(let fact): news.withdraw(fact.news)
    }
  }

  /// The item with this id; nil if it is withdrawn.
  subscript(id: MallNewsID) -> Item? { news[id].flatMap { $0.isWithdrawn ? nil : $0 } }

  /// The items that are neither withdrawn nor over, oldest first.
  func current(on day: CalendarDay) -> [Item] {
    news.standing { content in content.validUntil.map { day <= $0 } ?? true }
  }
}

/// News or a promotion on lists and pages.
public struct NewsEntry: Encodable, Equatable, Sendable {
  public let news: MallNewsID
  public let kind: NewsKind
  public let title: MallTitle
  public let image: MallImage
  public let publishedOn: CalendarDay
  public let validUntil: CalendarDay?
  public let description: MallText

  init(_ item: NewsRegistry.Item) {
    news = item.id
    kind = item.content.kind
    title = item.content.title
    image = item.content.image
    publishedOn = item.publishedOn
    validUntil = item.content.validUntil
    description = item.content.description
  }
}

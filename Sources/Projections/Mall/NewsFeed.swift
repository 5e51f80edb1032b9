import Domain
import EventStore

/// What is new in the mall, and which promotions are on?
public struct NewsFeed: Projection, FoldedState {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The newest first.
    public let news: [NewsEntry]
  }

  private var news = KnownNews()

  public init() {}
}

extension NewsFeed {
  public static let shape = QueryShape<MallMomentParameters>(
    ofMoment: "mall.news", Bilingual(ru: "Новости и акции", en: "News and promotions"))

  public static let factTypes = KnownNews.factTypes

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .news(let fact): news.apply(fact, event)
    case .device, .code, .account, .profile, .review, .object, .offer, .happening, .programme,
      .gift, .transaction:
      return
    }
  }

  public func answer(
    to parameters: MallMomentParameters, _ asking: Asking
  ) throws(QueryRefusal) -> Answer {
    let today = asking.moment(parameters.now).day
    return Answer(news: news.current(on: today).reversed().map(NewsEntry.init))
  }
}

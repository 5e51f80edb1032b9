import Domain
import EventEngine

/// The page of one piece of news or one promotion.
public struct NewsPage: Projection {
  public let state: NewsRegistry

  public init(_ state: NewsRegistry) { self.state = state }
}

extension NewsPage {
  public static let shape = QueryShape<MallNewsID>(
    "mall.newsItem", Bilingual(ru: "Одна новость или акция", en: "One news item or promotion"),
    shows: ["news", "kind", "title", "image", "publishedOn", "validUntil", "description"],
    of: MallQueryFields.news)

  public func facts(for news: MallNewsID) -> Query {
    .of(State.factTypes, news.tag)
  }

  public func answer(to news: MallNewsID, _ context: QueryContext) throws(QueryRefusal) -> NewsEntry
  {
    guard let item = state[news] else {
      throw .notFound(MallReadModelTexts.unknown(news))
    }
    return NewsEntry(item)
  }
}

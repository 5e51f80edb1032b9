import Domain
import EventEngine

/// The page of one piece of news or one promotion.
public struct NewsPage: Projection {
  public struct Parameters: Equatable, Sendable {
    public var news: MallNewsID
  }

  public let state: NewsRegistry

  public init(_ state: NewsRegistry) { self.state = state }
}

extension NewsPage {
  public static let shape = QueryShape<Parameters>(
    "mall.newsItem", Bilingual(ru: "Одна новость или акция", en: "One piece of news or promotion"),
    about: .tag("news"),
    shows: ["news", "kind", "title", "image", "publishedOn", "validUntil", "description"],
    fields: [MallQueryFields.news.required]
  ) { form throws(FormError) in
    Parameters(news: try form.required(MallQueryFields.news))
  }

  public func facts(for parameters: Parameters) -> Query {
    .of(State.factTypes, parameters.news.tag)
  }

  public func answer(
    to parameters: Parameters, _ asking: QueryContext
  ) throws(QueryRefusal) -> NewsEntry {
    guard let item = state[parameters.news] else {
      throw .notFound(MallReadModelTexts.unknown(parameters.news))
    }
    return NewsEntry(item)
  }
}

import Domain
import EventEngine

/// The news of the mall and the promotions that are not over.
public struct NewsFeed: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    /// The entries, newest first.
    public let news: [NewsEntry]
  }

  public let state: NewsRegistry

  public init(_ state: NewsRegistry) { self.state = state }
}

extension NewsFeed {
  public static let shape = QueryShape<MallMomentParameters>(
    ofMoment: "mall.news", Bilingual(ru: "Новости и акции", en: "News and promotions"),
    shows: ["news"])

  public func answer(
    to parameters: MallMomentParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    let today = context.moment(parameters.now).day
    return Answer(news: state.current(on: today).reversed().map(NewsEntry.init))
  }
}

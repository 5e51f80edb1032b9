import Domain
import EventEngine

/// The home screen.
public struct MallHome: Projection {
  /// The blocks of the screen; an empty one is absent.
  public struct Answer: Equatable, Sendable {
    /// News and events, newest first.
    public let main: [Slide]
    /// The offers, newest first.
    public let offers: [OfferCard]
    /// The services chosen for the home screen, oldest first.
    public let useful: [MallCatalogue.Object]
    public let events: [HappeningCard]
    /// The titles of those of the last three blocks that are present.
    public let titles: PartTitles
  }

  /// A card of the main slider.
  public struct Slide: Equatable, Sendable {
    public enum Subject: Equatable, Sendable {
      case news(MallNewsID, NewsKind)
      case event(HappeningID)
    }

    public let subject: Subject
    public let title: MallTitle
    public let image: MallImage
  }

  public let state: MallShowcase

  public init(_ state: MallShowcase) { self.state = state }
}

extension MallHome.Answer: Encodable {
  private enum CodingKeys: CodingKey { case main, offers, useful, events, titles }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    if !main.isEmpty { try container.encode(main, forKey: .main) }
    if !offers.isEmpty { try container.encode(offers, forKey: .offers) }
    if !useful.isEmpty { try container.encode(useful, forKey: .useful) }
    if !events.isEmpty { try container.encode(events, forKey: .events) }
    try container.encode(titles, forKey: .titles)
  }
}

extension MallHome.Slide: Encodable {
  private enum CodingKeys: CodingKey { case kind, news, event, title, image }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch subject {
    case .news(let news, let kind):
      try container.encode(kind, forKey: .kind)
      try container.encode(news, forKey: .news)
    case .event(let event):
      try container.encode("event", forKey: .kind)
      try container.encode(event, forKey: .event)
    }
    try container.encode(title, forKey: .title)
    try container.encode(image, forKey: .image)
  }
}

extension MallHome {
  public static let shape = QueryShape<MallViewerParameters>(
    toViewer: "mall.home", Bilingual(ru: "Домашний экран", en: "The home screen"),
    shows: ["main", "offers", "useful", "events", "titles"])

  public func facts(for parameters: MallViewerParameters) -> Query {
    Query.of(MallShowcase.contentTypes).adding(parameters.user)
  }

  public func answer(
    to parameters: MallViewerParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    try state.users.require(parameters.user)
    let today = context.moment(parameters.now).day
    let offers = state.offerCards { $0.onHome }
    let useful = state.objects.standing { $0.isUseful }.map { item in
      MallCatalogue.Object(object: item.id, name: item.content.name, logo: item.content.logo)
    }
    let events = state.happenings.upcoming(on: today) { $0.onHome }
      .map { state.happenings.card(of: $0, for: parameters.user) }
    var titles = PartTitles()
    if !offers.isEmpty { titles.add("offers", MallReadModelTexts.newOffers, in: context.locale) }
    if !useful.isEmpty {
      titles.add("useful", MallReadModelTexts.usefulInformation, in: context.locale)
    }
    if !events.isEmpty { titles.add("events", MallReadModelTexts.events, in: context.locale) }
    return Answer(
      main: slides(on: today), offers: offers, useful: useful, events: events, titles: titles)
  }

  private func slides(on day: CalendarDay) -> [Slide] {
    let news = state.news.current(on: day).filter { $0.content.onMain }.map { item in
      (
        item.position,
        Slide(
          subject: .news(item.id, item.content.kind), title: item.content.title,
          image: item.content.image)
      )
    }
    let events = state.happenings.upcoming(on: day) { $0.onMain }.map { item in
      (
        item.position,
        Slide(
          subject: .event(item.id), title: item.content.content.title,
          image: item.content.content.image)
      )
    }
    return (news + events).sorted { $0.0 > $1.0 }.map(\.1)
  }
}

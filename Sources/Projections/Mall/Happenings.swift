import Domain
import EventEngine

/// The upcoming events of the mall.
public struct Happenings: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let events: [HappeningCard]
  }

  public let state: MallHappenings

  public init(_ state: MallHappenings) { self.state = state }
}

extension Happenings {
  public static let shape = QueryShape<MallViewerParameters>(
    toViewer: "mall.events", Bilingual(ru: "Мероприятия", en: "The mall's events"),
    shows: ["events"])

  public func facts(for parameters: MallViewerParameters) -> Query {
    Query.of(HappeningRegistry.factTypes).adding(parameters.user)
  }

  public func answer(
    to parameters: MallViewerParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    try state.users.require(parameters.user)
    let today = context.moment(parameters.now).day
    return Answer(
      events: state.happenings.upcoming(on: today)
        .map { state.happenings.card(of: $0, for: parameters.user) })
  }
}

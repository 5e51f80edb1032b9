import Domain
import EventEngine

/// The menu of a user.
public struct ModsMenu: Projection {
  /// The target of «subscribe»: the subscription screen, or the message that the user has already
  /// subscribed.
  public enum Offer: String, Encodable, Sendable {
    case offer, alreadySubscribed
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let categories: [String]
    public let subscribe: Offer
  }

  public let state: Subscribers

  public init(_ state: Subscribers) { self.state = state }

  public static let shape = QueryShape<ModsUserParameters>(
    ofUser: "mods.menu", Bilingual(ru: "Меню", en: "The menu"),
    shows: ["categories", "subscribe"], plainLists: ["categories"])

  public func facts(for parameters: ModsUserParameters) -> Query {
    .of(State.factTypes, parameters.user.tag)
  }

  public func answer(
    to query: ModsUserParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    let subscription = try state.subscription(of: query.user)
    let isLive = subscription.isLive(at: context.moment(query.now).time)
    return Answer(
      categories: ModCategory.allCases.map(\.title),
      subscribe: isLive ? .alreadySubscribed : .offer)
  }
}

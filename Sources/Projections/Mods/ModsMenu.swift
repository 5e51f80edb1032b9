import Domain
import EventEngine

/// The menu of a user.
public struct ModsMenu: Projection {
  public struct Parameters: Equatable, Sendable {
    public var user: ModsUserID
    public var now: Timestamp?
  }

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

  public static let shape = QueryShape<Parameters>(
    "mods.menu", Bilingual(ru: "Меню", en: "The menu"), about: .tag("user"),
    shows: ["categories", "subscribe"], plainLists: ["categories"],
    fields: [ModsQueryFields.user.required, ModsQueryFields.now.optional]
  ) { form throws(FormError) in
    Parameters(
      user: try form.required(ModsQueryFields.user), now: try form.optional(ModsQueryFields.now))
  }

  public func facts(for parameters: Parameters) -> Query {
    .of(State.factTypes, parameters.user.tag)
  }

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let subscription = try state.subscription(of: query.user)
    let isLive = subscription.isLive(at: context.moment(query.now).time)
    return Answer(
      categories: ModCategory.allCases.map(\.title),
      subscribe: isLive ? .alreadySubscribed : .offer)
  }
}

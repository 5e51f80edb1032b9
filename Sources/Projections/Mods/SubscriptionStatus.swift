import Domain
import EventEngine

/// The subscription of a user, with its beginning and end.
public struct SubscriptionStatus: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let state: Subscription.State
    public let since: Timestamp?
    public let until: Timestamp?
    public let trialUsed: Bool
  }

  public let state: Subscribers

  public init(_ state: Subscribers) { self.state = state }

  public static let shape = QueryShape<ModsUserParameters>(
    ofUser: "mods.subscription",
    Bilingual(ru: "Подписка пользователя", en: "A user's subscription"),
    shows: ["state", "since", "until", "trialUsed"])

  public func facts(for parameters: ModsUserParameters) -> Query {
    .of(State.factTypes, parameters.user.tag)
  }

  public func answer(
    to query: ModsUserParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    let subscription = try state.subscription(of: query.user)
    return Answer(
      state: subscription.state(at: context.moment(query.now).time),
      since: subscription.since, until: subscription.until,
      trialUsed: subscription.isTrialUsed)
  }
}

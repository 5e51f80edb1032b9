import Domain
import EventStore

/// Has a user a subscription, since when and until when?
public struct SubscriptionStatus: Projection, FoldedState {
  public struct Parameters: Equatable, Sendable {
    public var user: ModsUserID
    public var now: Timestamp?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let state: Subscription.State
    public let since: Timestamp?
    public let until: Timestamp?
    public let trialUsed: Bool
  }

  private var subscribers = Subscribers()

  public init() {}

  public static let shape = QueryShape<Parameters>(
    "mods.subscription", Bilingual(ru: "Подписка пользователя", en: "A user's subscription"),
    fields: [ModsQueryFields.user.required, ModsQueryFields.now.optional]
  ) { form throws(FormError) in
    Parameters(
      user: try form.required(ModsQueryFields.user), now: try form.optional(ModsQueryFields.now))
  }

  public static let factTypes = Subscribers.factTypes

  public func facts(for parameters: Parameters) -> Query {
    .of(Self.factTypes, parameters.user.tag)
  }

  public mutating func apply(_ event: Recorded<ModsEvent>) { subscribers.apply(event) }

  public static func keys(touchedBy event: Recorded<ModsEvent>) -> [JSONObject] {
    Subscribers.keys(touchedBy: event)
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    let subscription = try subscribers.subscription(of: parameters.user)
    return Answer(
      state: subscription.state(at: asking.moment(parameters.now).time),
      since: subscription.since, until: subscription.until,
      trialUsed: subscription.isTrialUsed)
  }
}

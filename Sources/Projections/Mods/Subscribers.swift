import Domain
import EventEngine

/// All users with their subscriptions. The first recorded action adds a user.
public struct Subscribers: StoredState {
  private struct Subscriber: Identified {
    let id: ModsUserID
    var subscription = Subscription()
  }

  private var users = Table<Subscriber>()

  public init() {}

  public static let name = "mods.subscribers"

  public static let factTypes = ModsEvent.userTypes

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    guard let user = event.event.user else { return }
    users.change(user, orAppend: Subscriber(id: user)) { subscriber in
      guard Subscription.factTypes.contains(event.type) else { return }
      subscriber.subscription.apply(event.event, at: event.time)
    }
  }

  func subscription(of user: ModsUserID) throws(QueryRefusal) -> Subscription {
    try users.require(user, Bilingual.unknownUser).subscription
  }
}

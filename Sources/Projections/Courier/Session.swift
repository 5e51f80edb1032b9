import Domain
import EventEngine

/// The state of a courier's sign-in, and the screen on which the application opens.
public struct Session: Projection, StoredState {
  public enum Screen: String, Encodable, Sendable {
    case orders, signIn
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let signedIn: Bool
    public let screen: Screen
    /// The time of the latest sign-in or sign-out.
    public let since: Timestamp?
  }

  private var couriers = Table<SignInState>()

  public init() {}
}

private struct SignInState: Identified {
  let id: CourierID
  var signedIn = false
  var since: Timestamp?
}

extension Session {
  public static let shape = QueryShape<CourierID>(
    "courier.session",
    Bilingual(ru: "Вошёл ли курьер", en: "Whether a courier is signed in"),
    shows: ["signedIn", "screen", "since"], of: CourierQueryFields.courier)

  public static let factTypes = [
    CourierRegistered.type, CourierSignedIn.type, CourierSignedOut.type,
  ]

  public func facts(for courier: CourierID) -> Query {
    .of(Self.factTypes, courier.tag)
  }

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .courierRegistered(let fact): couriers.append(SignInState(id: fact.courier))
    case .courierSignedIn(let fact):
      couriers.change(fact.courier) { ($0.signedIn, $0.since) = (true, event.time) }
    case .courierSignedOut(let fact):
      couriers.change(fact.courier) { ($0.signedIn, $0.since) = (false, event.time) }
    case .signInFailed, .passwordForgotten, .passwordReset, .orderPlaced, .orderCancelled,
      .orderAccepted, .orderCompleted, .orderReleased, .orderWithdrawn, .ordersRefreshed,
      .acceptedOrdersViewed, .deliveryReminderSent:
      return
    }
  }

  public func answer(to courier: CourierID, _ context: QueryContext) throws(QueryRefusal) -> Answer
  {
    let courier = try couriers.require(courier, CourierReadModelTexts.unknown)
    return Answer(
      signedIn: courier.signedIn, screen: courier.signedIn ? .orders : .signIn,
      since: courier.since)
  }
}

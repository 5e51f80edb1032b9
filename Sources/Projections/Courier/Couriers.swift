import Domain
import EventEngine

/// All couriers, for the manager and support.
public struct Couriers: Projection, StoredState {
  public struct Answer: Encodable, Equatable, Sendable {
    public let couriers: [Courier]
  }

  public struct Courier: Encodable, Equatable, Sendable {
    public let courier: CourierID
    public let login: String
    public let signedIn: Bool
    /// The number of orders that the courier has accepted and not completed.
    public let accepted: Int
  }

  private struct Row: Identified {
    let id: CourierID
    /// Nil once erased.
    let login: Login?
    var signedIn = false
    var accepted = 0
  }

  private var couriers = Table<Row>()

  public init() {}
}

extension Couriers {
  public static let shape = QueryShape<NoParameters>(
    "courier.couriers",
    Bilingual(
      ru: "Все курьеры: кто вошёл и сколько у кого заказов",
      en: "All couriers: who is signed in, and how many orders each has"),
    shows: ["couriers"])

  public static let factTypes = [
    CourierRegistered.type, CourierSignedIn.type, CourierSignedOut.type, OrderAccepted.type,
    OrderCompleted.type, OrderReleased.type, OrderWithdrawn.type,
  ]

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .courierRegistered(let fact):
      couriers.append(Row(id: fact.courier, login: fact.personal?.login))
    case .courierSignedIn(let fact): couriers.change(fact.courier) { $0.signedIn = true }
    case .courierSignedOut(let fact): couriers.change(fact.courier) { $0.signedIn = false }
    case .orderAccepted(let fact): couriers.change(fact.courier) { $0.accepted += 1 }
    case .orderCompleted(let fact): couriers.change(fact.courier) { $0.accepted -= 1 }
    case .orderReleased(let fact): couriers.change(fact.courier) { $0.accepted -= 1 }
    case .orderWithdrawn(let fact):
      if let courier = fact.courier { couriers.change(courier) { $0.accepted -= 1 } }
    case .signInFailed, .passwordForgotten, .passwordReset, .orderPlaced, .orderCancelled,
      .ordersRefreshed, .acceptedOrdersViewed, .deliveryReminderSent:
      return
    }
  }

  public func answer(to parameters: NoParameters, _ context: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    Answer(
      couriers: couriers.rows.map { row in
        Courier(
          courier: row.id,
          login: row.login?.rawValue ?? Bilingual.erased[context.locale],
          signedIn: row.signedIn, accepted: row.accepted)
      })
  }
}

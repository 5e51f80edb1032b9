import Domain
import EventStore

/// At which stations are there orders to be accepted?
public struct MetroStations: Projection {
  public struct Answer: Encodable, Equatable, Sendable {
    public let stations: [MetroStation]
  }

  /// Stations as customers wrote them. Comparing texts that are only canonically equivalent is
  /// slow, so that is left to the answer: here each way to write a name counts apart.
  private var spellings = Table<Spelling>()
  private var available = Table<OrderAtStation>()

  public init() {}
}

private struct Spelling: Identified {
  let id: MetroStation
  var availableOrders = 0
}

private struct OrderAtStation: Identified {
  let id: OrderID
  /// The number of the station's row.
  let spelling: Int
}

extension MetroStations {
  public static let shape = QueryShape<NoParameters>(
    "courier.metro",
    Bilingual(
      ru: "Станции метро, на которые есть заказы", en: "Metro stations that have orders")
  ) { _ throws(FormError) in NoParameters() }

  public static let factTypes = [OrderPlaced.type, OrderCancelled.type, OrderAccepted.type]

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .orderPlaced(let fact): place(fact.order, at: fact.metro)
    case .orderCancelled(let fact): takeAway(fact.order)
    case .orderAccepted(let fact): takeAway(fact.order)
    case .courierRegistered, .courierSignedIn, .signInFailed, .passwordForgotten,
      .courierSignedOut, .orderCompleted, .ordersRefreshed, .acceptedOrdersViewed,
      .deliveryReminderSent:
      return
    }
  }

  private mutating func place(_ order: OrderID, at station: MetroStation) {
    let spelling: Int
    if let known = spellings.find(station) {
      spelling = known
    } else {
      spelling = spellings.rows.count
      spellings.append(Spelling(id: station))
    }
    spellings[spelling].availableOrders += 1
    available.append(OrderAtStation(id: order, spelling: spelling))
  }

  private mutating func takeAway(_ order: OrderID) {
    guard let order = available.remove(order) else { return }
    spellings[order.spelling].availableOrders -= 1
  }

  public func answer(to parameters: NoParameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    var seen: Set<MetroStation> = []
    let stations = spellings.rows
      .filter { $0.availableOrders > 0 && seen.insert($0.id).inserted }
      .map { (station: $0.id, name: SortedName($0.id.rawValue)) }
      .sorted { $0.name < $1.name }
    return Answer(stations: stations.map(\.station))
  }
}

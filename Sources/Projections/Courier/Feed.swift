import Domain
import EventEngine

/// The screen of a courier.
///
/// The list «Все» stays as of its last refresh. The state stores the position and the filter of
/// that refresh, never a copy of the list: each order stores the positions between which it was
/// available, so any earlier list can be computed from the current orders.
public struct Feed: Projection {
  public struct Parameters: Equatable, Sendable {
    public var courier: CourierID
    public var now: Timestamp?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let all: [OrderCard]
    public let mine: [OrderCard]
    /// The blue dot on the tab «Мои».
    public let badge: Bool
    public let unviewed: Int
  }

  public let state: CourierState

  public init(_ state: CourierState) { self.state = state }
}

extension Feed {
  public static let shape = QueryShape<Parameters>(
    "courier.feed",
    Bilingual(ru: "Что видит курьер на экране", en: "What a courier's screen shows"),
    about: .tag("courier"),
    shows: ["all", "mine", "badge", "unviewed"],
    fields: [CourierQueryFields.courier.required, CourierQueryFields.now.optional]
  ) { form throws(FormError) in
    Parameters(
      courier: try form.required(CourierQueryFields.courier),
      now: try form.optional(CourierQueryFields.now))
  }

  public func facts(for parameters: Parameters) -> Query {
    .of([OrderPlaced.type, OrderCancelled.type, OrderAccepted.type])
      | .of(
        [
          CourierRegistered.type, CourierSignedIn.type, OrderCompleted.type,
          OrdersRefreshed.type, AcceptedOrdersViewed.type,
        ], parameters.courier.tag)
  }

  public func answer(to parameters: Parameters, _ asking: QueryContext) throws(QueryRefusal)
    -> Answer
  {
    let courier = parameters.courier
    guard let row = state.couriers.find(courier) else {
      throw .notFound(CourierReadModelTexts.unknown(courier))
    }
    let known = state.couriers[row]
    let now = asking.moment(parameters.now)
    let all = available(to: known).map { OrderCard($0, at: now, in: asking.locale) }
    let mine = state.orders.mine(courier, through: StationFilter([]))
    let unviewed = mine.count { order in
      order.progress.isOpen && order.progress.accepted.map { $0.position > known.viewed } ?? false
    }
    return Answer(
      all: all, mine: mine.map { OrderCard($0, at: now, in: asking.locale) },
      badge: unviewed > 0, unviewed: unviewed)
  }

  /// The orders available at the last refresh, without those that this courier has accepted since.
  /// Actions of other couriers since then are not visible.
  private func available(to courier: CourierRecord) -> [OrderRecord] {
    guard let loaded = courier.loaded else { return [] }
    let filter = StationFilter(courier.filter)
    let shown = state.orders.byUrgency { progress, placed in
      placed.position <= loaded && progress.wasAvailable(at: loaded)
        && progress.courier != courier.id && filter.admits(placed.metro)
    }
    return shown.map { OrderRecord(id: $0.id, placed: $0.placed, progress: .available) }
  }
}

import Domain
import EventEngine

/// The screen of a courier.
///
/// The list «Все» stays as of its last refresh. The state stores the position and the filter of
/// that refresh, never a copy of the list: each order stores since when it is not available, and
/// when earlier acceptances ended, so the list of any position can be computed.
public struct Feed: Projection {
  public struct Parameters: Equatable, Sendable {
    public var courier: CourierID
    public var now: Timestamp?
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let all: [OrderCard]
    public let mine: [OrderCard]
    /// True if the tab «Мои» has a blue dot.
    public let badge: Bool
    public let unviewed: Int
    /// The filter of the list «Все»; empty: all stations.
    public let metro: [MetroStation]
    /// The placeholder of an empty list «Все».
    public let placeholder: Orders.Placeholder?
    public let placeholderText: String?
  }

  public let state: CourierState

  public init(_ state: CourierState) { self.state = state }
}

extension Feed {
  public static let shape = QueryShape<Parameters>(
    "courier.feed",
    Bilingual(
      ru: "Экран курьера со списками заказов", en: "A courier's screen with the lists of orders"),
    about: .tag("courier"),
    shows: ["all", "mine", "badge", "unviewed", "metro", "placeholder", "placeholderText"],
    plainLists: ["metro"],
    fields: [CourierQueryFields.courier.required, Field.now.optional]
  ) { form throws(FormError) in
    Parameters(
      courier: try form.required(CourierQueryFields.courier),
      now: try form.optional(Field.now))
  }

  public func facts(for parameters: Parameters) -> Query {
    .of(AvailableOrders.orderTypes)
      | .of(
        [
          CourierRegistered.type, CourierSignedIn.type, OrderCompleted.type,
          OrdersRefreshed.type, AcceptedOrdersViewed.type,
        ], parameters.courier.tag)
  }

  /// Events about others, such as a new order, show only after the courier's next refresh.
  public static let changesOnlyWithOwnEvents = true

  public func answer(to query: Parameters, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let courier = query.courier
    let known = try state.couriers.require(courier, CourierReadModelTexts.unknown)
    let now = context.moment(query.now)
    let all = known.loaded.map { loaded in
      state.orders.list(of: courier, loadedAt: loaded, through: StationFilter(known.filter))
    }
    let mine = state.orders.mine(courier, through: StationFilter([]))
    let unviewed = mine.count { order in
      order.progress.isOpen && order.progress.accepted.map { $0.position > known.viewed } ?? false
    }
    let placeholder = Orders.Placeholder(for: all ?? [])
    return Answer(
      all: (all ?? []).map { OrderCard($0, at: now, in: context.locale) },
      mine: mine.map { OrderCard($0, at: now, in: context.locale) },
      badge: unviewed > 0, unviewed: unviewed, metro: known.filter,
      placeholder: placeholder, placeholderText: placeholder?.text(in: context.locale))
  }
}

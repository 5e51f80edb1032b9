import Domain
import EventEngine

/// What does a courier's screen show?
///
/// The list «Все» stays as it was when it was last loaded. It is kept as where in the journal that
/// was and through which filter, never as a copy: orders know since when and until when they were
/// available, so the list of any moment can be told from the orders of today.
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

  /// What was available when the list was loaded, less what this courier has accepted since. As
  /// it was then: whatever others have done to it does not show.
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

import Domain
import EventStore

/// What does a courier's screen show?
///
/// The list «Все» stays as it was when it was last loaded. It is kept as where in the journal that
/// was and through which filter, never as a copy: orders know since when and until when they were
/// available, so the list of any moment can be told from the orders of today.
public struct Feed: Projection {
  public struct Parameters: Equatable, Sendable {
    public var courier: CourierID
    public var now: Timestamp?

    public init(courier: CourierID, now: Timestamp? = nil) {
      self.courier = courier
      self.now = now
    }
  }

  public struct Answer: Encodable, Equatable, Sendable {
    public let all: [OrderCard]
    public let mine: [OrderCard]
    /// The blue dot on the tab «Мои».
    public let badge: Bool
    public let unviewed: Int
  }

  private var orders = KnownOrders()
  private var screens = Table<Screen>()

  public init() {}
}

/// What a courier has done that decides what they see.
private struct Screen: Identified {
  let id: CourierID
  /// When the list was last loaded; nil before the first time.
  private(set) var loaded: Position?
  /// Empty: all stations.
  private(set) var filter: [MetroStation] = []
  /// When the tab «Мои» was last opened.
  private(set) var viewed = Position.start

  init(_ courier: CourierID) { id = courier }

  mutating func load(at position: Position, through filter: [MetroStation]?) {
    loaded = position
    if let filter { self.filter = filter }
  }

  mutating func view(at position: Position) { viewed = position }
}

extension Feed {
  public static let shape = QueryShape<Parameters>(
    "courier.feed",
    Bilingual(ru: "Что видит курьер на экране", en: "What a courier's screen shows"),
    fields: [CourierQueryFields.courier.required, CourierQueryFields.now.optional]
  ) { form throws(FormError) in
    Parameters(
      courier: try form.required(CourierQueryFields.courier),
      now: try form.optional(CourierQueryFields.now))
  }

  public static let factTypes = [
    CourierRegistered.type, CourierSignedIn.type, OrderPlaced.type, OrderCancelled.type,
    OrderAccepted.type, OrderCompleted.type, OrdersRefreshed.type, AcceptedOrdersViewed.type,
  ]

  public func facts(for parameters: Parameters) -> Query {
    .of([OrderPlaced.type, OrderCancelled.type, OrderAccepted.type])
      | .of(
        [
          CourierRegistered.type, CourierSignedIn.type, OrderCompleted.type,
          OrdersRefreshed.type, AcceptedOrdersViewed.type,
        ], parameters.courier.tag)
  }

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .courierRegistered(let fact): screens.append(Screen(fact.courier))
    case .courierSignedIn(let fact):
      guard let row = screens.find(fact.courier) else { return }
      screens[row].load(at: event.position, through: [])
    case .ordersRefreshed(let fact):
      guard let row = screens.find(fact.courier) else { return }
      screens[row].load(at: event.position, through: fact.metro)
    case .acceptedOrdersViewed(let fact):
      guard let row = screens.find(fact.courier) else { return }
      screens[row].view(at: event.position)
    case .orderPlaced(let fact): orders.place(fact, at: event.position)
    case .orderCancelled(let fact): orders.cancel(fact, event.occurrence)
    case .orderAccepted(let fact): orders.accept(fact, event.occurrence)
    case .orderCompleted(let fact): orders.complete(fact, event.occurrence)
    case .signInFailed, .passwordForgotten, .courierSignedOut, .deliveryReminderSent: return
    }
  }

  /// Every answer that changes belongs to the courier who acted: what others do shows at a
  /// courier's next refresh.
  public static func keys(touchedBy event: Recorded<CourierEvent>) -> [JSONObject] {
    switch event.event {
    case .courierRegistered(let fact): [key(fact.courier)]
    case .courierSignedIn(let fact): [key(fact.courier)]
    case .ordersRefreshed(let fact): [key(fact.courier)]
    case .acceptedOrdersViewed(let fact): [key(fact.courier)]
    case .orderAccepted(let fact): [key(fact.courier)]
    case .orderCompleted(let fact): [key(fact.courier)]
    case .orderPlaced, .orderCancelled, .signInFailed, .passwordForgotten, .courierSignedOut,
      .deliveryReminderSent:
      []
    }
  }

  private static func key(_ courier: CourierID) -> JSONObject {
    [CourierQueryFields.courier.name: .string(courier.rawValue)]
  }

  public func answer(to parameters: Parameters, _ asking: Asking) throws(QueryRefusal) -> Answer {
    let courier = parameters.courier
    guard let row = screens.find(courier) else {
      throw .notFound(CourierReadModelTexts.unknown(courier))
    }
    let screen = screens[row]
    let now = asking.moment(parameters.now)
    let all = available(on: screen).map { OrderCard($0, at: now, in: asking.locale) }
    let mine = orders.mine(courier, through: StationFilter([]))
    let unviewed = mine.count { order in
      order.progress.isOpen && order.progress.accepted.map { $0.position > screen.viewed } ?? false
    }
    return Answer(
      all: all, mine: mine.map { OrderCard($0, at: now, in: asking.locale) },
      badge: unviewed > 0, unviewed: unviewed)
  }

  /// What was available when the list was loaded, less what this courier has accepted since. As
  /// it was then: whatever others have done to it does not show.
  private func available(on screen: Screen) -> [KnownOrder] {
    guard let loaded = screen.loaded else { return [] }
    let filter = StationFilter(screen.filter)
    let shown = orders.byUrgency { progress, placed in
      placed.position <= loaded && progress.wasAvailable(at: loaded)
        && progress.courier != screen.id && filter.admits(placed.metro)
    }
    return shown.map { KnownOrder(id: $0.id, placed: $0.placed, progress: .available) }
  }
}

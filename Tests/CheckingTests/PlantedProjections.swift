import Domain
import EventChecking
import EventEngine
import Projections

/// A bug in a projection.
protocol ProjectionBug {
  associatedtype Base: Projection

  /// Additional state.
  associatedtype Extra: Codable & Equatable & Sendable = Nothing

  static var extra: Extra { get }
  /// The types of the events that the fold leaves out.
  static var omitted: [EventType] { get }

  static func apply(_ event: Recorded<Base.Event>, _ base: inout Base.State, _ extra: inout Extra)
  static func facts(for parameters: Base.Parameters, _ base: Base) -> Query
}

extension ProjectionBug {
  static var omitted: [EventType] { [] }

  static func apply(
    _ event: Recorded<Base.Event>, _ base: inout Base.State, _ extra: inout Extra
  ) {
    base.apply(event)
  }

  static func facts(for parameters: Base.Parameters, _ base: Base) -> Query {
    base.facts(for: parameters)
  }
}

extension ProjectionBug where Extra == Nothing {
  static var extra: Nothing { Nothing() }
}

/// A projection of the product with a bug planted in it.
struct PlantedFold<Bug: ProjectionBug>: Projection, StoredState {
  private var base = Bug.Base.State()
  private var extra = Bug.extra

  static var shape: QueryShape<Bug.Base.Parameters> { Bug.Base.shape }
  static var factTypes: [EventType] { Bug.Base.State.factTypes }

  func facts(for parameters: Bug.Base.Parameters) -> Query {
    Bug.facts(for: parameters, Bug.Base(base))
  }

  mutating func apply(_ event: Recorded<Bug.Base.Event>) {
    if !Bug.omitted.contains(event.type) { Bug.apply(event, &base, &extra) }
  }

  func answer(
    to parameters: Bug.Base.Parameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Bug.Base.Answer {
    try Bug.Base(base).answer(to: parameters, context)
  }

  static func keys(touchedBy event: Recorded<Bug.Base.Event>) -> [JSONObject] {
    Bug.Base.keys(touchedBy: event)
  }
}

struct Nothing: Codable, Equatable, Sendable {}

/// Fold: cancelled orders stay in the state.
enum EternalOrder: ProjectionBug {
  typealias Base = Orders
  static let omitted = [OrderCancelled.type]
}

/// Fold: released orders stay with their courier.
enum StuckOrder: ProjectionBug {
  typealias Base = OrderDetails
  static let omitted = [OrderReleased.type]
}

/// Fold: the list of a courier stays as of the sign-in.
enum StaleFeed: ProjectionBug {
  typealias Base = Feed
  static let omitted = [OrdersRefreshed.type]
}

/// Fold: an order that support takes away is still counted.
enum MiscountedOrders: ProjectionBug {
  typealias Base = Couriers
  static let omitted = [OrderWithdrawn.type]
}

/// Fold: every transaction is added twice.
enum WrongSum: ProjectionBug {
  typealias Base = PointsBalance

  static func apply(
    _ event: Recorded<MallEvent>, _ base: inout PointAccounts, _ extra: inout Nothing
  ) {
    base.apply(event)
    if case .pointsMoved = event.event { base.apply(event) }
  }
}

/// Cached state: the number of marks is not encoded.
struct Uncounted: Codable, Equatable, Sendable {
  var marks = 0

  init() {}
  init(from decoder: any Decoder) throws {}
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(marks > 1 ? "many" : "few")
  }
}

enum LostOnTheWay: ProjectionBug {
  typealias Base = HabitsStatistics
  static let extra = Uncounted()

  static func apply(
    _ event: Recorded<HabitsEvent>, _ base: inout TrackerBoards, _ extra: inout Uncounted
  ) {
    base.apply(event)
    extra.marks += 1
  }
}

/// Digest: a set is encoded in arbitrary order.
struct Jumble: Codable, Equatable, Sendable {
  var items: Set<String> = []

  init() {}

  init(from decoder: any Decoder) throws {
    items = Set(minimumCapacity: 500)
    let list = try decoder.singleValueContainer().decode([String].self)
    for item in list { items.insert(item) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Array(items))
  }
}

enum Unordered: ProjectionBug {
  typealias Base = NFTCurrencies
  static let extra = Jumble()

  static func apply(
    _ event: Recorded<NFTEvent>, _ base: inout NFTCurrencies, _ extra: inout Jumble
  ) {
    base.apply(event)
    for number in 0..<20 { extra.items.insert("\(event.position)/\(number)") }
  }
}

/// Boundary of a query: it omits events.
enum NarrowQuestion: ProjectionBug {
  typealias Base = NFTCart

  static func facts(for parameters: NFTCart.Parameters, _ base: NFTCart) -> Query {
    .of([NFTUserRegistered.type, NFTAddedToCart.type], parameters.user.tag)
  }
}

/// Fold: a sale changes no owner.
enum UnsoldForEver: ProjectionBug {
  typealias Base = NFTRating
  static let omitted = [NFTPaymentConfirmed.type]
}

/// Fold: an order forgets its prices.
enum FreeOrders: ProjectionBug {
  typealias Base = NFTOrders

  static func apply(
    _ event: Recorded<NFTEvent>, _ base: inout NFTOrders, _ extra: inout Nothing
  ) {
    guard case .paymentStarted(let fact) = event.event else { return base.apply(event) }
    let free = NFTPaymentStarted(
      order: fact.order, user: fact.user, currency: fact.currency,
      items: fact.items.map { NFTOrderItem(nft: $0.nft, price: .zero) })
    base.apply(event.changed(to: .paymentStarted(free)))
  }
}

/// Answer: `nft.item` does not know an NFT that an order reserves.
struct HiddenItem: Projection {
  let state: NFTMarket

  init(_ state: NFTMarket) { self.state = state }

  static var shape: QueryShape<NFTItem.Parameters> { NFTItem.shape }

  func facts(for parameters: NFTItem.Parameters) -> Query { NFTItem(state).facts(for: parameters) }

  func answer(
    to query: NFTItem.Parameters, _ context: QueryContext
  ) throws(QueryRefusal) -> NFTItem.Answer {
    let answer = try NFTItem(state).answer(to: query, context)
    if "\(answer)".contains("forSale: false") { throw .notFound(Bilingual(ru: "нет", en: "no")) }
    return answer
  }

  static func keys(touchedBy event: Recorded<NFTEvent>) -> [JSONObject] {
    NFTItem.keys(touchedBy: event)
  }
}

/// Fold: a subscription stays cancelled.
enum NeverResumed: ProjectionBug {
  typealias Base = SubscriptionStatus
  static let omitted = [SubscriptionResumed.type]
}

/// Order: the state depends on the system clock.
enum Impure: ProjectionBug {
  typealias Base = MetroStations
  static let extra = 0

  static func apply(
    _ event: Recorded<CourierEvent>, _ base: inout CourierState, _ extra: inout Int
  ) {
    base.apply(event)
    extra = Int(truncatingIfNeeded: SystemClock.ticks())
  }
}

extension ReadModels {
  /// The courier's orders with the first of these bugs.
  static var wrongOrders: ReadModels { courier(with: PlantedFold<EternalOrder>.self) }

  /// The courier's read models, one of them replaced.
  static func courier(with planted: any Projection<CourierEvent>.Type) -> ReadModels {
    func name(_ model: (some Projection<CourierEvent>).Type) -> String { model.shape.name }
    let models: [any Projection<CourierEvent>.Type] = [
      Orders.self, Feed.self, MetroStations.self, Session.self, OrderDetails.self, Couriers.self,
      Notifications.self,
    ]
    return ReadModels(
      "courier", of: CourierEvent.self,
      models.map { name($0) == name(planted) ? planted : $0 })
  }

  /// The read models of the NFT application, one of them replaced.
  static func nft(with planted: any Projection<NFTEvent>.Type) -> ReadModels {
    func name(_ model: (some Projection<NFTEvent>).Type) -> String { model.shape.name }
    let models: [any Projection<NFTEvent>.Type] = [
      NFTItem.self, NFTCart.self, NFTCurrencies.self, NFTOrders.self, NFTProfile.self,
      MyNFTs.self, NFTRating.self, NFTUser.self, UserNFTs.self,
    ]
    return ReadModels(
      "nft", of: NFTEvent.self, models.map { name($0) == name(planted) ? planted : $0 })
  }
}

import Domain
import EventEngine

/// The orders of a user with their history.
public struct NFTOrders: Projection, StoredState {
  public struct Answer: Encodable, Equatable, Sendable {
    public let orders: [Order]
  }

  public struct Order: Encodable, Equatable, Sendable {
    public let order: NFTOrderID
    /// The items in the order of the cart.
    public let items: [NFTOrderItem]
    public let total: Ether
    public let currency: CurrencyID
    public let status: NFTOrderStatus
    /// The reason of the latest failure.
    public let reason: PaymentFailure?
    public let history: [HistoryEntry]
  }

  private var orders = Table<Row>()
  private var users = Table<Buyer>()

  public init() {}
}

private struct Row: Identified {
  let id: NFTOrderID
  let currency: CurrencyID
  var items: [NFTOrderItem] = []
  var status = NFTOrderStatus.pending
  var reason: PaymentFailure?
  var history: [HistoryEntry] = []
}

private struct Buyer: Identified {
  let id: NFTUserID
  var orders: [NFTOrderID] = []
}

extension NFTOrders {
  public static let shape = QueryShape<NFTUserID>(
    "nft.orders", Bilingual(ru: "Заказы пользователя", en: "A user's orders"), shows: ["orders"],
    of: NFTQueryFields.user)

  public static let factTypes = [
    NFTUserRegistered.type, NFTPaymentStarted.type, NFTPaymentConfirmed.type, NFTPaymentFailed.type,
    NFTPaymentRetried.type, NFTPaymentCancelled.type, NFTPaymentExpired.type,
  ]

  public func facts(for user: NFTUserID) -> Query {
    .of(Self.factTypes, user.tag)
  }

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .userRegistered(let fact): users.append(Buyer(id: fact.user))
    case .paymentStarted(let fact): start(fact, event)
    case .paymentConfirmed(let fact): note(.paid, of: fact.order, event)
    case .paymentFailed(let fact):
      note(.failed, of: fact.order, event)
      orders.change(fact.order) { $0.reason = fact.reason }
    case .paymentRetried(let fact): note(.pending, of: fact.order, event)
    case .paymentCancelled(let fact): note(.cancelled, of: fact.order, event)
    case .paymentExpired(let fact): note(.expired, of: fact.order, event)
    case .profileEdited, .sortChosen, .minted, .nftEdited, .collectionCreated, .collectionEdited,
      .collectionExtended, .currencyAdded, .currencyEdited, .agreementSet, .liked, .unliked,
      .addedToCart, .removedFromCart:
      return
    }
  }

  private mutating func start(_ fact: NFTPaymentStarted, _ event: Recorded<NFTEvent>) {
    if let row = orders.find(fact.order) {
      orders[row].items += fact.items
      return
    }
    let entry = HistoryEntry(event)
    orders.append(
      Row(id: fact.order, currency: fact.currency, items: fact.items, history: [entry]))
    users.change(fact.user) { $0.orders.append(fact.order) }
  }

  /// Adds a step to the history. A long order changes in several events, of which only the first
  /// adds a step.
  private mutating func note(
    _ status: NFTOrderStatus, of order: NFTOrderID, _ event: Recorded<NFTEvent>
  ) {
    guard let row = orders.find(order), orders[row].status != status else { return }
    orders[row].status = status
    orders[row].history.append(HistoryEntry(event))
  }

  public func answer(to user: NFTUserID, _ context: QueryContext) throws(QueryRefusal) -> Answer {
    let user = try users.require(user)
    let rows = user.orders.compactMap { orders.find($0).map { orders[$0] } }
    return Answer(
      orders: rows.map { row in
        Order(
          order: row.id, items: row.items, total: row.items.map(\.price).total,
          currency: row.currency, status: row.status, reason: row.reason, history: row.history)
      })
  }
}

extension HistoryEntry {
  fileprivate init(_ event: Recorded<NFTEvent>) {
    self.init(position: event.position, time: event.time, type: event.type, actor: event.actor)
  }
}

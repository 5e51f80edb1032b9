import Domain
import EventEngine

/// The data of an order that decisions need.
struct NFTOrder: Codable, Equatable {
  let id: NFTOrderID
  let user: NFTUserID
  private(set) var status = NFTOrderStatus.pending
  /// The reserved NFTs in the order of the cart; none once the order is closed.
  private(set) var nfts: [NFTID] = []
  /// The position of the event that started the payment or retried it last.
  private(set) var start: Position
  private(set) var startTime: Timestamp

  init(_ fact: NFTPaymentStarted, at position: Position, _ time: Timestamp) {
    id = fact.order
    user = fact.user
    start = position
    startTime = time
  }

  mutating func reserve(_ items: [NFTOrderItem]) { nfts += items.map(\.nft) }

  mutating func fail() { status = .failed }

  mutating func retry(at position: Position, _ time: Timestamp) {
    status = .pending
    start = position
    startTime = time
  }

  mutating func close(_ status: NFTOrderStatus) {
    self.status = status
    nfts = []
  }
}

extension NFTOrder {
  /// The time after which an open order is overdue, in milliseconds.
  private static let timeLimit: Int64 = 30 * 60_000

  func isOverdue(at now: Timestamp) -> Bool {
    status.isOpen && now.milliseconds(since: startTime) >= Self.timeLimit
  }

  /// The events that record the expiry of the order.
  var expiry: [NFTEvent] {
    NFTParts.split(nfts).map { nfts in
      .paymentExpired(NFTPaymentExpired(order: id, user: user, nfts: nfts))
    }
  }
}

extension Sequence<NFTOrder> {
  /// The overdue orders in the order in which they became overdue.
  func overdue(at now: Timestamp) -> [NFTOrder] {
    filter { $0.isOverdue(at: now) }.sorted { $0.start < $1.start }
  }
}

extension [NFTOrderID: NFTOrder] {
  mutating func begin(_ fact: NFTPaymentStarted, at position: Position, _ time: Timestamp) {
    self[fact.order, default: NFTOrder(fact, at: position, time)].reserve(fact.items)
  }
}

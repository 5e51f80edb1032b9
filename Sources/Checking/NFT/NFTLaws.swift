import Domain
import EventChecking
import EventEngine

/// An NFT has at most one owner and is part of at most one pending or failed order. An order keeps
/// its prices, and one that expired is never paid. A tick that records something leaves no overdue
/// order. Every NFT with an owner counts for exactly one
/// user. A user likes an NFT at most once. No id is used twice.
public struct NFTLaws: DomainLaws {
  struct Order {
    let user: NFTUserID
    var items: [NFTOrderItem]
    var status = "pending"
    var reason: String?
    /// The start of the payment or its last retry.
    var since: Timestamp

    /// The time from which the order is overdue.
    var overdue: Timestamp { since.advanced(bySeconds: 30 * 60) }
  }

  private(set) var users: [NFTUserID] = []
  private(set) var nfts: [NFTID] = []
  private var prices: [NFTID: Ether] = [:]
  private(set) var owners: [NFTID: NFTUserID] = [:]
  private(set) var reserved: [NFTID: NFTOrderID] = [:]
  private(set) var carts: [NFTUserID: [NFTID]] = [:]
  /// The users whose carts contain an NFT.
  private var takers: [NFTID: Set<NFTUserID>] = [:]
  private(set) var orders: [NFTOrderID: Order] = [:]
  /// The pending or failed order of each user.
  private var open: [NFTUserID: NFTOrderID] = [:]
  /// The times from which the pending or failed orders are overdue.
  private var expiries = DueWork<NFTOrderID> {
    "a tick has left order \($0) open, which was overdue"
  }
  private(set) var collections: [NFTCollectionID] = []
  private var currencies: Set<CurrencyID> = []
  /// The NFTs that each registered user likes.
  private var favourites: [NFTUserID: Set<NFTID>] = [:]
  private var used: Set<NFTCollectionID> = []
  /// The NFTs of an order that the next events of this type have: a long order is split.
  private var rest: (type: EventType, nfts: ArraySlice<NFTID>)?

  public init() {}

  public mutating func check(_ event: Recorded<NFTEvent>) -> [String] {
    expiries.violations(before: event) + apply(event)
  }

  public mutating func check(afterTickAt now: Moment) -> [String] {
    expiries.violations(at: now.time)
  }

  private mutating func apply(_ event: Recorded<NFTEvent>) -> [String] {
    if let type = rest?.type, type != event.type {
      rest = nil
      return ["the rest of an order is missing"] + apply(event)
    }
    switch event.event {
    case .userRegistered(let fact):
      users.append(fact.user)
      return favourites.updateValue([], forKey: fact.user) == nil
        ? [] : ["\(fact.user) was registered twice"]
    case .minted(let fact):
      nfts.append(fact.nft)
      owners[fact.nft] = fact.owner
      return prices.updateValue(fact.price, forKey: fact.nft) == nil
        ? [] : ["an NFT was minted twice"]
    case .nftEdited(let fact):
      if let price = fact.price { prices[fact.nft] = price }
    case .collectionCreated(let fact):
      collections.append(fact.collection)
      return used.insert(fact.collection).inserted
        ? [] : ["collection \(fact.collection) was created twice"]
    case .currencyAdded(let fact):
      return currencies.insert(fact.currency).inserted
        ? [] : ["currency \(fact.currency) was added twice"]
    case .liked(let fact):
      return favourites[fact.user]?.insert(fact.nft).inserted == true
        ? [] : ["\(fact.user) is not registered, or likes NFT \(fact.nft) already"]
    case .unliked(let fact):
      return favourites[fact.user]?.remove(fact.nft) != nil
        ? [] : ["\(fact.user) unliked NFT \(fact.nft) without liking it"]
    case .addedToCart(let fact):
      if owners[fact.nft] == fact.user { return ["a user's own NFT was put into a cart"] }
      guard takers[fact.nft, default: []].insert(fact.user).inserted else {
        return ["an NFT was put into the same cart twice"]
      }
      carts[fact.user, default: []].append(fact.nft)
    case .removedFromCart(let fact):
      guard takers[fact.nft]?.remove(fact.user) != nil else {
        return ["an NFT was removed from a cart that it was not in"]
      }
      carts[fact.user]?.removeAll { $0 == fact.nft }
    case .paymentStarted(let fact): return start(fact, at: event.time)
    case .paymentConfirmed(let fact): return confirm(fact)
    case .paymentFailed(let fact):
      orders[fact.order]?.reason = fact.reason.rawValue
      return change(fact.order, from: "pending", to: "failed")
    case .paymentRetried(let fact):
      orders[fact.order]?.since = event.time
      expiries[fact.order] = orders[fact.order]?.overdue
      return change(fact.order, from: "failed", to: "pending")
    case .paymentCancelled(let fact):
      return end(fact.order, fact.nfts, event.type) { laws in
        laws.change(fact.order, from: "failed", to: "cancelled")
      }
    case .paymentExpired(let fact):
      return end(fact.order, fact.nfts, event.type) { laws in
        laws.expire(fact.order, at: event.time)
      }
    case .profileEdited, .sortChosen, .collectionEdited, .collectionExtended, .currencyEdited,
      .agreementSet:
      break
    }
    return []
  }

  /// Takes the NFTs of an event from those that are expected of the order.
  ///
  /// - Parameter all: those of the whole order, of which the first event has the first ones.
  /// - Returns: whether the order's events of this type begin with this one, and whether its NFTs
  ///   are the expected ones.
  private mutating func take(
    _ nfts: [NFTID], of all: [NFTID], _ type: EventType
  ) -> (isFirst: Bool, fits: Bool) {
    let expected = rest?.nfts ?? all[...]
    let isFirst = rest == nil
    let others = expected.dropFirst(nfts.count)
    rest = others.isEmpty ? nil : (type, others)
    return (isFirst, expected.starts(with: nfts))
  }

  private mutating func start(_ fact: NFTPaymentStarted, at time: Timestamp) -> [String] {
    var violations: [String] = []
    let part = take(fact.items.map(\.nft), of: carts[fact.user] ?? [], NFTPaymentStarted.type)
    if !part.fits { violations.append("an order does not have exactly the NFTs of its cart") }
    for item in fact.items {
      if owners[item.nft] == fact.user { violations.append("a user pays for their own NFT") }
      if reserved.updateValue(fact.order, forKey: item.nft) != nil {
        violations.append("an NFT is in two pending or failed orders")
      }
      if prices[item.nft] != item.price {
        violations.append("an order has a price other than the NFT's")
      }
    }
    guard part.isFirst else {
      orders[fact.order]?.items += fact.items
      return violations
    }
    if open.updateValue(fact.order, forKey: fact.user) != nil {
      violations.append("\(fact.user) has two open orders")
    }
    let order = Order(user: fact.user, items: fact.items, since: time)
    expiries[fact.order] = order.overdue
    if orders.updateValue(order, forKey: fact.order) != nil {
      violations.append("two orders have the same id")
    }
    return violations
  }

  private mutating func confirm(_ fact: NFTPaymentConfirmed) -> [String] {
    let isReserved = fact.nfts.allSatisfy { reserved[$0] == fact.order }
    let violations = end(fact.order, fact.nfts, NFTPaymentConfirmed.type) { laws in
      laws.change(fact.order, from: "pending", to: "paid")
    }
    for nft in fact.nfts {
      owners[nft] = fact.user
      for user in takers.removeValue(forKey: nft) ?? [] { carts[user]?.removeAll { $0 == nft } }
    }
    return violations + (isReserved ? [] : ["an NFT was sold that was not reserved"])
  }

  /// Checks that an order ends with its own NFTs, and releases them.
  ///
  /// - Parameter change: checks and notes the end, once for all events of it.
  private mutating func end(
    _ order: NFTOrderID, _ nfts: [NFTID], _ type: EventType,
    _ change: (inout NFTLaws) -> [String]
  ) -> [String] {
    for nft in nfts { reserved[nft] = nil }
    let part = take(nfts, of: orders[order]?.items.map(\.nft) ?? [], type)
    return (part.fits ? [] : ["an order ended with other NFTs than it began"])
      + (part.isFirst ? change(&self) : [])
  }

  private mutating func expire(_ id: NFTOrderID, at time: Timestamp) -> [String] {
    guard let order = orders[id], order.isLive else {
      return ["an order expired that was not pending or failed"]
    }
    set("expired", id)
    return time < order.overdue ? ["order \(id) expired too early"] : []
  }

  private mutating func change(
    _ id: NFTOrderID, from old: String, to new: String
  ) -> [String] {
    let status = orders[id]?.status ?? "unknown"
    guard status == old else { return ["an order that was \(status) became \(new)"] }
    set(new, id)
    return []
  }

  private mutating func set(_ status: String, _ id: NFTOrderID) {
    orders[id]?.status = status
    guard let order = orders[id], !order.isLive else { return }
    open[order.user] = nil
    expiries[id] = nil
  }
}

import Commands
import Domain
import EventStore
import TestSupport
import Testing

/// Whatever has happened, the facts of a command's boundary are enough to decide it: each step of
/// a random walk says so for every decider (`Given` checks it).
@Suite struct `Whatever happens in the NFT application` {
  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `nothing is sold or reserved twice, and nobody's cart holds what is sold`(seed: UInt64) {
    var walk = NFTWalk(seed: seed)
    var ledger = NFTLedger()
    for _ in 0..<500 {
      for event in walk.step() { ledger.check(event) }
    }
    #expect(ledger.sales > 2 && walk.events.count > 60, "a walk that goes nowhere proves nothing")
  }
}

/// An independent account of who has what.
private struct NFTLedger {
  private var owners: [NFTID: NFTUserID] = [:]
  private var carts: [NFTUserID: [NFTID]] = [:]
  private var reserved: [NFTID: NFTOrderID] = [:]
  private var orders: [NFTOrderID: [NFTID]] = [:]
  private(set) var sales = 0

  mutating func check(_ event: NFTEvent) {
    switch event {
    case .minted(let fact): if let owner = fact.owner { owners[fact.nft] = owner }
    case .addedToCart(let fact):
      #expect(owners[fact.nft] == nil, "sold NFTs stay out of carts")
      #expect(carts[fact.user]?.contains(fact.nft) != true)
      carts[fact.user, default: []].append(fact.nft)
    case .removedFromCart(let fact):
      #expect(carts[fact.user]?.contains(fact.nft) == true)
      carts[fact.user]?.removeAll { $0 == fact.nft }
    case .paymentStarted(let fact):
      let nfts = fact.items.map(\.nft)
      #expect(nfts == carts[fact.user], "an order is the cart, in its order")
      #expect(nfts.allSatisfy { reserved[$0] == nil && owners[$0] == nil })
      for nft in nfts { reserved[nft] = fact.order }
      orders[fact.order] = nfts
    case .paymentConfirmed(let fact):
      #expect(fact.nfts == orders[fact.order])
      for nft in fact.nfts {
        #expect(owners.updateValue(fact.user, forKey: nft) == nil, "\(nft) is sold twice")
        for user in carts.keys { carts[user]?.removeAll { $0 == nft } }
      }
      sales += 1
      release(fact.order)
    case .paymentCancelled(let fact):
      #expect(fact.nfts == orders[fact.order])
      release(fact.order)
    case .userRegistered, .profileEdited, .sortChosen, .collectionCreated, .collectionExtended,
      .currencyAdded, .agreementSet, .liked, .unliked, .paymentFailed, .paymentRetried:
      break
    }
  }

  private mutating func release(_ order: NFTOrderID) {
    for (nft, holder) in reserved where holder == order { reserved[nft] = nil }
  }
}

/// Commands from few users about few NFTs, so that they often meet.
private struct NFTWalk {
  private(set) var events: [NFTEvent] = []
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func step() -> [NFTEvent] {
    let user = pick(["anna", "boris", "vera"])
    let nft: JSONValue = .string("n-\(Int.random(in: 1...60, using: &random))")
    let order: JSONValue = .string("o-\(Int.random(in: 1...40, using: &random))")
    switch Int.random(in: 0..<20, using: &random) {
    case 0, 4: return carryOut(NFTUsers.self, "nft.registerUser", by: user, ["name": "Имя"])
    case 1, 2:
      var data: JSONObject = [
        "nft": nft, "name": "Кот", "image": "1.png", "rating": number("3"), "price": "0.1",
        "author": "Вера",
      ]
      if Int.random(in: 0..<8, using: &random) == 0 { data["owner"] = .string(user) }
      return carryOut(NFTMinting.self, "nft.mint", by: "admin", data)
    case 3:
      return carryOut(
        NFTShop.self, "nft.addCurrency", by: "admin",
        ["currency": "BTC", "name": "Bitcoin", "image": "1.png"])
    case 5:
      let liked = carryOut(NFTLikes.self, "nft.like", by: user, ["nft": nft])
      if !liked.isEmpty { return liked }
      return carryOut(NFTLikes.self, "nft.unlike", by: user, ["nft": nft])
    case 6...10: return carryOut(NFTCarts.self, "nft.addToCart", by: user, ["nft": nft])
    case 11: return carryOut(NFTCarts.self, "nft.removeFromCart", by: user, ["nft": nft])
    case 12...14:
      return carryOut(
        NFTPayments.self, "nft.pay", by: user, ["currency": "BTC", "order": order])
    default: return settle(.string(knownOrder() ?? "o-1"), user)
    }
  }

  /// One of the last few that were started.
  private mutating func knownOrder() -> String? {
    var orders: [String] = []
    for case .paymentStarted(let fact) in events { orders.append(fact.order.rawValue) }
    return orders.suffix(4).randomElement(using: &random)
  }

  private mutating func settle(_ order: JSONValue, _ user: String) -> [NFTEvent] {
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1:
      return carryOut(NFTPayments.self, "nft.confirmPayment", by: "gateway", ["order": order])
    case 2:
      return carryOut(
        NFTPayments.self, "nft.failPayment", by: "gateway", ["order": order, "reason": "Нет"])
    case 3: return carryOut(NFTPayments.self, "nft.retryPayment", by: user, ["order": order])
    default: return carryOut(NFTPayments.self, "nft.cancelPayment", by: user, ["order": order])
    }
  }

  private mutating func carryOut<D: Decider<NFTEvent>>(
    _ decider: D.Type, _ name: String, by actor: String, _ data: JSONObject
  ) -> [NFTEvent] {
    let given = Given<D>().and(events)
    guard case .events(let new) = given.when(name, by: actor, data).decision else { return [] }
    events += new
    return new
  }

  private mutating func pick(_ texts: [String]) -> String {
    texts[Int.random(in: texts.indices, using: &random)]
  }
}

import Commands
import Domain
import EventEngine
import Testing

/// Commands from few users about few NFTs, so that they often meet.
public struct NFTWalk {
  public private(set) var events: [NFTEvent] = []
  private var random: SeededRandom

  public init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// Tries one more command; what came of it.
  @discardableResult
  public mutating func step() -> [NFTEvent] {
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

import Domain
import EventChecking
import EventEngine

/// An NFT has at most one owner and is part of at most one unfinished order. The price of an order
/// is the sum of the cart's prices.
public struct NFTLaws: DomainLaws {
  fileprivate struct Order {
    let user: NFTUserID
    let items: [NFTOrderItem]
    var status: String
  }

  private var users: [NFTUserID] = []
  private var nfts: [NFTID] = []
  private var prices: [NFTID: Ether] = [:]
  private var owners: [NFTID: NFTUserID] = [:]
  private var reserved: [NFTID: NFTOrderID] = [:]
  private var carts: [NFTUserID: [NFTID]] = [:]
  private var orders: [NFTOrderID: Order] = [:]
  private var collections: [NFTCollectionID] = []

  public init() {}

  public mutating func apply(_ event: Recorded<NFTEvent>) -> [String] {
    switch event.event {
    case .userRegistered(let fact): users.append(fact.user)
    case .minted(let fact):
      nfts.append(fact.nft)
      owners[fact.nft] = fact.owner
      return prices.updateValue(fact.price, forKey: fact.nft) == nil ? [] : ["minted twice"]
    case .collectionCreated(let fact): collections.append(fact.collection)
    case .addedToCart(let fact):
      if owners[fact.nft] != nil { return ["an NFT that has an owner was put into a cart"] }
      if carts[fact.user]?.contains(fact.nft) == true { return ["an NFT lies in a cart twice"] }
      carts[fact.user, default: []].append(fact.nft)
    case .removedFromCart(let fact):
      guard let index = carts[fact.user]?.firstIndex(of: fact.nft) else {
        return ["an NFT was removed from a cart that it was not in"]
      }
      carts[fact.user]?.remove(at: index)
    case .paymentStarted(let fact): return start(fact)
    case .paymentConfirmed(let fact): return confirm(fact)
    case .paymentFailed(let fact): return change(fact.order, from: "pending", to: "failed")
    case .paymentRetried(let fact): return change(fact.order, from: "failed", to: "pending")
    case .paymentCancelled(let fact):
      for nft in fact.nfts { reserved[nft] = nil }
      return others(than: fact.nfts, in: fact.order)
        + change(fact.order, from: "failed", to: "cancelled")
    case .profileEdited, .sortChosen, .collectionExtended, .currencyAdded, .agreementSet, .liked,
      .unliked:
      break
    }
    return []
  }

  private mutating func start(_ fact: NFTPaymentStarted) -> [String] {
    var violations: [String] = []
    if fact.items.map(\.nft) != carts[fact.user] { violations.append("an order is not its cart") }
    if orders.values.contains(where: { $0.user == fact.user && $0.isLive }) {
      violations.append("\(fact.user) has two live orders")
    }
    for item in fact.items {
      if owners[item.nft] != nil { violations.append("a sold NFT is being paid") }
      if reserved.updateValue(fact.order, forKey: item.nft) != nil {
        violations.append("an NFT has two live reservations")
      }
      if prices[item.nft] != item.price { violations.append("an order fixes another price") }
    }
    let order = Order(user: fact.user, items: fact.items, status: "pending")
    if orders.updateValue(order, forKey: fact.order) != nil { violations.append("an order twice") }
    return violations
  }

  private mutating func confirm(_ fact: NFTPaymentConfirmed) -> [String] {
    var violations =
      others(than: fact.nfts, in: fact.order) + change(fact.order, from: "pending", to: "paid")
    for nft in fact.nfts {
      if reserved.removeValue(forKey: nft) != fact.order {
        violations.append("an NFT was sold that was not reserved")
      }
      if owners.updateValue(fact.user, forKey: nft) != nil {
        violations.append("an NFT has got a second owner")
      }
      for user in users { carts[user]?.removeAll { $0 == nft } }
    }
    return violations
  }

  private func others(than nfts: [NFTID], in order: NFTOrderID) -> [String] {
    orders[order]?.items.map(\.nft) == nfts ? [] : ["an order ended with other NFTs than it began"]
  }

  private mutating func change(
    _ id: NFTOrderID, from old: String, to new: String
  ) -> [String] {
    guard orders[id]?.status == old else { return ["an order became \(new) and was not \(old)"] }
    orders[id]?.status = new
    return []
  }

  public func questions() -> [Question] {
    [Question("nft.catalogue"), Question("nft.currencies"), Question("nft.rating")]
      + users.flatMap { user -> [Question] in
        let name: JSONObject = ["user": .string(user.rawValue)]
        return [
          "catalogue", "cart", "orders", "profile", "myNFTs", "favourites", "rating", "user",
          "userCollection",
        ].map { Question("nft.\($0)", name) }
      } + nfts.map { Question("nft.item", ["nft": .string($0.rawValue)]) }
      + collections.map { Question("nft.collection", ["collection": .string($0.rawValue)]) }
  }

  public func look(at answers: Answers) -> [String] {
    var violations: [String] = []
    for user in users {
      let name: JSONObject = ["user": .string(user.rawValue)]
      if let cart = answers.of("nft.cart", name) {
        let items = cart.list("items")
        let sum = items.compactMap { $0.text("price").flatMap(Ether.init(decimal:)) }
          .reduce(Ether(decimal: "0"), Self.add)
        if cart.text("total").flatMap(Ether.init(decimal:)) != sum {
          violations.append("a cart's total is not the sum of its lines")
        }
        let expected = (carts[user] ?? []).map(\.rawValue)
        if items.compactMap({ $0.text("nft") }).sorted() != expected.sorted() {
          violations.append("nft.cart shows another cart")
        }
      }
      let mine = answers.of("nft.myNFTs", name)?.list("nfts").compactMap { $0.text("nft") }
      let expected = nfts.filter { owners[$0] == user }.map(\.rawValue)
      if mine?.sorted() != expected.sorted() { violations.append("nft.myNFTs shows others") }
      if owned(by: name, answers).contains(where: { $0 != expected.count }) {
        violations.append("what \(user) owns is counted differently")
      }
    }
    let rating = answers.of("nft.rating")?.list("users") ?? []
    if rating.compactMap({ $0.whole("place") }).sorted() != Array(1..<(users.count + 1)) {
      violations.append("the places of nft.rating are not 1, 2, 3 …")
    }
    if rating.compactMap({ $0.whole("count") }).reduce(0, +) != owners.count {
      violations.append("nft.rating counts other NFTs than have an owner")
    }
    return violations
  }

  /// How many NFTs the other read models say that a user has.
  private func owned(by name: JSONObject, _ answers: Answers) -> [Int] {
    [
      answers.of("nft.userCollection", name)?.list("nfts").count,
      answers.of("nft.profile", name)?.whole("owned"), answers.of("nft.user", name)?.whole("count"),
    ].compactMap(\.self)
  }

  private static func add(_ sum: Ether?, _ price: Ether) -> Ether? { sum.map { $0 + price } }
}

extension NFTLaws.Order {
  fileprivate var isLive: Bool { status == "pending" || status == "failed" }
}

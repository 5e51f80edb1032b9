import Domain
import EventChecking
import EventEngine

/// Generates commands for three users and a few NFTs.
public struct NFTSource: CommandSource {
  private struct Order {
    let id: String
    let user: String
    var status: String
  }

  private var users: [String] = []
  private var nfts: [String] = []
  private var owners: [String: String] = [:]
  private var collections: [String] = []
  private var currencies: [String] = []
  private var likes: [(user: String, nft: String)] = []
  private var carts: [(user: String, nft: String)] = []
  private var orders: [Order] = []

  public init() {}

  public mutating func apply(_ event: Recorded<NFTEvent>) {
    switch event.event {
    case .userRegistered(let fact): users.append(fact.user.rawValue)
    case .minted(let fact):
      nfts.append(fact.nft.rawValue)
      owners[fact.nft.rawValue] = fact.owner?.rawValue
    case .collectionCreated(let fact): collections.append(fact.collection.rawValue)
    case .currencyAdded(let fact): currencies.append(fact.currency.rawValue)
    case .liked(let fact): likes.append((fact.user.rawValue, fact.nft.rawValue))
    case .unliked(let fact): likes.removeAll { $0 == (fact.user.rawValue, fact.nft.rawValue) }
    case .addedToCart(let fact): carts.append((fact.user.rawValue, fact.nft.rawValue))
    case .removedFromCart(let fact):
      carts.removeAll { $0 == (fact.user.rawValue, fact.nft.rawValue) }
    case .paymentStarted(let fact):
      orders.append(
        Order(id: fact.order.rawValue, user: fact.user.rawValue, status: "pending"))
    case .paymentConfirmed(let fact):
      setStatus(of: fact.order, "paid")
      for nft in fact.nfts { owners[nft.rawValue] = fact.user.rawValue }
      carts.removeAll { item in fact.nfts.contains { $0.rawValue == item.nft } }
    case .paymentFailed(let fact): setStatus(of: fact.order, "failed")
    case .paymentRetried(let fact): setStatus(of: fact.order, "pending")
    case .paymentCancelled(let fact): setStatus(of: fact.order, "cancelled")
    case .paymentExpired(let fact): setStatus(of: fact.order, "expired")
    case .profileEdited, .sortChosen, .nftEdited, .collectionEdited, .collectionExtended,
      .currencyEdited, .agreementSet:
      break
    }
  }

  private mutating func setStatus(of order: NFTOrderID, _ status: String) {
    guard let index = orders.firstIndex(where: { $0.id == order.rawValue }) else { return }
    orders[index].status = status
  }

  public func weight(of command: String, at now: Timestamp) -> Int {
    switch command {
    case "nft.registerUser": users.count < 2 ? 14 : 1
    case "nft.mint": nfts.count < 3 ? 14 : 3
    case "nft.addCurrency": currencies.isEmpty ? 14 : 1
    case "nft.addToCart": 14
    case "nft.pay": carts.isEmpty ? 1 : 10
    case "nft.confirmPayment", "nft.failPayment":
      orders.contains { $0.status == "pending" } ? 7 : 1
    case "nft.retryPayment", "nft.cancelPayment":
      orders.contains { $0.status == "failed" } ? 7 : 1
    case "nft.like", "nft.unlike", "nft.removeFromCart", "nft.createCollection": 4
    case "nft.editNFT", "nft.editCollection": 3
    default: 1
    }
  }

  public func person(for command: String, _ choices: inout Choices) -> String {
    let people = ["anna", "boris", "vera"]
    switch command {
    case "nft.registerUser": return choices.pick(people)
    case "nft.pay", "nft.removeFromCart": return choices.pick(carts.map(\.user) + people)
    case "nft.unlike": return choices.pick(likes.map(\.user) + people)
    case "nft.retryPayment", "nft.cancelPayment":
      return choices.pick(orders.filter { $0.status == "failed" }.map(\.user) + people)
    default:
      return choices.below(12) < 11 ? choices.pickAny(users) ?? "anna" : choices.pick(people)
    }
  }

  public func value(
    of field: String, in draft: Draft, _ choices: inout Choices
  ) -> JSONValue? {
    switch field {
    case "nft": nft(draft, &choices)
    case "nfts": .texts(choices.some(of: nfts) + (choices.once(in: 6) ? ["n-99"] : []))
    case "order": order(draft, &choices)
    case "collection":
      draft.command == "nft.createCollection"
        ? choices.text(["k-1", "k-2", "k-3"]) : choices.text(likely: collections, else: ["k-9"])
    case "currency":
      draft.command == "nft.addCurrency"
        ? choices.text(["ETH", "BTC", "DOGE"]) : choices.text(likely: currencies, else: ["XRP"])
    case "name": choices.text(["Кот", "кот", "Ёж", "Zoë", "Anna"])
    case "avatar", "website", "url":
      choices.text(likely: ["https://e.x/a", "http://пример.рф"], else: ["e.x", ""])
    case "description": choices.text(["Люблю котов", ""])
    case "image", "cover": choices.text(likely: ["https://e.x/1.png"], else: ["1.png"])
    case "rating": .whole(choices.once(in: 9) ? 6 : choices.pick([3, 0, 5, 4]))
    case "price":
      choices.text(
        likely: ["0.1", "1.5", "0", "123456789012345678.000000000000000001", "0.30"],
        else: ["01", "1."])
    case "author": "Вера"
    case "owner": choices.text(likely: users, else: ["nobody"])
    case "reason": choices.text(["Нет денег", "Сеть"])
    case "screen": choices.text(NFTScreen.allCases.map(\.rawValue))
    case "by": choices.text(["name", "price", "rating", "count"])
    default: nil
    }
  }

  private func nft(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    let mine = { (list: [(user: String, nft: String)]) in
      list.filter { $0.user == draft.actor }.map(\.nft)
    }
    return switch draft.command {
    case "nft.mint": choices.text((1...7).map { "n-\($0)" })
    case "nft.unlike": choices.text(likely: mine(likes), else: nfts + ["n-99"])
    case "nft.removeFromCart": choices.text(likely: mine(carts), else: nfts + ["n-99"])
    case "nft.addToCart":
      choices.text(likely: nfts.filter { owners[$0] != draft.actor }, else: nfts + ["n-99"])
    default: choices.text(likely: nfts, else: ["n-99"])
    }
  }

  private func order(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    let wanted: String
    switch draft.command {
    case "nft.pay": return choices.text((1...9).map { "o-\($0)" })
    case "nft.retryPayment", "nft.cancelPayment": wanted = "failed"
    default: wanted = "pending"
    }
    let likely = orders.filter { order in
      order.status == wanted && (draft.actor == "gateway" || order.user == draft.actor)
    }
    return choices.text(likely: likely.map(\.id), else: orders.map(\.id) + ["o-0"])
  }
}

import Domain
import EventChecking
import EventEngine

extension NFTLaws {
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

  public func check(_ answers: Answers) -> [String] {
    var violations: [String] = []
    let ordersOfUsers = Dictionary(grouping: orders.keys) { orders[$0]?.user }
    let nftsOfUsers = Dictionary(grouping: nfts) { owners[$0] }
    for user in users {
      let name: JSONObject = ["user": .string(user.rawValue)]
      guard let cart = answers.of("nft.cart", name), let orders = answers.of("nft.orders", name)
      else { return ["nft.cart or nft.orders does not know \(user)"] }
      violations += violationsOfCart(cart, of: user)
      violations += changes(in: orders.list("orders"), Set(ordersOfUsers[user] ?? []))
      let mine = answers.of("nft.myNFTs", name)?.list("nfts").compactMap { $0.text("nft") }
      let expected = (nftsOfUsers[user] ?? []).map(\.rawValue)
      if mine?.sorted() != expected.sorted() {
        violations.append("nft.myNFTs does not show exactly the user's NFTs")
      }
      if owned(by: name, answers).contains(where: { $0 != expected.count }) {
        violations.append("the NFTs of \(user) are counted wrong")
      }
    }
    for nft in nfts {
      let item = answers.of("nft.item", ["nft": .string(nft.rawValue)])
      if item?.flag("forSale") != (reserved[nft] == nil) {
        violations.append("nft.item is wrong about whether NFT \(nft) is for sale")
      }
    }
    let rating = answers.of("nft.rating")?.list("users") ?? []
    if rating.compactMap({ $0.whole("place") }).sorted() != Array(1..<(users.count + 1)) {
      violations.append("the places of nft.rating are not 1, 2, 3 …")
    }
    if rating.compactMap({ $0.whole("count") }).reduce(0, +) != owners.count {
      violations.append("nft.rating does not count exactly the NFTs with an owner")
    }
    return violations
  }

  private func violationsOfCart(_ cart: JSONObject, of user: NFTUserID) -> [String] {
    let items = cart.list("items")
    let sum = items.compactMap { $0.text("price").flatMap(Ether.init(decimal:)) }
      .reduce(Ether(decimal: "0"), Self.add)
    let isSum = cart.text("total").flatMap(Ether.init(decimal:)) == sum
    let expected = (carts[user] ?? []).map(\.rawValue)
    let isCart = items.compactMap { $0.text("nft") }.sorted() == expected.sorted()
    return (isSum ? [] : ["a cart's total is not the sum of its lines"])
      + (isCart ? [] : ["nft.cart does not show the cart of \(user)"])
  }

  /// The differences between the shown orders of a user and the recorded ones.
  private func changes(in shown: [JSONObject], _ own: Set<NFTOrderID>) -> [String] {
    if shown.count != own.count { return ["nft.orders does not show exactly the user's orders"] }
    return shown.flatMap { order -> [String] in
      guard let id = order.text("order").map(NFTOrderID.init(rawValue:)), own.contains(id),
        let begun = orders[id]
      else { return ["nft.orders shows an unknown order"] }
      let items = order.list("items").map { [$0.text("nft"), $0.text("price")] }
      let isSame = items == begun.items.map { [$0.nft.rawValue, $0.price.description] }
      return (isSame ? [] : ["an order's items or prices changed"])
        + (order.text("status") == begun.status ? [] : ["nft.orders shows a wrong status"])
        + (order.text("reason") == begun.reason ? [] : ["nft.orders shows a wrong reason"])
    }
  }

  /// The numbers of NFTs of a user according to the other read models; nil where there is none.
  private func owned(by name: JSONObject, _ answers: Answers) -> [Int?] {
    [
      answers.of("nft.userCollection", name)?.list("nfts").count,
      answers.of("nft.profile", name)?.whole("owned"), answers.of("nft.user", name)?.whole("count"),
    ]
  }

  private static func add(_ sum: Ether?, _ price: Ether) -> Ether? { sum.map { $0 + price } }
}

extension NFTLaws.Order {
  var isLive: Bool { status == "pending" || status == "failed" }
}

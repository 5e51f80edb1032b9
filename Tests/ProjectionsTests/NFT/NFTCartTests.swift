import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `A cart` {
  let story = NFTStory(.registered("anna"), .registered("boris"))
    .then(
      .minted("n-1", name: "Ёж", rating: 2, price: "10"),
      .minted("n-2", name: "жук", rating: 5, price: "9.50"),
      .minted("n-3", name: "еж", rating: 2, price: "0.000000000000000001"),
      .minted("n-4", name: "Жаба", rating: 5, price: "9.5")
    )
    .then(
      .added("n-4", by: "anna"), .added("n-3", by: "anna"), .added("n-2", by: "anna"),
      .added("n-1", by: "anna"))

  func order(_ story: NFTStory, _ sort: String? = nil) -> [String] {
    var parameters: JSONObject = ["user": "anna"]
    if let sort { parameters["sort"] = .string(sort) }
    return story.show(NFTCart.self, parameters).values(of: "nft")
  }

  @Test func `is a list with a count and an exact total`() {
    let expected = """
      {"items":[\
      {"nft":"n-1","image":"https://e.x/n-1.png","name":"Ёж","rating":2,"price":"10"},\
      {"nft":"n-3","image":"https://e.x/n-3.png","name":"еж","rating":2,"price":"0.000000000000000001"},\
      {"nft":"n-4","image":"https://e.x/n-4.png","name":"Жаба","rating":5,"price":"9.5"},\
      {"nft":"n-2","image":"https://e.x/n-2.png","name":"жук","rating":5,"price":"9.5"}],\
      "count":4,"total":"29.000000000000000001","sort":"name"}
      """
    for locale in Language.allCases {
      #expect(story.show(NFTCart.self, ["user": "anna"], in: locale) == expected)
    }
    #expect(
      story.show(NFTCart.self, ["user": "boris"])
        == #"{"items":[],"count":0,"total":"0","sort":"name"}"#)
  }

  @Test func `sums up more than 64 and 128 bits of wei`() {
    let price: Ether = "999999999999999999.999999999999999999"
    let nfts = (1...100).map { NFTID(rawValue: "m-\($0)") }
    let full = story.then(nfts.map { .minted($0, price: price) })
      .then(nfts.map { .added($0, by: "boris") })
    #expect(
      full.show(NFTCart.self, ["user": "boris"]).hasSuffix(
        #""count":100,"total":"99999999999999999999.9999999999999999","sort":"name"}"#))
  }

  @Test func `is sorted by the query, else by the user's choice, else by name`() {
    let byName = ["n-1", "n-3", "n-4", "n-2"]
    #expect(order(story) == byName)
    #expect(order(story, "name") == byName)
    #expect(order(story, "price") == ["n-3", "n-4", "n-2", "n-1"])
    #expect(order(story, "rating") == ["n-4", "n-2", "n-1", "n-3"])
    let chosen = story.then(
      .sorted(.cart(by: .rating), by: "anna"), .sorted(.cart(by: .price), by: "anna"),
      .sorted(.myNFTs(by: .name), by: "anna"), .sorted(.cart(by: .rating), by: "boris"))
    #expect(order(chosen) == ["n-3", "n-4", "n-2", "n-1"])
    #expect(order(chosen, "rating") == ["n-4", "n-2", "n-1", "n-3"])
    for (story, sort, shown) in [
      (story, nil, "name"), (chosen, nil, "price"), (chosen, "rating", "rating"),
    ] {
      var parameters: JSONObject = ["user": "anna"]
      if let sort { parameters["sort"] = .string(sort) }
      #expect(story.show(NFTCart.self, parameters).values(of: "sort") == [shown])
    }
  }

  @Test func `keeps NFTs during a payment, also by others, and loses sold ones`() {
    let started = story.then(
      .added("n-1", by: "boris"), .removed("n-2", by: "anna"),
      .started("o-1", ["n-1"], by: "boris"))
    #expect(order(started) == ["n-1", "n-3", "n-4"])
    #expect(order(started.then(.failed("o-1", by: "boris"))) == ["n-1", "n-3", "n-4"])
    let sold = started.then(.confirmed("o-1", ["n-1"], by: "boris"))
    #expect(order(sold) == ["n-3", "n-4"])
    #expect(
      sold.show(NFTCart.self, ["user": "boris"])
        == #"{"items":[],"count":0,"total":"0","sort":"name"}"#)
    let bought = sold.then(
      .started("o-2", ["n-4", "n-3"], by: "anna"), .added("n-2", by: "anna"),
      .confirmed("o-2", ["n-4", "n-3"], by: "anna"))
    #expect(order(bought) == ["n-2"])
  }

  @Test func `holds another user's NFT, and one that was put back after a sale`() {
    let sold = story.then(
      .added("n-1", by: "boris"), .started("o-1", ["n-1"], by: "boris"),
      .confirmed("o-1", ["n-1"], by: "boris"))
    let again = sold.then(.added("n-1", by: "anna"))
    #expect(order(again) == ["n-1", "n-3", "n-4", "n-2"])
    #expect(order(again.then(.removed("n-1", by: "anna"))) == ["n-3", "n-4", "n-2"])
    let resold = again.then(.started("o-2", ["n-1"], by: "anna"))
      .then(.confirmed("o-2", ["n-1"], by: "anna"))
    #expect(order(resold) == ["n-3", "n-4", "n-2"])
  }

  @Test func `shows current names and prices`() {
    let edited = story.then(.nftEdited("n-1", name: "Як", price: "1"), .nftEdited("n-4", rating: 0))
    let answer = edited.show(NFTCart.self, ["user": "anna"])
    #expect(answer.values(of: "nft") == ["n-3", "n-4", "n-2", "n-1"])
    #expect(answer.values(of: "total") == ["20.000000000000000001"])
    #expect(order(edited, "rating") == ["n-2", "n-3", "n-1", "n-4"])
  }

  @Test func `requires an existing user`() {
    #expect(story.show(NFTCart.self, ["user": "gleb"]) == "notFound: Пользователя gleb нет")
    #expect(
      story.show(NFTCart.self, ["user": "gleb"], in: .en) == "notFound: There is no user gleb")
    #expect(story.show(NFTCart.self) == "missingField: user")
    #expect(story.show(NFTCart.self, ["user": "anna", "sort": "count"]) == "invalidField: sort")
  }
}

@Suite struct `The choice of currencies` {
  @Test func `is in the order of addition, with the agreement`() {
    let story = NFTStory(.currency("BTC"), .currency("APE", name: "ApeCoin"))
    let currencies = """
      {"currencies":[{"currency":"BTC","name":"Bitcoin","image":"https://e.x/BTC.png"},\
      {"currency":"APE","name":"ApeCoin","image":"https://e.x/APE.png"}]
      """
    #expect(story.show(NFTCurrencies.self) == currencies + #","agreement":null}"#)
    let agreed = story.then(.agreement("https://a.example"), .agreement("https://b.example"))
    for locale in Language.allCases {
      #expect(
        agreed.show(NFTCurrencies.self, in: locale)
          == currencies + #","agreement":"https://b.example"}"#)
    }
    let edited = story.then(
      .currencyEdited("BTC", name: "Биткоин"), .currencyEdited("BTC", image: "https://e.x/b.png"))
    #expect(
      edited.show(NFTCurrencies.self) == """
        {"currencies":[{"currency":"BTC","name":"Биткоин","image":"https://e.x/b.png"},\
        {"currency":"APE","name":"ApeCoin","image":"https://e.x/APE.png"}],"agreement":null}
        """)
    #expect(NFTStory().show(NFTCurrencies.self) == #"{"currencies":[],"agreement":null}"#)
  }
}

@Suite struct `The orders of a user` {
  let story = NFTStory(by: "admin", .registered("anna"), .registered("boris"))
    .then(
      at: "2026-05-08T10:00:00Z", by: "anna",
      .paymentStarted(
        NFTPaymentStarted(
          order: "o-1", user: "anna", currency: "BTC",
          items: [
            NFTOrderItem(nft: "n-2", price: "0.000000000000000001"),
            NFTOrderItem(nft: "n-1", price: "2.50"),
          ])))

  let start = """
    {"position":3,"time":"2026-05-08T10:00:00.000Z","type":"nft.paymentStarted","actor":"anna"}
    """

  func order(_ status: String, reason: String? = nil, _ history: String...) -> String {
    """
    {"order":"o-1","items":[{"nft":"n-2","price":"0.000000000000000001"},\
    {"nft":"n-1","price":"2.5"}],"total":"2.500000000000000001","currency":"BTC",\
    "status":"\(status)","reason":\(reason.map { "\"\($0)\"" } ?? "null"),\
    "history":[\(history.joined(separator: ","))]}
    """
  }

  @Test func `have items and a history`() {
    #expect(
      story.show(NFTOrders.self, ["user": "anna"]) == #"{"orders":[\#(order("pending", start))]}"#)
    let failed = story.then(at: "2026-05-08T10:01:00Z", by: "gateway", .failed("o-1", by: "anna"))
    let failure = """
      {"position":4,"time":"2026-05-08T10:01:00.000Z","type":"nft.paymentFailed",\
      "actor":"gateway"}
      """
    for locale in Language.allCases {
      #expect(
        failed.show(NFTOrders.self, ["user": "anna"], in: locale)
          == #"{"orders":[\#(order("failed", reason: "Нет средств", start, failure))]}"#)
    }
    let retried = failed.then(by: "anna", .retried("o-1", by: "anna"))
    let retry = """
      {"position":5,"time":"2026-05-08T10:01:00.000Z","type":"nft.paymentRetried","actor":"anna"}
      """
    #expect(
      retried.show(NFTOrders.self, ["user": "anna"])
        == #"{"orders":[\#(order("pending", reason: "Нет средств", start, failure, retry))]}"#)
    let paid = retried.then(.confirmed("o-1", ["n-2", "n-1"], by: "anna"))
    let confirmation = """
      {"position":6,"time":"2026-05-08T10:01:00.000Z","type":"nft.paymentConfirmed",\
      "actor":null}
      """
    #expect(
      paid.show(NFTOrders.self, ["user": "anna"])
        == #"{"orders":[\#(order("paid", reason: "Нет средств", start, failure, retry, confirmation))]}"#
    )
    let cancelled = failed.then(by: "anna", .cancelled("o-1", ["n-2", "n-1"], by: "anna"))
    let cancellation = """
      {"position":5,"time":"2026-05-08T10:01:00.000Z","type":"nft.paymentCancelled",\
      "actor":"anna"}
      """
    #expect(
      cancelled.show(NFTOrders.self, ["user": "anna"])
        == #"{"orders":[\#(order("cancelled", reason: "Нет средств", start, failure, cancellation))]}"#
    )
  }

  @Test func `show the latest reason, also after a retry and an expiry`() {
    let failed = story.then(.failed("o-1", by: "anna"), .retried("o-1", by: "anna"))
      .then(.failed("o-1", by: "anna", reason: "Шлюз не отвечает"))
    let expired = failed.then(
      at: "2026-05-08T10:30:00Z", by: "system", .expired("o-1", ["n-2", "n-1"], by: "anna"))
    let answer = expired.show(NFTOrders.self, ["user": "anna"])
    #expect(answer.values(of: "status") == ["expired"])
    #expect(answer.values(of: "reason") == ["Шлюз не отвечает"])
    #expect(
      answer.hasSuffix(
        """
        {"position":7,"time":"2026-05-08T10:30:00.000Z","type":"nft.paymentExpired",\
        "actor":"system"}]}]}
        """))
  }

  @Test func `keep their prices when an NFT is edited`() {
    #expect(
      story.then(.nftEdited("n-1", price: "7")).show(NFTOrders.self, ["user": "anna"])
        == #"{"orders":[\#(order("pending", start))]}"#)
  }

  @Test func `are separate for each user, oldest first`() {
    let more = story.then(
      .started("o-3", ["n-9"], by: "boris"), .confirmed("o-1", ["n-2", "n-1"], by: "anna"),
      .started("o-2", ["n-3"], by: "anna"))
    #expect(
      more.show(NFTOrders.self, ["user": "anna"]).values(of: "order") == ["o-1", "o-2"])
    #expect(more.show(NFTOrders.self, ["user": "boris"]).values(of: "order") == ["o-3"])
    #expect(
      NFTStory(.registered("vera")).show(NFTOrders.self, ["user": "vera"])
        == #"{"orders":[]}"#)
    #expect(more.show(NFTOrders.self, ["user": "gleb"]) == "notFound: Пользователя gleb нет")
    #expect(more.show(NFTOrders.self) == "missingField: user")
  }

  @Test func `of many NFTs are one order with one step per event`() {
    let nfts = (1...150).map { NFTID(rawValue: "m-\($0)") }
    let parts = NFTParts.split(nfts)
    let long = NFTStory(.registered("anna"))
      .then(by: "anna", parts.map { .started("o-1", $0, by: "anna") })
      .then(by: "gateway", parts.map { .confirmed("o-1", $0, by: "anna") })
    let answer = long.show(NFTOrders.self, ["user": "anna"])
    #expect(answer.values(of: "nft") == nfts.map(\.rawValue))
    #expect(answer.values(of: "total") == ["225"])
    #expect(answer.values(of: "type") == ["nft.paymentStarted", "nft.paymentConfirmed"])
  }
}

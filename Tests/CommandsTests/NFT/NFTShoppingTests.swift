import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Purchases through the engine on real files, with states cached between commands and with each
/// command folding its own boundary.
@Suite struct `A buyer of NFTs` {
  private func line(_ command: String, by actor: String, _ data: String = "{}", id: String? = nil)
    -> String
  {
    let id = id.map { #""id":"\#($0)","# } ?? ""
    return #"{"command":"nft.\#(command)",\#(id)"actor":"\#(actor)","data":\#(data)}"#
  }

  private func opened(_ cachesStatesAfter: Int) throws -> Workbench {
    var bench = try Workbench([.nft], cachesStatesAfter: cachesStatesAfter)
    let results = bench.send(
      line("registerUser", by: "anna", #"{"name":"Анна"}"#),
      line("registerUser", by: "boris", #"{"name":"Борис"}"#),
      line(
        "addCurrency", by: "admin", #"{"currency":"ETH","name":"Эфир","image":"https://e.x/e"}"#),
      mint("cat", "1.5"), mint("sky", "999999999999999999.999999999999999999"),
      line("addToCart", by: "anna", #"{"nft":"cat"}"#),
      line("addToCart", by: "anna", #"{"nft":"sky"}"#),
      line("addToCart", by: "boris", #"{"nft":"cat"}"#))
    #expect(results.allSatisfy { $0.contains(#""ok":true"#) }, "\(results)")
    return bench
  }

  private func mint(_ nft: String, _ price: String) -> String {
    line(
      "mint", by: "admin",
      #"{"nft":"\#(nft)","name":"\#(nft)","image":"https://e.x/i","rating":5,"price":"\#(price)","author":"a"}"#
    )
  }

  private func pay(_ order: String, by user: String, id: String? = nil) -> String {
    line("pay", by: user, #"{"currency":"ETH","order":"\#(order)"}"#, id: id)
  }

  private func code(_ results: [String]) -> [String] {
    results.map { result in
      result.firstMatch(of: /"code":"(\w+)"/).map { String($0.1) } ?? "ok"
    }
  }

  @Test(arguments: [0, Int.max])
  func `pays, fails, retries and owns the NFT`(cachesStatesAfter: Int) throws {
    var bench = try opened(cachesStatesAfter)
    let paid = bench.send(pay("a-1", by: "anna", id: "p-1"))
    #expect(
      paid == [
        #"{"id":"p-1","command":"nft.pay","ok":true,"events":[{"position":9,"type":"nft.paymentStarted"}],"value":{"order":"a-1","total":"1000000000000000001.499999999999999999"}}"#
      ])
    let order = #"{"order":"a-1"}"#
    let failed = #"{"order":"a-1","reason":"Недостаточно средств"}"#
    let results = bench.send(
      pay("b-1", by: "boris"), pay("a-2", by: "anna"),
      line("failPayment", by: "gateway", failed), line("retryPayment", by: "boris", order),
      line("retryPayment", by: "anna", order), line("confirmPayment", by: "gateway", order),
      line("confirmPayment", by: "gateway", order), pay("b-1", by: "boris"),
      line("addToCart", by: "anna", #"{"nft":"sky"}"#))
    #expect(
      code(results) == [
        "notForSale", "paymentInProgress", "ok", "notFound", "ok", "ok", "paymentNotPending",
        "cartEmpty", "notForSale",
      ])
    #expect(
      try bench.events().suffix(4) == [
        "9 nft.paymentStarted", "10 nft.paymentFailed", "11 nft.paymentRetried",
        "12 nft.paymentConfirmed",
      ])
  }

  @Test(arguments: [0, Int.max])
  func `gets the same result after a restart and is charged once`(cachesStatesAfter: Int) throws {
    var bench = try opened(cachesStatesAfter)
    let first = bench.send(pay("a-1", by: "anna", id: "p-1"))
    let events = try bench.events()
    try bench.restart()
    let again = bench.send(pay("a-1", by: "anna", id: "p-1"), pay("a-2", by: "anna", id: "p-1"))
    #expect(again[0].contains(#""duplicate":true"#))
    #expect(again[0].replacing(#","duplicate":true"#, with: "") == first[0])
    #expect(code(again) == ["ok", "commandIdReused"])
    #expect(try bench.events() == events)
  }

  @Test(arguments: [0, Int.max])
  func `releases the reserved NFTs by cancelling the payment`(cachesStatesAfter: Int) throws {
    var bench = try opened(cachesStatesAfter)
    let results = bench.send(
      pay("a-1", by: "anna"), pay("b-1", by: "boris"),
      line("failPayment", by: "gateway", #"{"order":"a-1","reason":"r"}"#),
      pay("b-1", by: "boris"), line("cancelPayment", by: "anna", #"{"order":"a-1"}"#),
      pay("b-1", by: "boris"), line("confirmPayment", by: "gateway", #"{"order":"b-1"}"#),
      pay("a-2", by: "anna"), line("removeFromCart", by: "anna", #"{"nft":"cat"}"#))
    #expect(
      code(results) == [
        "ok", "notForSale", "ok", "notForSale", "ok", "ok", "ok", "ok", "notInCart",
      ])
    #expect(results[7].contains(#""total":"999999999999999999.999999999999999999""#))
  }

  private let tick = #"{"command":"system.tick","actor":"system"}"#

  @Test(arguments: [0, Int.max])
  func `expires overdue orders, by a payment or by the tick`(cachesStatesAfter: Int) throws {
    var bench = try opened(cachesStatesAfter)
    #expect(code(bench.send(pay("a-1", by: "anna"), tick)) == ["ok", "ok"])
    bench.clock.now = instant("2026-05-08T06:29:59.999Z")
    #expect(code(bench.send(tick, pay("b-1", by: "boris"))) == ["ok", "notForSale"])
    bench.clock.now = instant("2026-05-08T06:30:00Z")
    try bench.restart()
    #expect(
      bench.send(pay("b-1", by: "boris"))[0].contains(
        #""events":[{"position":10,"type":"nft.paymentExpired"},{"position":11,"type":"nft.paymentStarted"}],"value":{"order":"b-1","total":"1.5"}"#
      ))
    let late = bench.send(
      line("confirmPayment", by: "gateway", #"{"order":"a-1"}"#), pay("a-2", by: "anna"))
    #expect(code(late) == ["paymentNotPending", "notForSale"])
    bench.clock.now = instant("2026-05-08T07:00:00Z")
    try bench.restart()
    #expect(code(bench.send(tick, tick)) == ["ok", "ok"])
    #expect(
      try bench.events().suffix(4) == [
        "9 nft.paymentStarted", "10 nft.paymentExpired", "11 nft.paymentStarted",
        "12 nft.paymentExpired",
      ])
    #expect(code(bench.send(pay("a-2", by: "anna"))) == ["ok"])
  }
}

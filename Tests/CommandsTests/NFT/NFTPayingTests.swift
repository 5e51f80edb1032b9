import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Anna has n-2 and n-1 in her cart; Boris has n-1.
private let given = Given<NFTPayments>(
  .registered("anna"), .registered("boris"), .currency("BTC"), .minted("n-1", price: "1.5"),
  .minted("n-2", price: "0.000000000000000001"), .minted("n-3"), .added("n-2", by: "anna"),
  .added("n-3", by: "anna"), .added("n-1", by: "anna"), .removed("n-3", by: "anna"),
  .added("n-1", by: "boris"))

private let payment: NFTEvent = .paymentStarted(
  NFTPaymentStarted(
    order: "o-1", user: "anna", currency: "BTC",
    items: [
      NFTOrderItem(nft: "n-2", price: "0.000000000000000001"),
      NFTOrderItem(nft: "n-1", price: "1.5"),
    ]))

@Suite struct `Paying for a cart` {
  @Test func `orders its contents, in the order of adding, at current prices`() {
    given.when("nft.pay", by: "anna", ["currency": "BTC", "order": "o-1"]).then(payment)
      .answering(
        CommandValue("order", "o-1"), CommandValue("total", "1.500000000000000001"))
  }

  @Test func `generates a missing order id`() {
    given.when("nft.pay", by: "boris", ["currency": "BTC"])
      .then(.started("fresh-id", ["n-1"], by: "boris"))
      .answering(CommandValue("order", "fresh-id"), CommandValue("total", "1.5"))
  }

  @Test func `orders an NFT that was removed and added again last`() {
    given.and(.removed("n-2", by: "anna"), .added("n-2", by: "anna"))
      .when(.pay("o-1", in: "BTC", by: "anna"))
      .then(
        .paymentStarted(
          NFTPaymentStarted(
            order: "o-1", user: "anna", currency: "BTC",
            items: [
              NFTOrderItem(nft: "n-1", price: "1.5"),
              NFTOrderItem(nft: "n-2", price: "0.000000000000000001"),
            ])))
  }

  @Test func `requires an existing user and currency, and a cart that isn't empty`() {
    given.when(.pay("o-1", in: "RUB", by: "gleb")).thenRefused(.unknownUser("gleb"))
    given.when(.pay("o-1", in: "RUB", by: "anna")).thenRefused(.unknownCurrency("RUB"))
    let empty = given.and(.removed("n-1", by: "boris"))
    empty.when("nft.pay", by: "boris", ["currency": "BTC"]).thenRefused(.cartEmpty)
    empty.when(.pay("o-1", in: "RUB", by: "boris")).thenRefused(.unknownCurrency("RUB"))
    given.when("nft.pay", by: "anna").thenInvalid(.missingField("currency"))
    given.when("nft.pay", by: "anna", ["currency": "BTC", "order": "о-1"])
      .thenInvalid(.invalidField("order"))
  }

  @Test func `is refused while another user's order with one of the NFTs is unfinished`() {
    let started = given.and(payment)
    for reserved in [started, started.and(.failed("o-1", by: "anna"))] {
      let refused = reserved.when("nft.pay", by: "boris", ["currency": "BTC"])
        .thenRefused(.reserved("n-1", "n-1"))
      refused.thereafter.and(.removed("n-1", by: "boris"), .added("n-3", by: "boris"))
        .when(.pay("o-2", in: "BTC", by: "boris")).then(.started("o-2", ["n-3"], by: "boris"))
    }
    started.and(.failed("o-1", by: "anna"), .cancelled("o-1", ["n-2", "n-1"], by: "anna"))
      .when(.pay("o-2", in: "BTC", by: "boris")).then(.started("o-2", ["n-1"], by: "boris"))
  }

  @Test func `leaves out NFTs that were sold in the meantime`() {
    let sold = given.and(
      .removed("n-1", by: "anna"), .started("o-1", ["n-1"], by: "boris"),
      .added("n-1", by: "anna"), .confirmed("o-1", ["n-1"], by: "boris"))
    sold.when("nft.pay", by: "anna", ["currency": "BTC", "order": "o-2"])
      .then(.started("o-2", ["n-2"], by: "anna", price: "0.000000000000000001"))
    sold.when(.pay("o-2", in: "BTC", by: "boris")).thenRefused(.cartEmpty)
    sold.and(.removed("n-2", by: "anna")).when(.pay("o-2", in: "BTC", by: "anna"))
      .thenRefused(.cartEmpty)
  }

  @Test func `buys another user's NFT, also one that was sold and put back into the cart`() {
    let sold = given.and(
      .started("o-1", ["n-1"], by: "boris"), .confirmed("o-1", ["n-1"], by: "boris"),
      .added("n-1", by: "anna"))
    sold.when(.pay("o-2", in: "BTC", by: "anna")).thereafter.when(.confirm("o-2"))
      .then(.confirmed("o-2", ["n-2", "n-1"], by: "anna")).thereafter
      .and(.added("n-1", by: "boris"))
      .when(.pay("o-3", in: "BTC", by: "boris")).then(.started("o-3", ["n-1"], by: "boris"))
  }

  @Test func `is refused for an NFT that the buyer owns by now, and names it`() {
    let own = given.and(.minted("n-9", name: "Кот", owner: "anna"), .added("n-9", by: "anna"))
    own.when(.pay("o-1", in: "BTC", by: "anna")).thenRefused(.ownInCart("n-9", "Кот"))
    own.and(.removed("n-9", by: "anna")).when(.pay("o-1", in: "BTC", by: "anna")).then(payment)
  }

  @Test func `fixes the prices of that moment`() {
    let dearer = given.and(.nftEdited("n-1", name: "Кот", price: "2"))
    dearer.when(.pay("o-1", in: "BTC", by: "boris"))
      .then(.started("o-1", ["n-1"], by: "boris", price: "2"))
    dearer.and(.started("o-2", ["n-1"], by: "anna", price: "2"))
      .when(.pay("o-1", in: "BTC", by: "boris")).thenRefused(.reserved("n-1", "Кот"))
  }

  @Test func `is refused while another payment is unfinished`() {
    let started = given.and(payment)
    started.when("nft.pay", by: "anna", ["currency": "BTC"])
      .thenRefused(.paymentInProgress("o-1", hasFailed: false))
    let failed = started.and(.failed("o-1", by: "anna"))
    failed.when(.pay("o-1", in: "BTC", by: "anna"))
      .thenRefused(.paymentInProgress("o-1", hasFailed: true))
    failed.and(.retried("o-1", by: "anna")).when(.pay("o-2", in: "BTC", by: "anna"))
      .thenRefused(.paymentInProgress("o-1", hasFailed: false))
    failed.and(.cancelled("o-1", ["n-2", "n-1"], by: "anna"))
      .when(.pay("o-1", in: "BTC", by: "anna"))
      .thenRefused(.alreadyExists(field: "order", id: "o-1"))
  }

  @Test func `refuses for unavailable NFTs before an unfinished payment`() {
    given.and(
      .started("o-1", ["n-2"], by: "anna"), .removed("n-2", by: "anna"),
      .started("o-2", ["n-1"], by: "boris")
    ).when(.pay("o-3", in: "BTC", by: "anna")).thenRefused(.reserved("n-1", "n-1"))
  }

  @Test func `requires an unused order id`() {
    given.and(payment, .confirmed("o-1", ["n-2", "n-1"], by: "anna"), .added("n-3", by: "boris"))
      .when("nft.pay", by: "boris", ["currency": "BTC", "order": "o-1"])
      .thenRefused(.alreadyExists(field: "order", id: "o-1"))
  }
}

@Suite struct `An order of many NFTs` {
  let nfts = (1...125).map { NFTID(rawValue: "m-\($0)") }

  var full: Given<NFTPayments> {
    Given<NFTPayments>(.registered("anna"), .registered("boris"), .currency("BTC"))
      .and(nfts.map { .minted($0) }).and(nfts.map { .added($0, by: "anna") })
      .and(.added("m-100", by: "boris"))
  }

  @Test func `is paid, confirmed and cancelled in parts, each in one append`() {
    let parts = NFTParts.split(nfts)
    let started = full.when(.pay("o-1", in: "BTC", by: "anna"))
    #expect(started.decision == .events(parts.map { .started("o-1", $0, by: "anna") }))
    started.answering(CommandValue("order", "o-1"), CommandValue("total", "187.5"))
    started.thereafter.when(.pay("o-2", in: "BTC", by: "boris"))
      .thenRefused(.reserved("m-100", "m-100"))
    let confirmed = started.thereafter.when("nft.confirmPayment", by: "gateway", ["order": "o-1"])
    #expect(confirmed.decision == .events(parts.map { .confirmed("o-1", $0, by: "anna") }))
    confirmed.thereafter.when(.pay("o-2", in: "BTC", by: "boris")).thenRefused(.cartEmpty)
    let failed = started.thereafter.and(.failed("o-1", by: "anna"))
    let cancelled = failed.when("nft.cancelPayment", by: "anna", ["order": "o-1"])
    #expect(cancelled.decision == .events(parts.map { .cancelled("o-1", $0, by: "anna") }))
    cancelled.thereafter.when(.pay("o-2", in: "BTC", by: "boris"))
      .then(.started("o-2", ["m-100"], by: "boris"))
  }
}

@Suite struct `The life of an NFT order` {
  let pending = given.and(payment)
  var failed: Given<NFTPayments> { pending.and(.failed("o-1", by: "anna")) }
  var paid: Given<NFTPayments> { pending.and(.confirmed("o-1", ["n-2", "n-1"], by: "anna")) }
  var cancelled: Given<NFTPayments> {
    failed.and(.cancelled("o-1", ["n-2", "n-1"], by: "anna"))
  }

  @Test func `a pending payment is confirmed or fails`() {
    for pending in [pending, failed.and(.retried("o-1", by: "anna"))] {
      pending.when("nft.confirmPayment", by: "gateway", ["order": "o-1"])
        .then(.confirmed("o-1", ["n-2", "n-1"], by: "anna")).answering()
      pending.when(
        "nft.failPayment", by: "gateway", ["order": "o-1", "reason": " Нет средств "]
      ).then(.failed("o-1", by: "anna")).answering()
    }
  }

  @Test func `changes of the cart don't affect the order`() {
    pending.and(.removed("n-2", by: "anna"), .added("n-3", by: "anna"))
      .when(.confirm("o-1")).then(.confirmed("o-1", ["n-2", "n-1"], by: "anna"))
  }

  @Test func `only pending payments are confirmed or fail`() {
    for (given, status) in [
      (failed, NFTOrderStatus.failed), (paid, .paid), (cancelled, .cancelled),
    ] {
      given.when(.confirm("o-1")).thenRefused(.paymentNotPending("o-1", status))
      given.when(.fail("o-1", "Нет")).thenRefused(.paymentNotPending("o-1", status))
    }
    given.when("nft.confirmPayment", by: "gateway", ["order": "o-1"])
      .thenRefused(.unknownOrder("o-1"))
    given.when("nft.failPayment", by: "gateway", ["order": "o-1", "reason": "Нет"])
      .thenRefused(.unknownOrder("o-1"))
    pending.when("nft.failPayment", by: "gateway", ["order": "o-1"])
      .thenInvalid(.missingField("reason"))
    pending.when("nft.failPayment", by: "gateway", ["order": "o-1", "reason": ""])
      .thenInvalid(.invalidField("reason"))
  }

  @Test func `a failed payment is retried or cancelled`() {
    failed.when("nft.retryPayment", by: "anna", ["order": "o-1"])
      .then(.retried("o-1", by: "anna")).answering()
    failed.when("nft.cancelPayment", by: "anna", ["order": "o-1"])
      .then(.cancelled("o-1", ["n-2", "n-1"], by: "anna")).answering()
  }

  @Test func `only failed payments are retried or cancelled`() {
    for (given, status) in [
      (pending, NFTOrderStatus.pending), (paid, .paid), (cancelled, .cancelled),
      (failed.and(.retried("o-1", by: "anna")), .pending),
    ] {
      given.when("nft.retryPayment", by: "anna", ["order": "o-1"])
        .thenRefused(.paymentNotFailed("o-1", status))
      given.when("nft.cancelPayment", by: "anna", ["order": "o-1"])
        .thenRefused(.paymentNotFailed("o-1", status))
    }
  }

  @Test func `only the buyer retries or cancels a payment`() {
    for name in ["nft.retryPayment", "nft.cancelPayment"] {
      failed.when(name, by: "boris", ["order": "o-1"]).thenRefused(.unknownOrder("o-1"))
      failed.when(name, by: "anna", ["order": "o-2"]).thenRefused(.unknownOrder("o-2"))
      failed.when(name, by: "gleb", ["order": "o-1"]).thenRefused(.unknownUser("gleb"))
    }
  }
}

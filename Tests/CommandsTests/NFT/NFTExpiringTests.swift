import Commands
import Domain
import EventEngine
import TestSupport
import Testing

private let start = "2026-05-08T09:00:00Z"
private let almost = "2026-05-08T09:29:59.999Z"
private let over = "2026-05-08T09:30:00Z"

/// Anna has been paying for n-2 and n-1 since nine o'clock; Boris has n-1 in his cart, Vera n-3.
private let given = Given<NFTPayments>(
  .registered("anna"), .registered("boris"), .registered("vera"), .currency("BTC"),
  .minted("n-1"), .minted("n-2"), .minted("n-3"), .added("n-2", by: "anna"),
  .added("n-1", by: "anna"), .added("n-1", by: "boris"), .added("n-3", by: "vera"),
  .started("o-1", ["n-2", "n-1"], by: "anna"))

private let expired = NFTEvent.expired("o-1", ["n-2", "n-1"], by: "anna")

@Suite struct `A payment that meets an overdue order` {
  @Test func `records the expiry of the user's own order before its own event`() {
    for (hasFailed, unfinished) in [(false, given), (true, given.and(.failed("o-1", by: "anna")))] {
      unfinished.when(.pay("o-2", in: "BTC", by: "anna"), at: almost)
        .thenRefused(.paymentInProgress("o-1", hasFailed: hasFailed))
      unfinished.when("nft.pay", by: "anna", ["currency": "BTC", "order": "o-2"], at: over)
        .then(expired, .started("o-2", ["n-2", "n-1"], by: "anna"))
        .answering(CommandValue("order", "o-2"), CommandValue("total", "3"))
    }
  }

  @Test func `records it with the NFTs of the order, not of the current cart`() {
    given.and(.removed("n-2", by: "anna"), .removed("n-1", by: "anna"), .added("n-3", by: "anna"))
      .when(.pay("o-2", in: "BTC", by: "anna"), at: over)
      .then(expired, .started("o-2", ["n-3"], by: "anna"))
  }

  @Test func `records the expiry of an order that reserves an NFT of the cart`() {
    for unfinished in [given, given.and(.failed("o-1", by: "anna"))] {
      unfinished.when(.pay("o-2", in: "BTC", by: "boris"), at: almost)
        .thenRefused(.reserved("n-1", "n-1"))
      let paid = unfinished.when(.pay("o-2", in: "BTC", by: "boris"), at: over)
        .then(expired, .started("o-2", ["n-1"], by: "boris")).thereafter
      paid.when(.pay("o-3", in: "BTC", by: "anna")).thenRefused(.reserved("n-1", "n-1"))
      paid.when(.confirm("o-1")).thenRefused(.paymentNotPending("o-1", .expired))
      paid.when(.confirm("o-2")).then(.confirmed("o-2", ["n-1"], by: "boris"))
    }
  }

  @Test func `records several expiries, the longest overdue first`() {
    given.and(at: "2026-05-08T09:10:00Z", .added("n-3", by: "boris"))
      .and(.started("o-2", ["n-3"], by: "vera"))
      .when(.pay("o-3", in: "BTC", by: "boris"), at: "2026-05-08T09:40:00Z")
      .then(
        expired, .expired("o-2", ["n-3"], by: "vera"), .started("o-3", ["n-1", "n-3"], by: "boris"))
  }

  @Test func `leaves other overdue orders to the tick`() {
    given.when(.pay("o-2", in: "BTC", by: "vera"), at: over)
      .then(.started("o-2", ["n-3"], by: "vera"))
  }

  @Test func `records none if it is refused`() {
    let other = given.and(at: "2026-05-08T09:10:00Z", .started("o-2", ["n-3"], by: "vera"))
    // Anna's order is overdue; Vera's reserves n-3 for ten minutes more.
    other.and(.added("n-3", by: "anna")).when(.pay("o-3", in: "BTC", by: "anna"), at: over)
      .thenRefused(.reserved("n-3", "n-3"))
    other.and(.added("n-1", by: "vera")).when(.pay("o-3", in: "BTC", by: "vera"), at: over)
      .thenRefused(.paymentInProgress("o-2", hasFailed: false))
    given.when(.pay("o-1", in: "BTC", by: "anna"), at: over)
      .thenRefused(.alreadyExists(field: "order", id: "o-1"))
    given.when(.pay("o-1", in: "BTC", by: "boris"), at: over)
      .thenRefused(.alreadyExists(field: "order", id: "o-1"))
    given.and(.removed("n-2", by: "anna"), .removed("n-1", by: "anna"))
      .when(.pay("o-2", in: "BTC", by: "anna"), at: over).thenRefused(.cartEmpty)
  }

  @Test func `records a long order's expiry in several events`() {
    let nfts = (1...125).map { NFTID(rawValue: "m-\($0)") }
    let parts = NFTParts.split(nfts)
    Given<NFTPayments>(.registered("anna"), .registered("boris"), .currency("BTC"))
      .and(nfts.map { .minted($0) }).and(nfts.map { .added($0, by: "anna") })
      .and(.added("m-100", by: "boris")).and(parts.map { .started("o-1", $0, by: "anna") })
      .when(.pay("o-2", in: "BTC", by: "boris"), at: over)
      .then(
        .expired("o-1", parts[0], by: "anna"), .expired("o-1", parts[1], by: "anna"),
        .expired("o-1", parts[2], by: "anna"), .started("o-2", ["m-100"], by: "boris"))
  }
}

@Suite struct `An overdue order` {
  @Test func `can be finished until its expiry is recorded`() {
    let failed = given.and(.failed("o-1", by: "anna"))
    let late = "2026-05-09T09:00:00Z"
    given.when(.confirm("o-1"), at: late).then(.confirmed("o-1", ["n-2", "n-1"], by: "anna"))
    given.when(.fail("o-1", "Нет средств"), at: late).then(.failed("o-1", by: "anna"))
    failed.when(.retry("o-1", by: "anna"), at: late).then(.retried("o-1", by: "anna"))
    failed.when(.cancel("o-1", by: "anna"), at: late)
      .then(.cancelled("o-1", ["n-2", "n-1"], by: "anna"))
  }

  @Test func `has half an hour again after a retry, but not after a failure`() {
    let failed = given.and(at: "2026-05-08T09:20:00Z", .failed("o-1", by: "anna"))
    failed.when(.pay("o-2", in: "BTC", by: "boris"), at: over)
      .then(expired, .started("o-2", ["n-1"], by: "boris"))
    let retried = failed.and(.retried("o-1", by: "anna"))
    retried.when(.pay("o-2", in: "BTC", by: "boris"), at: "2026-05-08T09:49:59.999Z")
      .thenRefused(.reserved("n-1", "n-1"))
    retried.when(.pay("o-2", in: "BTC", by: "boris"), at: "2026-05-08T09:50:00Z")
      .then(expired, .started("o-2", ["n-1"], by: "boris"))
  }

  @Test func `is closed once its expiry is recorded, and keeps the cart`() {
    let closed = given.and(.failed("o-1", by: "anna")).and(at: over, expired)
    closed.when("nft.confirmPayment", by: "gateway", ["order": "o-1"])
      .thenRefused(.paymentNotPending("o-1", .expired))
    closed.when(.fail("o-1", "Нет")).thenRefused(.paymentNotPending("o-1", .expired))
    closed.when(.retry("o-1", by: "anna")).thenRefused(.paymentNotFailed("o-1", .expired))
    closed.when(.cancel("o-1", by: "anna")).thenRefused(.paymentNotFailed("o-1", .expired))
    closed.when(.pay("o-1", in: "BTC", by: "anna"))
      .thenRefused(.alreadyExists(field: "order", id: "o-1"))
    closed.when(.pay("o-2", in: "BTC", by: "boris")).then(.started("o-2", ["n-1"], by: "boris"))
    closed.when(.pay("o-2", in: "BTC", by: "anna"))
      .then(.started("o-2", ["n-2", "n-1"], by: "anna"))
  }
}

@Suite struct `The expiry of orders` {
  private let given = Given<NFTPaymentExpiries>(
    .started("o-1", ["n-1"], by: "anna"), .started("o-1", ["n-2"], by: "anna"),
    .started("o-2", ["n-3"], by: "boris"))

  private let first = DueItem<NFTEvent>([.expired("o-1", ["n-1", "n-2"], by: "anna")], because: 1)
  private let second = DueItem<NFTEvent>([.expired("o-2", ["n-3"], by: "boris")], because: 3)

  @Test func `is due half an hour after the start, once`() {
    given.thenDue(at: almost)
    given.thenDue(at: over, first, second).thenDue(at: over).thenDue(at: "2026-05-09T09:00:00Z")
  }

  @Test func `is due half an hour after the last retry, failed or not`() {
    let failed = given.and(at: "2026-05-08T09:10:00Z", .failed("o-1", by: "anna"))
    failed.thenDue(at: over, first, second)
    let retried = failed.and(.retried("o-1", by: "anna"))
    retried.thenDue(at: over, second)
      .thenDue(at: "2026-05-08T09:39:59.999Z")
      .thenDue(
        at: "2026-05-08T09:40:00Z",
        DueItem([.expired("o-1", ["n-1", "n-2"], by: "anna")], because: 5))
  }

  @Test func `is never due for a finished order, which is removed from the state`() {
    let finished = given.and(.confirmed("o-1", ["n-1", "n-2"], by: "anna"))
      .and(.failed("o-2", by: "boris"), .cancelled("o-2", ["n-3"], by: "boris"))
    finished.thenDue(at: over)
    #expect(NFTPaymentExpiries(folding: finished.history) == NFTPaymentExpiries())
  }

  @Test func `recorded by a payment is not recorded again`() {
    given.and(at: over, .expired("o-1", ["n-1", "n-2"], by: "anna")).thenDue(at: over, second)
  }

  @Test func `of a long order is one due item with several events`() {
    let parts = NFTParts.split((1...70).map { NFTID(rawValue: "m-\($0)") })
    Given<NFTPaymentExpiries>().and(parts.map { .started("o-1", $0, by: "anna") })
      .thenDue(
        at: over, DueItem(parts.map { .expired("o-1", $0, by: "anna") }, because: 1))
  }
}

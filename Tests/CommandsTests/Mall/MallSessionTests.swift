import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Signing out of the mall` {
  private let given = Given<MallSession>(
    at: "2026-05-08T12:00:00Z", .signedIn("eva", on: "d-1"), .signedIn("eva", on: "d-2"),
    .signedIn("ivan", on: "d-3"))

  @Test func `works on one device or everywhere`() {
    given.when("mall.signOut", by: "eva", ["device": "d-2"]).then(.signedOut("eva", from: "d-2"))
    given.when("mall.signOut", by: "eva")
      .then(.signedOut("eva", from: "d-1"), .signedOut("eva", from: "d-2"))
      .thereafter.when("mall.signOut", by: "eva").thenRefused(.notSignedIn)
  }

  @Test func `requires a user who is signed in there`() {
    given.when("mall.signOut", by: "oleg").thenRefused(.notSignedIn)
    given.when("mall.signOut", by: "oleg", ["device": "d-1"]).thenRefused(.notSignedIn)
    given.when("mall.signOut", by: "eva", ["device": "d-3"]).thenRefused(.notOnDevice)
    given.when("mall.signOut", by: "eva", ["device": "d-9"]).thenRefused(.notOnDevice)
    given.when("mall.signOut", by: "eva", ["device": "д"]).thenInvalid(.invalidField("device"))
  }

  @Test func `invalidates valid codes for a phone change that the device requested`() {
    let there = SentCode.of("eva", "c-1", on: "d-1")
    let elsewhere = SentCode.of("eva", "c-2", on: "d-2")
    let signIn = SentCode.of("eva", "c-3", on: "d-1")
    let sent = given.and(
      .sent("1111", .changePhone, there, to: "+79990000001"),
      .sent("2222", .changePhone, elsewhere, to: "+79990000002"),
      .sent("3333", .signIn, signIn, to: evasPhone))
    sent.when("mall.signOut", by: "eva", ["device": "d-1"])
      .then(.signedOut("eva", from: "d-1"), .lapsed(there))
    sent.when("mall.signOut", by: "eva")
      .then(
        .signedOut("eva", from: "d-1"), .lapsed(there), .signedOut("eva", from: "d-2"),
        .lapsed(elsewhere))
    sent.when("mall.signOut", by: "eva", ["device": "d-1"], at: "2026-05-08T12:05:00Z")
      .then(.signedOut("eva", from: "d-1"))
    for end in [
      MallEvent.used(there, of: "+79990000001"), .lapsed(there),
      .sent("4444", .register, .of("oleg", "c-4", on: "d-3"), to: "+79990000001", replacing: there),
    ] {
      sent.and(end).when("mall.signOut", by: "eva", ["device": "d-1"])
        .then(.signedOut("eva", from: "d-1"))
    }
  }
}

@Suite struct `An unused code that is five minutes old` {
  private let code = SentCode.of("eva", "c-1")
  private let given: Given<CodeExpiry>

  init() {
    given = Given<CodeExpiry>(
      at: "2026-05-08T12:00:00Z", .sent("0412", .register, code, to: evasPhone))
  }

  private func expiry(of code: SentCode, _ position: Int) -> DueItem<MallEvent> {
    DueItem([.expired(code)], because: Position(position))
  }

  @Test func `expires once`() {
    given.thenDue(at: "2026-05-08T12:04:59.999Z")
      .thenDue(at: "2026-05-08T12:05:00Z", expiry(of: code, 1))
      .thenDue(at: "2026-05-08T12:06:00Z")
  }

  @Test func `expires even if it was erased or wrong codes were entered`() {
    let wrong = MallEvent.mistyped(code, of: evasPhone)
    Given<CodeExpiry>(
      at: "2026-05-08T12:00:00Z", .sent("0412", .register, code, to: evasPhone).erased
    )
    .and(wrong, wrong, wrong, wrong)
    .thenDue(at: "2026-05-08T13:00:00Z", expiry(of: code, 1))
  }

  @Test func `doesn't expire if it ended before`() {
    let wrong = MallEvent.mistyped(code, of: evasPhone)
    for end in [
      [MallEvent.used(code, of: evasPhone)], [.lapsed(code)], [wrong, wrong, wrong, wrong, wrong],
    ] {
      given.and(end).thenDue(at: "2026-05-08T12:30:00Z")
    }
    let next = SentCode.of("eva", "c-2")
    given.and(
      at: "2026-05-08T12:01:00Z", .sent("1", .register, next, to: evasPhone, replacing: code)
    )
    .thenDue(at: "2026-05-08T12:30:00Z", expiry(of: next, 2))
  }

  @Test func `expires even if a newer code was sent later`() {
    let next = SentCode.of("eva", "c-2")
    given.and(at: "2026-05-08T12:05:00Z", .sent("0001", .register, next, to: evasPhone))
      .thenDue(at: "2026-05-08T12:06:00Z", expiry(of: code, 1))
      .thenDue(at: "2026-05-08T12:10:00Z", expiry(of: next, 2))
  }

  @Test func `expires with others in the order of sending`() {
    let others = (2...5).map {
      SentCode.of(MallUserID(rawValue: "u-\($0)"), MallCodeID(rawValue: "c-\($0)"))
    }
    given.and(others.map { .sent("0001", .register, $0, to: "+79990000000") })
      .thenDue(
        at: "2026-05-08T12:05:00Z", expiry(of: code, 1),
        expiry(of: others[0], 2), expiry(of: others[1], 3),
        expiry(of: others[2], 4), expiry(of: others[3], 5))
  }
}

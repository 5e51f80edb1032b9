import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Requesting a code` {
  private let given = Given<VerificationCodes>(.installed("d-1"), .installed("d-2"))
  private let eva = Given<VerificationCodes>(
    .installed("d-1"), .installed("d-2"), .registered("eva"), .signedIn("eva"))
  private let digits = Drawn.digits()

  @Test func `a new phone gets a code to register with, for the future user`() {
    given.request("register").then(.sent(digits, .register, .of("c-1", "c-1"), to: evasPhone))
      .answering()
  }

  @Test func `an account gets a code to sign in with, on any device`() {
    eva.request("signIn", on: "d-2")
      .then(.sent(digits, .signIn, .of("eva", "c-1", on: "d-2"), to: evasPhone))
  }

  @Test func `a signed-in user gets a code for a new phone`() {
    eva.request("changePhone", "+79990000000")
      .then(.sent(digits, .changePhone, .of("eva", "c-1"), to: evasNextPhone))
  }

  @Test func `an unknown device is refused`() {
    given.request("register", "916", on: "d-3").thenRefused(.notFound(.device))
  }

  @Test(arguments: [
    "", "9161234567", "+7916123456", "+7916123456٧", " +79161234567", "+89161234567",
  ])
  func `a phone is +7 and ten digits`(phone: String) {
    given.request("changePhone", phone).thenRefused(.phoneInvalid)
  }

  @Test func `changing a phone requires a signed-in user`() {
    given.request("changePhone").thenRefused(.notSignedIn)
    eva.request("changePhone", on: "d-2").thenRefused(.notSignedIn)
    eva.and(.signedOut("eva")).request("changePhone").thenRefused(.notSignedIn)
  }

  @Test func `signing in requires an account`() {
    given.request("signIn").thenRefused(.accountNotFound)
    eva.request("signIn", "+79990000000").thenRefused(.accountNotFound)
    eva.and(.movedTo(evasNextPhone, from: evasPhone, "eva")).request("signIn")
      .thenRefused(.accountNotFound)
  }

  @Test func `a phone with an account is refused as taken, even for its owner`() {
    eva.request("register", on: "d-2").thenRefused(.phoneTaken(by: .register))
    eva.request("changePhone").thenRefused(.phoneTaken(by: .changePhone))
    let moved = eva.and(.movedTo(evasNextPhone, from: evasPhone, "eva"))
    moved.request("register", "+79990000000").thenRefused(.phoneTaken(by: .register))
    moved.request("register", id: "c-9")
      .then(.sent(digits, .register, .of("c-9", "c-9"), to: evasPhone))
  }

  @Test func `codes for one phone require a pause of fifteen seconds, for any purpose`() {
    let sent = eva.and(
      at: "2026-05-08T12:00:00Z",
      .sent("0001", .changePhone, .of("eva", "c-0"), to: evasNextPhone))
    sent.request("register", "+79990000000", on: "d-2", at: "2026-05-08T12:00:14.999Z")
      .thenRefused(.resendTooSoon(seconds: 1))
    sent.request("changePhone", "+79990000000", at: "2026-05-08T12:00:15Z")
      .then(
        .sent(
          digits, .changePhone, .of("eva", "c-1"), to: evasNextPhone, replacing: .of("eva", "c-0")))
    sent.request("signIn", at: "2026-05-08T12:00:00Z")
      .then(.sent(digits, .signIn, .of("eva", "c-1"), to: evasPhone))
  }

  @Test func `the pause applies after a used code, but not after a refused request`() {
    let used = given.and(
      at: "2026-05-08T12:00:00Z", .sent("0001", .register, .of("eva", "c-0"), to: evasPhone),
      .used(.of("eva", "c-0"), of: evasPhone), .registered("eva"), .signedIn("eva"))
    used.request("signIn", at: "2026-05-08T12:00:14Z").thenRefused(.resendTooSoon(seconds: 1))
      .thereafter.request("signIn", at: "2026-05-08T12:00:15Z")
      .then(.sent(digits, .signIn, .of("eva", "c-1"), to: evasPhone))
  }

  @Test func `refusals are checked in order`() {
    let sent = eva.and(.sent("0001", .signIn, .of("eva", "c-0"), to: evasPhone))
    sent.request("register").thenRefused(.phoneTaken(by: .register))
    sent.request("signIn").thenRefused(.resendTooSoon(seconds: 15))
  }

  @Test func `a new code replaces the valid one, even of another device, but not an expired one`() {
    let first = SentCode.of("u", "c-0", on: "d-2")
    let sent = given.and(at: "2026-05-08T12:00:00Z", .sent("0001", .register, first, to: evasPhone))
    sent.request("register", at: "2026-05-08T12:04:59.999Z")
      .then(.sent(digits, .register, .of("u", "c-1"), to: evasPhone, replacing: first))
    sent.request("register", at: "2026-05-08T12:05:00Z")
      .then(.sent(digits, .register, .of("u", "c-1"), to: evasPhone))
    let wrong = MallEvent.mistyped(first, of: evasPhone)
    sent.and(wrong, wrong, wrong, wrong, wrong).request("register", at: "2026-05-08T12:01:00Z")
      .then(.sent(digits, .register, .of("u", "c-1"), to: evasPhone))
  }

  @Test func `all codes of a registration are for the same user`() {
    let once = given.request("register", id: "c-1", at: "2026-05-08T12:00:00Z").thereafter
    once.request("register", id: "c-2", seed: 2, at: "2026-05-08T12:10:00Z")
      .then(.sent(Drawn.digits(seed: 2), .register, .of("c-1", "c-2"), to: evasPhone))
  }

  @Test func `a former phone of a user registers a new user`() {
    let left = given.and(
      at: "2026-05-08T12:00:00Z", .sent("0001", .register, .of("eva", "c-0"), to: evasPhone),
      .used(.of("eva", "c-0"), of: evasPhone), .registered("eva"), .signedIn("eva"),
      .movedTo(evasNextPhone, from: evasPhone, "eva"))
    left.request("register", id: "c-2", at: "2026-05-08T12:01:00Z")
      .then(.sent(digits, .register, .of("c-2", "c-2"), to: evasPhone))
  }

  @Test func `a new code differs from earlier ones for the phone`() {
    let before = given.and(
      at: "2026-05-08T12:00:00Z", .sent(digits, .register, .of("u", "c-0"), to: evasPhone))
    let outcome = before.request("register", at: "2026-05-08T12:06:00Z")
    guard case .events(let events) = outcome.decision, case .codeSent(let sent)? = events.first
    else {
      Issue.record("no code was sent")
      return
    }
    #expect(sent.personal?.digits != digits)
  }

  /// Ten wrong tries, five for each of two codes. The second code was requested on another device.
  private func tenTries(
    from first: String = "2026-05-08T12:00:00Z", to last: String = "2026-05-08T12:02:00Z",
    of phone: MallPhone = evasPhone
  ) -> Given<VerificationCodes> {
    let codes = [SentCode.of("eva", "c-0"), .of("eva", "c-9", on: "d-2")]
    let tries = codes.map { Array(repeating: MallEvent.mistyped($0, of: phone), count: 5) }
    return eva.and(at: first, [.sent("0001", .signIn, codes[0], to: phone)] + tries[0])
      .and(at: last, [.sent("0002", .signIn, codes[1], to: phone)] + tries[1])
  }

  @Test func `ten wrong tries within a day block the phone, for any purpose`() {
    let tried = tenTries()
    tried.request("signIn", at: "2026-05-08T12:03:00Z").thenRefused(.tooManyAttempts)
    tried.request("signIn", on: "d-2", at: "2026-05-09T11:59:59.999Z")
      .thenRefused(.tooManyAttempts)
    tried.request("changePhone", "+79990000000", at: "2026-05-08T12:03:00Z")
      .then(.sent(digits, .changePhone, .of("eva", "c-1"), to: evasNextPhone))
    let moved = tried.and(.movedTo(evasNextPhone, from: evasPhone, "eva"))
    moved.request("register", at: "2026-05-08T12:03:00Z").thenRefused(.tooManyAttempts)
  }

  @Test func `a wrong code counts for less than twenty-four hours`() {
    tenTries().request("signIn", at: "2026-05-09T12:00:00Z")
      .then(.sent(digits, .signIn, .of("eva", "c-1"), to: evasPhone))
    let eleven = tenTries().and(
      at: "2026-05-08T12:03:00Z", .mistyped(.of("eva", "c-9", on: "d-2"), of: evasPhone))
    eleven.request("signIn", at: "2026-05-09T12:01:59.999Z")
      .then(.sent(digits, .signIn, .of("eva", "c-1"), to: evasPhone))
    let late = tenTries(from: "2026-05-08T12:02:00Z")
    late.request("signIn", at: "2026-05-09T12:01:59.999Z").thenRefused(.tooManyAttempts)
    late.request("signIn", at: "2026-05-09T12:02:00Z")
      .then(.sent(digits, .signIn, .of("eva", "c-1"), to: evasPhone))
  }

  @Test func `nine wrong tries don't block the phone`() {
    let nine = given.and(
      at: "2026-05-08T12:00:00Z",
      [.sent("0001", .register, .of("u", "c-0"), to: evasPhone)]
        + Array(repeating: .mistyped(.of("u", "c-0"), of: evasPhone), count: 9))
    nine.request("register", at: "2026-05-08T12:10:00Z")
      .then(.sent(digits, .register, .of("u", "c-1"), to: evasPhone))
    nine.and(at: "2026-05-08T12:09:00Z", .mistyped(.of("u", "c-0"), of: evasPhone))
      .request("register", at: "2026-05-08T12:10:00Z").thenRefused(.tooManyAttempts)
  }

  @Test func `a blocked phone is refused after a taken phone and before a pause`() {
    let tried = tenTries()
    tried.request("register", at: "2026-05-08T12:02:01Z").thenRefused(.phoneTaken(by: .register))
    tried.request("signIn", at: "2026-05-08T12:02:01Z").thenRefused(.tooManyAttempts)
  }

  @Test func `erased tries don't count`() {
    let codes = [SentCode.of("eva", "c-0"), .of("eva", "c-9")]
    let facts = codes.flatMap { code in
      [MallEvent.sent("0001", .register, code, to: evasPhone).erased]
        + Array(repeating: MallEvent.mistyped(code, of: evasPhone).erased, count: 5)
    }
    given.and(at: "2026-05-08T12:00:00Z", facts)
      .request("register", at: "2026-05-08T12:01:00Z")
      .then(.sent(digits, .register, .of("c-1", "c-1"), to: evasPhone))
  }

  @Test func `the phone of an erased account is available`() {
    let erased = Given<VerificationCodes>(
      .installed("d-1"), .sent("0001", .register, .of("eva", "c-0"), to: evasPhone).erased,
      .registered("eva").erased, .signedIn("eva"))
    erased.request("signIn").thenRefused(.accountNotFound)
    erased.request("register", id: "c-5")
      .then(.sent(digits, .register, .of("c-5", "c-5"), to: evasPhone))
  }

  @Test func `phone and purpose are required`() {
    given.when("mall.requestCode", by: "d-1", ["purpose": "register"])
      .thenInvalid(.missingField("phone"))
    given.when("mall.requestCode", by: "d-1", ["phone": "+79161234567"])
      .thenInvalid(.missingField("purpose"))
    given.when("mall.requestCode", by: "d-1", ["phone": .whole(7), "purpose": "register"])
      .thenInvalid(.invalidField("phone"))
    given.when("mall.requestCode", by: "d-1", ["phone": "+79161234567", "purpose": "login"])
      .thenInvalid(.invalidField("purpose"))
  }
}

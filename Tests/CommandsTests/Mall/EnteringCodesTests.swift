import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Entering a code` {
  private let code = SentCode.of("eva", "c-1")
  private let given: Given<VerificationCodes>

  init() {
    given = Given<VerificationCodes>(.installed("d-1"), .installed("d-2"))
      .and(at: "2026-05-08T12:00:00Z", .sent("0412", .register, code, to: evasPhone))
  }

  private let referral = Drawn.referralCodes(count: 2)

  @Test func `the right code registers and signs in`() {
    given.enter("0412", at: "2026-05-08T12:01:00Z")
      .then(
        .used(code, of: evasPhone), .registered("eva", code: referral[0]),
        .signedIn("eva", then: .profile)
      )
      .answering(CommandValue("user", "eva"), CommandValue("screen", "profile"))
  }

  @Test func `a referral code is never assigned twice`() {
    given.and(.registered("ivan", on: "d-2", "+79990000000", code: referral[0]))
      .enter("0412", at: "2026-05-08T12:01:00Z")
      .then(
        .used(code, of: evasPhone), .registered("eva", code: referral[1]),
        .signedIn("eva", then: .profile))
  }

  @Test func `an unknown device and a malformed phone are refused first`() {
    given.enter("0412", "916", on: "d-3").thenRefused(.notFound(.device))
    given.enter("0412", "916").thenRefused(.phoneInvalid)
    given.when("mall.verifyCode", by: "d-1", ["phone": "+79161234567", "code": "412"])
      .thenInvalid(.invalidField("code"))
    given.when("mall.verifyCode", by: "d-1", ["phone": "+79161234567", "code": .whole(1234)])
      .thenInvalid(.invalidField("code"))
  }

  @Test func `a code is valid while it is less than five minutes old`() {
    given.enter("0412", at: "2026-05-08T12:04:59.999Z")
      .then(
        .used(code, of: evasPhone), .registered("eva", code: referral[0]),
        .signedIn("eva", then: .profile))
    given.enter("0412", at: "2026-05-08T12:05:00Z").thenRefused(.codeExpired)
    given.enter("9999", at: "2026-05-08T12:05:00Z").thenRefused(.codeExpired)
  }

  @Test func `without a valid code, every entry is refused as expired`() {
    given.enter("0412", "+79990000000").thenRefused(.codeExpired)
    given.and(.used(code, of: evasPhone)).enter("0412").thenRefused(.codeExpired)
    given.and(.lapsed(code)).enter("0412").thenRefused(.codeExpired)
    given.and(at: "2026-05-08T12:05:00Z", .expired(code)).enter("1").thenInvalid(
      .invalidField("code"))
    given.and(at: "2026-05-08T12:05:00Z", .expired(code)).enter("0412").thenRefused(.codeExpired)
    Given<VerificationCodes>(
      .installed("d-1"), .sent("0412", .register, code, to: evasPhone).erased
    ).enter("0412").thenRefused(.codeExpired)
  }

  @Test func `a wrong code is recorded and refused`() {
    given.enter("0413", at: "2026-05-08T12:01:00Z")
      .then(.mistyped(code, of: evasPhone)).answeringRefusal(.codeIncorrect)
  }

  @Test func `the right code on another device is wrong`() {
    given.enter("0412", on: "d-2", at: "2026-05-08T12:01:00Z")
      .then(.mistyped(code, of: evasPhone, on: "d-2")).answeringRefusal(.codeIncorrect)
  }

  @Test func `the fifth wrong try is refused as wrong, later ones as expired`() {
    let wrong = MallEvent.mistyped(code, of: evasPhone)
    given.and(wrong, wrong, wrong, wrong).enter("0412")
      .then(
        .used(code, of: evasPhone), .registered("eva", code: referral[0]),
        .signedIn("eva", then: .profile))
    given.and(wrong, wrong, wrong, wrong).enter("9999")
      .then(.mistyped(code, of: evasPhone)).answeringRefusal(.codeIncorrect)
      .thereafter.enter("0412").thenRefused(.codeExpired)
  }

  @Test func `a replaced code is refused as expired and doesn't count as a wrong try`() {
    let next = SentCode.of("eva", "c-2")
    let resent = given.and(
      at: "2026-05-08T12:01:00Z",
      .sent("7777", .register, next, to: evasPhone, replacing: code))
    resent.enter("0412").thenRefused(.codeExpired)
    resent.enter("7777")
      .then(
        .used(next, of: evasPhone), .registered("eva", code: referral[0]),
        .signedIn("eva", then: .profile))
    resent.enter("0413").then(.mistyped(next, of: evasPhone))
  }

  @Test func `digits shared with a replaced code belong to the new code`() {
    let next = SentCode.of("eva", "c-2")
    let resent = given.and(
      at: "2026-05-08T12:01:00Z",
      .sent("0412", .register, next, to: evasPhone, replacing: code))
    resent.enter("0412", on: "d-2").then(.mistyped(next, of: evasPhone, on: "d-2"))
    resent.enter("0412")
      .then(
        .used(next, of: evasPhone), .registered("eva", code: referral[0]),
        .signedIn("eva", then: .profile))
  }
}

@Suite struct `Signing in with a code` {
  private let code = SentCode.of("eva", "c-1", on: "d-2")
  private let given: Given<VerificationCodes>

  init() {
    given = Given<VerificationCodes>(
      .installed("d-1"), .installed("d-2"), .registered("eva"), .signedIn("eva")
    )
    .and(at: "2026-05-08T12:00:00Z", .sent("0412", .signIn, code, to: evasPhone))
  }

  @Test func `leads to the profile until there is one, then to the home screen`() {
    given.enter("0412", on: "d-2")
      .then(.used(code, of: evasPhone), .signedIn("eva", on: "d-2", then: .profile))
      .answering(CommandValue("user", "eva"), CommandValue("screen", "profile"))
    given.and(.named("eva")).enter("0412", on: "d-2")
      .then(
        .used(code, of: evasPhone), .noReferral("eva"), .noSurvey("eva"),
        .signedIn("eva", on: "d-2", then: .home)
      )
      .answering(CommandValue("user", "eva"), CommandValue("screen", "home"))
  }

  @Test func `passes the steps that are still open`() {
    let named = given.and(.named("eva"))
    for referral in [MallEvent.noReferral("eva"), .brought("eva", by: "ivan", "XYZ789")] {
      named.and(referral).enter("0412", on: "d-2")
        .then(
          .used(code, of: evasPhone), .noSurvey("eva"), .signedIn("eva", on: "d-2", then: .home))
    }
    for survey in [MallEvent.noSurvey("eva"), .surveyed("eva")] {
      named.and(.noReferral("eva"), survey).enter("0412", on: "d-2")
        .then(.used(code, of: evasPhone), .signedIn("eva", on: "d-2", then: .home))
    }
  }

  @Test func `signs out another user of the device, whose phone change lapses`() {
    let change = SentCode.of("ivan", "c-9", on: "d-2")
    let elsewhere = SentCode.of("ivan", "c-8", on: "d-1")
    let ivan = given.and(
      .registered("ivan", on: "d-2", "+79990000000", code: "XYZ789"),
      .signedIn("ivan", on: "d-2"), .sent("1111", .changePhone, change, to: "+79990000001"),
      .sent("2222", .changePhone, elsewhere, to: "+79990000002"))
    ivan.enter("0412", on: "d-2")
      .then(
        .used(code, of: evasPhone), .signedOut("ivan", from: "d-2"), .lapsed(change),
        .signedIn("eva", on: "d-2", then: .profile))
    ivan.and(.used(change, of: "+79990000001")).enter("0412", on: "d-2")
      .then(
        .used(code, of: evasPhone), .signedOut("ivan", from: "d-2"),
        .signedIn("eva", on: "d-2", then: .profile))
    ivan.enter("0412", on: "d-2", at: "2026-05-08T12:04:00Z").thereafter
      .enter("1111", "+79990000001", on: "d-2").thenRefused(.codeExpired)
  }

  @Test func `doesn't sign out the same user`() {
    given.and(.signedIn("eva", on: "d-2")).enter("0412", on: "d-2")
      .then(.used(code, of: evasPhone), .signedIn("eva", on: "d-2", then: .profile))
  }

  @Test func `registration also signs out another user of the device`() {
    let new = SentCode.of("oleg", "c-2", on: "d-1")
    given.and(.sent("5555", .register, new, to: evasNextPhone)).enter("5555", "+79990000000")
      .then(
        .used(new, of: evasNextPhone), .signedOut("eva"),
        .registered("oleg", evasNextPhone, code: Drawn.referralCodes(count: 1)[0]),
        .signedIn("oleg", then: .profile))
  }
}

@Suite struct `Changing a phone` {
  private let code = SentCode.of("eva", "c-1")
  private let given: Given<VerificationCodes>

  init() {
    given = Given<VerificationCodes>(
      .installed("d-1"), .installed("d-2"), .registered("eva"), .signedIn("eva")
    )
    .and(at: "2026-05-08T12:00:00Z", .sent("0412", .changePhone, code, to: evasNextPhone))
  }

  @Test func `leads back to the settings`() {
    given.enter("0412", "+79990000000")
      .then(.used(code, of: evasNextPhone), .movedTo(evasNextPhone, from: evasPhone, "eva"))
      .answering(CommandValue("user", "eva"), CommandValue("screen", "settings"))
  }

  @Test func `invalidates the codes sent to the old phone`() {
    let signIn = SentCode.of("eva", "c-2", on: "d-2")
    let sent = given.and(.sent("3333", .signIn, signIn, to: evasPhone))
    let changed = sent.enter("0412", "+79990000000")
      .then(
        .used(code, of: evasNextPhone), .movedTo(evasNextPhone, from: evasPhone, "eva"),
        .lapsed(signIn))
    changed.thereafter.enter("3333", on: "d-2").thenRefused(.codeExpired)
    sent.and(at: "2026-05-08T12:04:59Z", .mistyped(signIn, of: evasPhone))
      .enter("0412", "+79990000000")
      .then(
        .used(code, of: evasNextPhone), .movedTo(evasNextPhone, from: evasPhone, "eva"),
        .lapsed(signIn))
  }

  @Test func `doesn't invalidate codes that have expired`() {
    let signIn = SentCode.of("eva", "c-2", on: "d-2")
    let wrong = MallEvent.mistyped(signIn, of: evasPhone)
    given.and(.sent("3333", .signIn, signIn, to: evasPhone), wrong, wrong, wrong, wrong, wrong)
      .enter("0412", "+79990000000")
      .then(.used(code, of: evasNextPhone), .movedTo(evasNextPhone, from: evasPhone, "eva"))
  }

  @Test func `records no former phone for an erased user`() {
    let erased = Given<VerificationCodes>(
      .installed("d-1"), .registered("eva").erased, .signedIn("eva")
    )
    .and(at: "2026-05-08T12:00:00Z", .sent("0412", .changePhone, code, to: evasNextPhone))
    erased.enter("0412", "+79990000000")
      .then(.used(code, of: evasNextPhone), .movedTo(evasNextPhone, from: nil, "eva"))
  }
}

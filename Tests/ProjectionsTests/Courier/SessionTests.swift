import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `A courier's session` {
  let registered = CourierStory(.registered("ivan"), .registered("oleg"))

  @Test func `begins at the sign-in screen`() {
    #expect(
      registered.show(Session.self, ["courier": "ivan"])
        == #"{"signedIn":false,"screen":"signIn","since":null}"#)
  }

  @Test func `opens the orders after a sign-in, also a second one`() {
    let story = registered.then(at: "2026-05-08T10:00:00Z", .signedIn("ivan"))
    #expect(
      story.show(Session.self, ["courier": "ivan"], in: .en)
        == #"{"signedIn":true,"screen":"orders","since":"2026-05-08T10:00:00.000Z"}"#)
    #expect(
      story.then(at: "2026-05-08T11:00:00Z", .signedIn("ivan"))
        .show(Session.self, ["courier": "ivan"])
        == #"{"signedIn":true,"screen":"orders","since":"2026-05-08T11:00:00.000Z"}"#)
  }

  @Test func `ends with a sign-out`() {
    let story = registered.then(at: "2026-05-08T10:00:00Z", .signedIn("ivan"), .signedIn("oleg"))
      .then(at: "2026-05-08T12:00:00.5Z", .signedOut("ivan"))
    #expect(
      story.show(Session.self, ["courier": "ivan"])
        == #"{"signedIn":false,"screen":"signIn","since":"2026-05-08T12:00:00.500Z"}"#)
    #expect(
      story.show(Session.self, ["courier": "oleg"])
        == #"{"signedIn":true,"screen":"orders","since":"2026-05-08T10:00:00.000Z"}"#)
  }

  @Test func `ends with a new password, which without a session changes nothing`() {
    let reset = CourierEvent.passwordReset("ivan", login: "login", password: "9876")
    let story = registered.then(at: "2026-05-08T10:00:00Z", .signedIn("ivan"))
      .then(at: "2026-05-08T12:00:00Z", .signedOut("ivan"), reset)
    let ended = #"{"signedIn":false,"screen":"signIn","since":"2026-05-08T12:00:00.000Z"}"#
    #expect(story.show(Session.self, ["courier": "ivan"]) == ended)
    #expect(
      story.then(at: "2026-05-08T13:00:00Z", reset).show(Session.self, ["courier": "ivan"])
        == ended)
  }

  @Test func `requires an existing courier`() {
    #expect(
      registered.show(Session.self, ["courier": "petr"]) == "notFound: Курьера petr нет")
    #expect(registered.show(Session.self) == "missingField: courier")
    #expect(registered.show(Session.self, ["courier": "a/b"]) == "invalidField: courier")
  }
}

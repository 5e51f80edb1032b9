import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `A courier's session` {
  private let signedIn = Given<CourierSession>(
    .registered("ivan", login: "ivan"), .signedIn("oleg"), .signedIn("ivan"))

  @Test func `a signed-in courier can sign out`() {
    signedIn.when("courier.signOut", by: "ivan").then(.signedOut("ivan")).answering()
  }

  @Test func `a courier who never signed in can't sign out`() {
    signedIn.when("courier.signOut", by: "petr").thenRefused(.notSignedIn)
    Given<CourierSession>(.registered("ivan", login: "ivan")).when("courier.signOut", by: "ivan")
      .thenRefused(.notSignedIn)
  }

  @Test func `a courier can't sign out twice`() {
    signedIn.and(.signedOut("ivan")).when("courier.signOut", by: "ivan").thenRefused(.notSignedIn)
  }

  @Test func `one sign-out ends several sign-ins`() {
    signedIn.and(.signedIn("ivan"), .signedOut("ivan")).when("courier.signOut", by: "ivan")
      .thenRefused(.notSignedIn)
  }

  @Test func `signing in again starts a new session`() {
    signedIn.and(.signedOut("ivan"), .signedIn("ivan")).when("courier.signOut", by: "ivan")
      .then(.signedOut("ivan"))
  }

  @Test func `a session survives the erasure of its courier's personal data`() {
    Given<CourierSession>(.signedIn("ivan").erased).when("courier.signOut", by: "ivan")
      .then(.signedOut("ivan"))
  }

  @Test func `signing out accepts no data`() {
    signedIn.when("courier.signOut", by: "ivan", ["courier": "ivan"])
      .thenInvalid(.unknownField("courier"))
  }

  @Test func `a courier who forgot the password is referred to the manager`() {
    let forgotten = CourierEvent.passwordForgotten(PasswordForgotten())
    let given = Given<CourierAccounts>(.registered("ivan", login: "ivan"))
    given.when("courier.forgotPassword").then(forgotten).afterWork(nil)
      .answering(CommandValue("message", "Свяжитесь с менеджером: 0101"), in: .ru)
      .answering(CommandValue("message", "Contact the manager: 0101"), in: .en)
    given.when("courier.forgotPassword", by: "someone").then(forgotten)
  }
}

import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `A courier's session` {
  private let signedIn = Given<CourierSession>(
    .registered("ivan", login: "ivan"), .signedIn("oleg"), .signedIn("ivan"))

  @Test func `whoever is signed in may sign out`() {
    signedIn.when("courier.signOut", by: "ivan").then(.signedOut("ivan")).answering()
  }

  @Test func `whoever never signed in may not`() {
    signedIn.when("courier.signOut", by: "petr").thenRefused(.notSignedIn)
    Given<CourierSession>(.registered("ivan", login: "ivan")).when("courier.signOut", by: "ivan")
      .thenRefused(.notSignedIn)
  }

  @Test func `one cannot sign out twice`() {
    signedIn.and(.signedOut("ivan")).when("courier.signOut", by: "ivan").thenRefused(.notSignedIn)
  }

  @Test func `two sign-ins are ended by one sign-out`() {
    signedIn.and(.signedIn("ivan"), .signedOut("ivan")).when("courier.signOut", by: "ivan")
      .thenRefused(.notSignedIn)
  }

  @Test func `signing in again opens the session again`() {
    signedIn.and(.signedOut("ivan"), .signedIn("ivan")).when("courier.signOut", by: "ivan")
      .then(.signedOut("ivan"))
  }

  @Test func `a session outlives the erasure of its courier's personal data`() {
    Given<CourierSession>(.signedIn("ivan").erased).when("courier.signOut", by: "ivan")
      .then(.signedOut("ivan"))
  }

  @Test func `signing out takes no data`() {
    signedIn.when("courier.signOut", by: "ivan", ["courier": "ivan"])
      .thenInvalid(.unknownField("courier"))
  }

  @Test func `whoever has forgotten the password is sent to the manager`() {
    let forgotten = CourierEvent.passwordForgotten(PasswordForgotten())
    let given = Given<CourierAccounts>(.registered("ivan", login: "ivan"))
    given.when("courier.forgotPassword").then(forgotten).afterWork(nil)
      .answering(CommandValue("message", "Свяжитесь с менеджером: 0101"), in: .ru)
      .answering(CommandValue("message", "Contact the manager: 0101"), in: .en)
    given.when("courier.forgotPassword", by: "someone").then(forgotten)
  }
}

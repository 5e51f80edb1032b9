import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Signing in` {
  private let given = Given<CourierAccounts>(
    .registered("c-1", login: "ivan"), .registered("c-2", login: "oleg", password: "5678"))

  @Test func `the right password starts the courier's session`() {
    given.signIn("ivan", "1234")
      .then(.signedIn("c-1", login: "ivan"))
      .answering(CommandValue("courier", "c-1"))
      .afterWork(.verify(Secret("1234"), against: .forTests("1234")))
  }

  @Test func `no actor is required`() {
    given.when("courier.signIn", by: "someone", ["login": "ivan", "password": "1234"])
      .then(.signedIn("c-1", login: "ivan"))
  }

  @Test func `signing in while signed in is accepted`() {
    given.and(.signedIn("c-1", login: "ivan")).signIn("ivan", "1234")
      .then(.signedIn("c-1", login: "ivan"))
  }

  @Test(arguments: ["5678", "", "123", "12345", "12a4", "١٢٣٤"])
  func `a wrong password is recorded as a failure and costs the same work`(password: String) {
    given.signIn("ivan", password)
      .then(.signInFailed("ivan", of: "c-1"))
      .answeringRefusal(.invalidCredentials)
      .afterWork(.verify(Secret(password), against: .forTests("1234")))
  }

  @Test(arguments: ["petr", "Ivan", "ivan ", "", "i", "abcdefghijk", "иван"])
  func `an unknown or malformed login fails like a wrong password`(login: String) {
    given.signIn(login, "1234")
      .then(.signInFailed(login))
      .answeringRefusal(.invalidCredentials)
      .afterWork(.verify(Secret("1234"), against: nil))
  }

  @Test func `login and password are required texts`() {
    given.when("courier.signIn", ["login": "ivan"]).thenInvalid(.missingField("password"))
    given.when("courier.signIn", ["login": "ivan", "password": .null])
      .thenInvalid(.missingField("password"))
    given.when("courier.signIn", ["login": .array([]), "password": "1234"])
      .thenInvalid(.invalidField("login"))
  }

  @Test func `an erased courier can't sign in`() {
    let erased = Given<CourierAccounts>(
      .registered("c-1", login: "ivan").erased, .signedIn("c-1", login: "ivan").erased,
      .signInFailed("ivan").erased)
    erased.signIn("ivan", "1234").then(.signInFailed("ivan"))
      .afterWork(.verify(Secret("1234"), against: nil))
    erased.and(.registered("c-3", login: "ivan", password: "0000")).signIn("ivan", "0000")
      .then(.signedIn("c-3", login: "ivan"))
  }

  @Test func `deciding a sign-in traps before the password has been compared`() async {
    await #expect(processExitsWith: .failure) {
      // Returning or throwing would exit with code 0 and fail the test.
      let (state, command) = try ivanSigningIn()
      _ = try? state.decide(command, at: noon)
    }
  }

  @Test func `deciding a sign-in traps if the password has changed since the comparison`() async {
    await #expect(processExitsWith: .failure) {
      let (state, command) = try ivanSigningIn()
      let stale = CourierAccounts.completing(
        command, with: .verified(against: .forTests("0000"), matches: true))
      _ = try? state.decide(stale, at: noon)
    }
  }

  @Test func `a sign-in succeeds if the compared password is still in force`() async throws {
    let (state, command) = try ivanSigningIn()
    let compared = CourierAccounts.completing(
      command, with: .verified(against: .forTests("1234"), matches: true))
    #expect(try state.decide(compared, at: noon) == [.signedIn("c-1", login: "ivan")])
  }

  @Test func `a result of other work is ignored`() async throws {
    let (_, command) = try ivanSigningIn()
    #expect(CourierAccounts.completing(command, with: .hashed(.forTests("1234"))) == command)
  }
}

private let noon = Moment(instant("2026-05-08T12:00:00Z"), in: .moscow)

/// An account and a sign-in to it whose password has not been compared.
private func ivanSigningIn() throws -> (CourierAccounts, CourierAccounts.Command) {
  let given = Given<CourierAccounts>(.registered("c-1", login: "ivan"))
  let shape = try #require(CourierAccounts.shapes.first { $0.name == "courier.signIn" })
  return (
    CourierAccounts(folding: given.history),
    try shape.command(["login": "ivan", "password": "1234"], by: nil)
  )
}

extension Given<CourierAccounts> {
  func signIn(
    _ login: String, _ password: String, at time: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Outcome<CourierAccounts> {
    when(
      "courier.signIn", ["login": .string(login), "password": .string(password)], at: time,
      sourceLocation: sourceLocation)
  }
}

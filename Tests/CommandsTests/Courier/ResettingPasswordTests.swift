import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Resetting a password` {
  private let given = Given<CourierAccounts>(
    .registered("c-1", login: "ivan"), .registered("c-2", login: "oleg"))

  private func reset(
    _ courier: JSONValue = "c-1", _ password: JSONValue = "9876",
    in given: Given<CourierAccounts>? = nil
  ) -> Outcome<CourierAccounts> {
    (given ?? self.given).when(
      "courier.resetPassword", by: "admin", ["courier": courier, "password": password])
  }

  private let newPassword = CourierEvent.passwordReset("c-1", login: "ivan", password: "9876")

  @Test func `records the hash of the new password`() {
    reset().then(newPassword).answering().afterWork(.hash(Secret("9876")))
  }

  @Test func `replaces the old password`() {
    let after = reset().thereafter
    after.signIn("ivan", "9876").then(.signedIn("c-1", login: "ivan"))
    after.signIn("ivan", "1234").then(.signInFailed("ivan", of: "c-1"))
      .afterWork(.verify(Secret("1234"), against: .forTests("9876")))
    after.signIn("oleg", "1234").then(.signedIn("c-2", login: "oleg"))
  }

  @Test func `can be repeated, also with the same password`() {
    reset(in: reset().thereafter).then(newPassword)
    reset("c-1", "0000", in: reset().thereafter)
      .then(.passwordReset("c-1", login: "ivan", password: "0000"))
  }

  @Test func `signs out a signed-in courier`() {
    let signedIn = given.and(.signedIn("c-1", login: "ivan"))
    reset(in: signedIn).then(.signedOut("c-1"), newPassword).answering()
    reset(in: signedIn.and(.signedIn("c-1", login: "ivan"))).then(.signedOut("c-1"), newPassword)
    reset(in: signedIn.and(.signedOut("c-1"))).then(newPassword)
    reset(in: given.and(.signedIn("c-2", login: "oleg"))).then(newPassword)
  }

  @Test func `resets the count of failed attempts of the login`() {
    let failures = [CourierEvent](repeating: .signInFailed("ivan"), count: 5)
    let others = [CourierEvent](repeating: .signInFailed("oleg"), count: 5)
    let locked = given.and(failures + others)
    locked.signIn("ivan", "1234").thenRefused(.tooManyAttempts(seconds: 15 * 60))
    let after = reset(in: locked).thereafter
    after.signIn("ivan", "9876").then(.signedIn("c-1", login: "ivan"))
    after.signIn("oleg", "1234").thenRefused(.tooManyAttempts(seconds: 15 * 60))
    after.and([CourierEvent](failures.dropLast())).signIn("ivan", "9876")
      .then(.signedIn("c-1", login: "ivan"))
    after.and(failures).signIn("ivan", "9876").thenRefused(.tooManyAttempts(seconds: 15 * 60))
  }

  @Test func `requires an existing courier, which is checked first`() {
    reset("c-3").thenRefused(.noSuchCourier).afterWork(nil)
    reset("c-3", "1").thenRefused(.noSuchCourier).afterWork(nil)
  }

  @Test(arguments: ["", "123", "12345", "12a4", "٤٤٤٤"] as [JSONValue])
  func `requires four digits`(password: JSONValue) {
    reset("c-1", password).thenRefused(.passwordInvalid).afterWork(nil)
  }

  @Test func `a courier without a login, since it was erased, gets no password`() {
    let erased = Given<CourierAccounts>(
      .registered("c-1", login: "ivan").erased, .registered("c-2", login: "ivan"))
    reset(in: erased).thenRefused(.loginErased).afterWork(nil)
    let after = reset("c-2", in: erased)
      .then(.passwordReset("c-2", login: "ivan", password: "9876")).thereafter
    after.signIn("ivan", "9876").then(.signedIn("c-2", login: "ivan"))
  }

  @Test func `an erased reset leaves no password`() {
    let erased = Given<CourierAccounts>(
      .registered("c-1", login: "ivan").erased, newPassword.erased)
    erased.signIn("ivan", "9876").then(.signInFailed("ivan"))
      .afterWork(.verify(Secret("9876"), against: nil))
  }

  @Test func `courier and password are required`() {
    let name = "courier.resetPassword"
    given.when(name, by: "admin", ["courier": "c-1"]).thenInvalid(.missingField("password"))
    given.when(name, by: "admin", ["password": "1234"]).thenInvalid(.missingField("courier"))
    reset("c 1").thenInvalid(.invalidField("courier"))
    reset("c-1", .bool(true)).thenInvalid(.invalidField("password"))
  }

  @Test func `deciding traps before the password has been hashed`() async {
    await #expect(processExitsWith: .failure) {
      // Returning or throwing would exit with code 0 and fail the test.
      let shape = try #require(CourierAccounts.shapes.first { $0.name == "courier.resetPassword" })
      let given = Given<CourierAccounts>(.registered("c-1", login: "ivan"))
      let command = try shape.command(["courier": "c-1", "password": "9876"], by: "admin")
      let noon = Moment(instant("2026-05-08T12:00:00Z"), in: .moscow)
      _ = try? CourierAccounts(folding: given.history).decide(command, at: noon)
    }
  }
}

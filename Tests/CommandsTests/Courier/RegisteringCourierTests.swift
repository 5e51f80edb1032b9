import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Registering a courier` {
  private let given = Given<CourierAccounts>(.registered("ivan", login: "ivan"))

  private func register(
    _ courier: JSONValue? = "oleg", login: String = "oleg", password: String = "5678"
  ) -> Outcome<CourierAccounts> {
    var data: JSONObject = ["login": .string(login), "password": .string(password)]
    data["courier"] = courier
    return given.when("courier.registerCourier", by: "admin", data)
  }

  @Test func `a new courier has a login and the hash of a password`() {
    register()
      .then(.registered("oleg", login: "oleg", password: "5678"))
      .answering(CommandValue("courier", "oleg"))
      .afterWork(.hash(Secret("5678")))
  }

  @Test func `a courier without an id gets a new one`() {
    register(nil)
      .then(.registered("fresh-id", login: "oleg", password: "5678"))
      .answering(CommandValue("courier", "fresh-id"))
  }

  @Test(arguments: ["admin", "gateway", "system"])
  func `an id whose owner could send no command of a courier is refused`(courier: String) {
    register(.string(courier)).thenInvalid(.invalidField("courier"))
  }

  @Test(arguments: ["ab", "AbCdEfGhIj", "Zz", "zA"])
  func `a login is two to ten English letters`(login: String) {
    register(login: login).then(.registered("oleg", login: login, password: "5678"))
  }

  @Test(arguments: [
    "", "a", "abcdefghijk", "ivan1", "ivan ", " ivan", "иван", "ab-cd", "éa", "e\u{301}a", "@b",
    "[b", "`b", "{b", "ab\0", "ａｂ",
  ])
  func `other texts are not logins`(login: String) {
    register(login: login).thenRefused(.loginInvalid).afterWork(nil)
  }

  @Test(arguments: ["0000", "9999"])
  func `a password is four digits`(password: String) {
    register(password: password).then(.registered("oleg", login: "oleg", password: password))
  }

  @Test(arguments: ["", "123", "12345", "12a4", "12 4", "٤٤٤٤", "１２３４", "-123", "1234\n", "12.4"])
  func `other texts are not passwords`(password: String) {
    register(password: password).thenRefused(.passwordInvalid).afterWork(nil)
  }

  @Test func `a login belongs to one courier`() {
    register(login: "ivan").thenRefused(.loginTaken).afterWork(nil)
  }

  @Test func `logins that differ in case are different`() {
    register(login: "Ivan").then(.registered("oleg", login: "Ivan", password: "5678"))
  }

  @Test func `an id can't be used twice`() {
    register("ivan").thenRefused(.alreadyExists(field: "courier", id: "ivan")).afterWork(nil)
  }

  @Test func `the login is checked first, then the password, then the id`() {
    register("ivan", login: "", password: "").thenRefused(.loginInvalid)
    register("ivan", login: "ivan", password: "").thenRefused(.passwordInvalid)
    register("ivan", login: "ivan").thenRefused(.loginTaken)
  }

  @Test func `after an erasure the login can be reused, the id can't`() {
    let erased = Given<CourierAccounts>(.registered("ivan", login: "ivan").erased)
    let data: JSONObject = ["login": "ivan", "password": "5678"]
    erased.when("courier.registerCourier", by: "admin", data)
      .then(.registered("fresh-id", login: "ivan", password: "5678"))
    erased
      .when(
        "courier.registerCourier", by: "admin",
        ["courier": "ivan", "login": "petr", "password": "5678"]
      )
      .thenRefused(.alreadyExists(field: "courier", id: "ivan"))
  }

  @Test func `a malformed id is a form error`() {
    register("ivan petrov").thenInvalid(.invalidField("courier"))
    register("").thenInvalid(.invalidField("courier"))
    register(.array([])).thenInvalid(.invalidField("courier"))
  }

  @Test func `login and password are required texts`() {
    let name = "courier.registerCourier"
    given.when(name, by: "admin", ["login": "oleg"]).thenInvalid(.missingField("password"))
    given.when(name, by: "admin", ["password": "5678"]).thenInvalid(.missingField("login"))
    given.when(name, by: "admin", ["login": "oleg", "password": .number(JSONNumber(5678))])
      .thenInvalid(.invalidField("password"))
    given.when(name, by: "admin", ["login": .bool(true), "password": "5678"])
      .thenInvalid(.invalidField("login"))
    given.when(name, by: "admin", ["login": "oleg", "password": "5678", "age": "7"])
      .thenInvalid(.unknownField("age"))
  }
}

import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Too many attempts to sign in` {
  private let registered = Given<CourierAccounts>(
    at: "2026-05-08T09:00:00Z", .registered("c-1", login: "ivan"),
    .registered("c-2", login: "oleg"))

  /// The first four failures, at 12:00, 12:01, 12:02 and 12:03.
  private func fourFailures(_ login: String = "ivan") -> Given<CourierAccounts> {
    registered
      .and(at: "2026-05-08T12:00:00Z", .signInFailed(login))
      .and(at: "2026-05-08T12:01:00Z", .signInFailed(login))
      .and(at: "2026-05-08T12:02:00Z", .signInFailed(login))
      .and(at: "2026-05-08T12:03:00Z", .signInFailed(login))
  }

  private func fiveFailures(
    _ login: String = "ivan", fifth: String = "2026-05-08T12:04:00Z"
  ) -> Given<CourierAccounts> {
    fourFailures(login).and(at: fifth, .signInFailed(login))
  }

  @Test func `four failures don't lock the login`() {
    fourFailures().signIn("ivan", "1234", at: "2026-05-08T12:03:01Z")
      .then(.signedIn("c-1", login: "ivan"))
  }

  @Test func `five failures lock the login before any hashing, even for the right password`() {
    let locked = fiveFailures()
    locked.signIn("ivan", "1234").thenRefused(.tooManyAttempts(seconds: 15 * 60)).afterWork(nil)
    locked.signIn("ivan", "0000").thenRefused(.tooManyAttempts(seconds: 15 * 60)).afterWork(nil)
  }

  @Test func `an unknown or malformed login is locked like any other`() {
    fiveFailures("petr").signIn("petr", "1234").thenRefused(.tooManyAttempts(seconds: 15 * 60))
      .afterWork(nil)
    fiveFailures("").signIn("", "1234").thenRefused(.tooManyAttempts(seconds: 15 * 60)).afterWork(
      nil)
  }

  @Test func `another login is not locked`() {
    fiveFailures().signIn("oleg", "1234").then(.signedIn("c-2", login: "oleg"))
    fiveFailures().signIn("Ivan", "1234").then(.signInFailed("Ivan"))
  }

  @Test func `the fifth failure must be less than 15 minutes after the first`() {
    fiveFailures(fifth: "2026-05-08T12:14:59.999Z").signIn("ivan", "1234")
      .thenRefused(.tooManyAttempts(seconds: 15 * 60))
    fiveFailures(fifth: "2026-05-08T12:15:00Z").signIn("ivan", "1234")
      .then(.signedIn("c-1", login: "ivan"))
  }

  @Test func `the lock ends 15 minutes after the fifth`() {
    let locked = fiveFailures(fifth: "2026-05-08T12:10:00Z")
    locked.signIn("ivan", "1234", at: "2026-05-08T12:24:59.999Z")
      .thenRefused(.tooManyAttempts(seconds: 1))
    locked.signIn("ivan", "1234", at: "2026-05-08T12:25:00Z")
      .then(.signedIn("c-1", login: "ivan"))
      .afterWork(.verify(Secret("1234"), against: .forTests("1234")))
  }

  @Test func `a refused attempt is not recorded and doesn't prolong the lock`() {
    fiveFailures()
      .signIn("ivan", "0000", at: "2026-05-08T12:18:59.999Z")
      .thenRefused(.tooManyAttempts(seconds: 1))
      .thereafter.signIn("ivan", "1234", at: "2026-05-08T12:19:00Z")
      .then(.signedIn("c-1", login: "ivan"))
  }

  @Test func `after the lock, the last five failures count`() {
    // A sixth failure makes the last five span more than 15 minutes.
    var given = fiveFailures().signIn("ivan", "0000", at: "2026-05-08T12:19:00Z")
      .then(.signInFailed("ivan", of: "c-1")).thereafter
    for minute in ["20", "21", "22"] {
      given =
        given.signIn("ivan", "0000", at: "2026-05-08T12:\(minute):00Z")
        .then(.signInFailed("ivan", of: "c-1")).thereafter
    }
    // The last five: 12:04, 12:19, 12:20, 12:21, 12:22. One more makes five within four minutes.
    given.signIn("ivan", "0000", at: "2026-05-08T12:23:00Z").then(.signInFailed("ivan", of: "c-1"))
      .thereafter.signIn("ivan", "1234", at: "2026-05-08T12:24:00Z")
      .thenRefused(.tooManyAttempts(seconds: 14 * 60))
  }

  @Test func `the last five failures count even if the first were long ago`() {
    let given = registered.and(at: "2026-05-08T10:00:00Z", .signInFailed("ivan"))
      .and(at: "2026-05-08T11:46:00Z", .signInFailed("ivan"), .signInFailed("ivan"))
      .and(at: "2026-05-08T12:00:00Z", .signInFailed("ivan"), .signInFailed("ivan"))
    given.signIn("ivan", "1234").then(.signedIn("c-1", login: "ivan"))
    given.and(at: "2026-05-08T12:00:59.999Z", .signInFailed("ivan")).signIn("ivan", "1234")
      .thenRefused(.tooManyAttempts(seconds: 15 * 60))
    given.and(at: "2026-05-08T12:01:00Z", .signInFailed("ivan")).signIn("ivan", "1234")
      .then(.signedIn("c-1", login: "ivan"))
  }

  @Test func `a success resets the count`() {
    fourFailures().and(.signedIn("c-1", login: "ivan")).and(.signInFailed("ivan"))
      .signIn("ivan", "1234").then(.signedIn("c-1", login: "ivan"))
  }

  @Test func `five failures at one instant lock the login`() {
    let failures = [CourierEvent](repeating: .signInFailed("ivan"), count: 5)
    registered.and(at: "2026-05-08T12:00:00Z", failures).signIn("ivan", "1234")
      .thenRefused(.tooManyAttempts(seconds: 15 * 60))
  }

  @Test func `erased failures don't count`() {
    let erased = [CourierEvent](repeating: .signInFailed("ivan").erased, count: 5)
    registered.and(at: "2026-05-08T12:00:00Z", erased).signIn("ivan", "1234")
      .then(.signedIn("c-1", login: "ivan"))
  }
}

import Domain
import EventEngine

/// The couriers' accounts: registration, sign-in, forgotten and new passwords.
public struct CourierAccounts: Decider {
  public enum Command: Equatable, Sendable {
    case register(NewCourier)
    case signIn(SignInAttempt)
    case forgotPassword
    case resetPassword(NewPassword)
  }

  private struct Account: Equatable {
    let courier: CourierID
    var password: PasswordHash
  }

  private var accounts: [LoginKey: Account] = [:]
  private var failures: [LoginKey: FailedSignIns] = [:]
  /// All couriers with the keys of their logins; nil for an erased login.
  private var logins: [CourierID: LoginKey?] = [:]
  private var session = CourierSession()

  public init() {}

  private static let loginFacts = [
    CourierRegistered.type, CourierSignedIn.type, SignInFailed.type, PasswordReset.type,
  ]
  public static let factTypes = loginFacts + [CourierSignedOut.type]

  public func boundary(of command: Command) -> Query {
    switch command {
    case .register(let new):
      .of([CourierRegistered.type], new.loginKey.tag)
        | .of([CourierRegistered.type], new.courier.tag)
    case .signIn(let attempt): .of(Self.loginFacts, attempt.loginKey.tag)
    case .forgotPassword: .nothing
    case .resetPassword(let new):
      .of([CourierRegistered.type], new.courier.tag) | CourierSession.facts(about: new.courier)
    }
  }

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .courierRegistered(let payload):
      logins[payload.courier] = .some(payload.personal?.loginKey)
      guard let personal = payload.personal else { return }  // erased: the login is available again
      accounts[personal.loginKey] = Account(
        courier: payload.courier, password: personal.password)
    case .courierSignedIn(let payload):
      session.apply(event)
      guard let personal = payload.personal else { return }
      failures[personal.loginKey] = nil
    case .courierSignedOut: session.apply(event)
    case .passwordReset(let payload):
      guard let personal = payload.personal else { return }
      accounts[personal.loginKey]?.password = personal.password
      failures[personal.loginKey] = nil
    case .signInFailed(let payload):
      guard let personal = payload.personal else { return }
      failures[personal.loginKey, default: FailedSignIns()].add(event.time)
    case .passwordForgotten, .orderPlaced, .orderCancelled, .orderAccepted, .orderCompleted,
      .orderReleased, .orderWithdrawn, .ordersRefreshed, .acceptedOrdersViewed,
      .deliveryReminderSent:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(CourierRefusal) -> [CourierEvent] {
    switch command {
    case .register(let new):
      if let refusal = refusal(of: new) { throw refusal }
      return [.courierRegistered(registration(of: new))]
    case .signIn(let attempt):
      if let wait = wait(before: attempt.loginKey, at: now) {
        throw .tooManyAttempts(seconds: Int(secondsIn: wait))
      }
      return [outcome(of: attempt)]
    case .forgotPassword:
      return [.passwordForgotten(PasswordForgotten())]
    case .resetPassword(let new):
      let reset = CourierEvent.passwordReset(try passwordReset(for: new))
      guard session.isSignedIn(new.courier) else { return [reset] }
      return [.courierSignedOut(CourierSignedOut(courier: new.courier)), reset]
    }
  }

  /// The hashing that `command` needs; nil if the command is refused anyway. The password of an
  /// unknown login is hashed, too, so that response times don't reveal which logins exist.
  public func passwordWork(for command: Command, at now: Moment) -> PasswordWork? {
    switch command {
    case .register(let new):
      return refusal(of: new) == nil ? .hash(new.password) : nil
    case .signIn(let attempt):
      if wait(before: attempt.loginKey, at: now) != nil { return nil }
      return .verify(attempt.password, against: accounts[attempt.loginKey]?.password)
    case .forgotPassword: return nil
    case .resetPassword(let new):
      do { _ = try login(of: new) } catch { return nil }
      return .hash(new.password)
    }
  }

  private func refusal(of new: NewCourier) -> CourierRefusal? {
    if !Login.isValid(new.login.rawValue) { return .loginInvalid }
    if !CourierPassword.isValid(new.password) { return .passwordInvalid }
    if accounts[new.loginKey] != nil { return .loginTaken }
    if logins[new.courier] == nil { return nil }
    return .alreadyExists(field: "courier", id: new.courier.rawValue)
  }

  private func registration(of new: NewCourier) -> CourierRegistered {
    guard let hash = new.hash else {
      preconditionFailure("A courier is registered before the password was hashed.")
    }
    return CourierRegistered(
      courier: new.courier,
      personal: .init(login: new.login, loginKey: new.loginKey, password: hash))
  }

  /// The key of the courier's login. Refuses if it was erased, since it cannot be used any more.
  private func login(of new: NewPassword) throws(CourierRefusal) -> LoginKey {
    guard let login = logins[new.courier] else { throw .noSuchCourier }
    guard let login else { throw .loginErased }
    guard CourierPassword.isValid(new.password) else { throw .passwordInvalid }
    return login
  }

  private func passwordReset(for new: NewPassword) throws(CourierRefusal) -> PasswordReset {
    let login = try login(of: new)
    guard let hash = new.hash else {
      preconditionFailure("A password is reset before the new one was hashed.")
    }
    return PasswordReset(courier: new.courier, personal: .init(loginKey: login, password: hash))
  }

  /// The milliseconds for which a login is still locked; nil if it is not locked.
  private func wait(before login: LoginKey, at now: Moment) -> Int64? {
    failures[login]?.wait(at: now.time)
  }

  /// The event that records an attempt. An unknown or malformed login fails like a wrong password.
  private func outcome(of attempt: SignInAttempt) -> CourierEvent {
    let account = accounts[attempt.loginKey]
    guard let comparison = attempt.comparison, comparison.against == account?.password else {
      preconditionFailure("A sign-in is decided without comparing the password in force.")
    }
    guard let account, comparison.matches else {
      return .signInFailed(
        SignInFailed(personal: .init(loginKey: attempt.loginKey, courier: account?.courier)))
    }
    return .courierSignedIn(
      CourierSignedIn(courier: account.courier, personal: .init(loginKey: attempt.loginKey)))
  }

  public static func answer(
    to command: Command, _ events: [CourierEvent], in locale: Language
  ) throws(CourierRefusal) -> [CommandValue] {
    switch command {
    case .register:
      guard case .courierRegistered(let payload)? = events.first else { return [] }
      return [CommandValue("courier", payload.courier.rawValue)]
    case .signIn:
      guard case .courierSignedIn(let payload)? = events.first else { throw .invalidCredentials }
      return [CommandValue("courier", payload.courier.rawValue)]
    case .forgotPassword:
      return [CommandValue("message", CourierTexts.passwordForgotten[locale])]
    case .resetPassword: return []
    }
  }
}

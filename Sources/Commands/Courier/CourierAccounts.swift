import Domain
import EventEngine

/// The couriers' accounts: registration, sign-in and forgotten passwords.
public struct CourierAccounts: Decider {
  public enum Command: Equatable, Sendable {
    case register(NewCourier)
    case signIn(SignInAttempt)
    case forgotPassword
  }

  private struct Account: Equatable {
    let courier: CourierID
    let password: PasswordHash
  }

  private var accounts: [LoginKey: Account] = [:]
  private var failures: [LoginKey: FailedSignIns] = [:]
  private var couriers: Set<CourierID> = []

  public init() {}

  private static let attempts = [CourierSignedIn.type, SignInFailed.type]
  public static let factTypes = [CourierRegistered.type] + attempts

  public func boundary(of command: Command) -> Query {
    switch command {
    case .register(let new):
      .of([CourierRegistered.type], new.loginKey.tag)
        | .of([CourierRegistered.type], new.courier.tag)
    case .signIn(let attempt): .of(Self.factTypes, attempt.loginKey.tag)
    case .forgotPassword: .nothing
    }
  }

  public mutating func apply(_ event: Recorded<CourierEvent>) {
    switch event.event {
    case .courierRegistered(let payload):
      couriers.insert(payload.courier)
      guard let personal = payload.personal else { return }  // erased: the login is available again
      accounts[personal.loginKey] = Account(
        courier: payload.courier, password: personal.password)
    case .courierSignedIn(let payload):
      guard let personal = payload.personal else { return }
      failures[personal.loginKey] = nil
    case .signInFailed(let payload):
      guard let personal = payload.personal else { return }
      failures[personal.loginKey, default: FailedSignIns()].add(event.time)
    case .passwordForgotten, .courierSignedOut, .orderPlaced, .orderCancelled, .orderAccepted,
      .orderCompleted, .ordersRefreshed, .acceptedOrdersViewed, .deliveryReminderSent:
      break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(CourierRefusal) -> [CourierEvent] {
    switch command {
    case .register(let new):
      if let refusal = refusal(of: new) { throw refusal }
      return [.courierRegistered(registration(of: new))]
    case .signIn(let attempt):
      guard !isLocked(attempt.loginKey, at: now) else { throw .tooManyAttempts }
      return [outcome(of: attempt)]
    case .forgotPassword:
      return [.passwordForgotten(PasswordForgotten())]
    }
  }

  /// The hashing that `command` needs. A command that will be refused needs none. An unknown login
  /// costs as much as a known one, so that response times don't reveal which logins exist.
  public func passwordWork(for command: Command, at now: Moment) -> PasswordWork? {
    switch command {
    case .register(let new):
      return refusal(of: new) == nil ? .hash(new.password) : nil
    case .signIn(let attempt):
      if isLocked(attempt.loginKey, at: now) { return nil }
      return .verify(attempt.password, against: accounts[attempt.loginKey]?.password)
    case .forgotPassword: return nil
    }
  }

  private func refusal(of new: NewCourier) -> CourierRefusal? {
    if !Login.isValid(new.login.rawValue) { return .loginInvalid }
    if !CourierPassword.isValid(new.password) { return .passwordInvalid }
    if accounts[new.loginKey] != nil { return .loginTaken }
    return couriers.contains(new.courier) ? .alreadyExists : nil
  }

  private func registration(of new: NewCourier) -> CourierRegistered {
    guard let hash = new.hash else {
      preconditionFailure("A courier is registered before the password was hashed.")
    }
    return CourierRegistered(
      courier: new.courier,
      personal: .init(login: new.login, loginKey: new.loginKey, password: hash))
  }

  private func isLocked(_ login: LoginKey, at now: Moment) -> Bool {
    failures[login]?.isLocked(at: now.time) ?? false
  }

  /// The event of an attempt. An unknown or malformed login fails like a wrong password.
  private func outcome(of attempt: SignInAttempt) -> CourierEvent {
    let account = accounts[attempt.loginKey]
    guard let comparison = attempt.comparison, comparison.against == account?.password else {
      preconditionFailure("A sign-in is decided without comparing the password in force.")
    }
    guard let account, comparison.matches else {
      return .signInFailed(SignInFailed(personal: .init(loginKey: attempt.loginKey)))
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
    }
  }
}

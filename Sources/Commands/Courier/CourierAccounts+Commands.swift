import Domain
import EventEngine

extension CourierAccounts {
  public struct NewCourier: Equatable, Sendable {
    let courier: CourierID
    let login: Login
    let loginKey: LoginKey
    let password: Secret
    var hash: PasswordHash?
  }

  public struct NewPassword: Equatable, Sendable {
    let courier: CourierID
    let password: Secret
    var hash: PasswordHash?
  }

  public struct SignInAttempt: Equatable, Sendable {
    let loginKey: LoginKey
    let password: Secret
    var comparison: Comparison?
  }

  /// The result of comparing a password with a stored hash.
  struct Comparison: Equatable, Sendable {
    let against: PasswordHash?
    let matches: Bool
  }

  public static func completing(_ command: Command, with result: PasswordResult) -> Command {
    switch (command, result) {
    case (.register(var new), .hashed(let hash)):
      new.hash = hash
      return .register(new)
    case (.signIn(var attempt), .verified(let against, let matches)):
      attempt.comparison = Comparison(against: against, matches: matches)
      return .signIn(attempt)
    case (.resetPassword(var new), .hashed(let hash)):
      new.hash = hash
      return .resetPassword(new)
    case (.register, .verified), (.signIn, .hashed), (.forgotPassword, _),
      (.resetPassword, .verified):
      return command
    }
  }

  private static let courier = Field<CourierID>.id("courier")
  /// A malformed login and a malformed password have refusals of their own.
  private static let login = Field.verbatim(
    "login", takes: .init(ru: "от 2 до 10 английских букв", en: "2 to 10 English letters"))
  private static let password = Field.secret(
    "password", takes: .init(ru: "4 цифры, строкой", en: "4 digits, as a string"))

  public static let shapes = [
    CommandShape<Command>(
      "courier.registerCourier", by: .admin,
      .init(
        ru: "Зарегистрировать курьера с логином и паролем",
        en: "Register a courier with a login and a password"),
      fields: [courier.optional, login.required, password.required],
      refusals: CourierRefusal.codes(
        .loginInvalid, .passwordInvalid, .loginTaken, .alreadyExists(field: "", id: "")),
      needsKey: true
    ) { form throws(FormError) in
      let courier = try form.newID(Self.courier)
      // A courier's commands are sent by the courier's id.
      guard ActorRule.person.allows(ActorID(rawValue: courier.rawValue)) else {
        throw .invalidField(
          Self.courier.name,
          takes: Bilingual(
            ru: "id, кроме admin, gateway и system",
            en: "an id other than admin, gateway and system"))
      }
      let login = try form.required(login)
      return .register(
        NewCourier(
          courier: courier, login: Login(rawValue: login), loginKey: form.key(of: login),
          password: try form.required(password)))
    },
    CommandShape<Command>(
      "courier.signIn", by: .anyone, .init(ru: "Войти в приложение", en: "Sign in"),
      fields: [login.required, password.required],
      refusals: CourierRefusal.codes(.tooManyAttempts(seconds: 1), .invalidCredentials),
      needsKey: true
    ) { form throws(FormError) in
      let key = form.key(of: try form.required(login))
      return .signIn(SignInAttempt(loginKey: key, password: try form.required(password)))
    },
    CommandShape<Command>(
      "courier.forgotPassword", by: .anyone,
      .init(
        ru: "Узнать, что делать, если забыт пароль", en: "Ask what to do about a forgotten password"
      )
    ) { _ in .forgotPassword },
    CommandShape<Command>(
      "courier.resetPassword", by: .admin,
      .init(ru: "Задать курьеру новый пароль", en: "Set a new password for a courier"),
      fields: [courier.required, password.required],
      refusals: CourierRefusal.codes(.notFound, .passwordInvalid)
    ) { form throws(FormError) in
      .resetPassword(
        NewPassword(
          courier: try form.required(courier), password: try form.required(password)))
    },
  ]
}

extension CommandForm {
  fileprivate func key(of login: String) -> LoginKey {
    LoginKey(digest("courier.login", login))
  }
}

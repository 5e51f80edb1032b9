import EventEngine

public struct CourierRegistered: EventPayload {
  public static let type: EventType = "courier.courierRegistered"

  public struct Personal: Codable, Hashable, Sendable {
    public let login: Login
    public let loginKey: LoginKey
    public let password: PasswordHash

    public init(login: Login, loginKey: LoginKey, password: PasswordHash) {
      self.login = login
      self.loginKey = loginKey
      self.password = password
    }
  }

  public let courier: CourierID
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case courier }

  public init(courier: CourierID, personal: Personal?) {
    self.courier = courier
    self.personal = personal
  }

  public var tags: [Tag] { [courier.tag] }
  public var subjects: [Tag] { [courier.tag] }
  public var personalTags: [Tag] { personal.map { [$0.loginKey.tag] } ?? [] }
}

public struct CourierSignedIn: EventPayload {
  public static let type: EventType = "courier.courierSignedIn"

  public struct Personal: Codable, Hashable, Sendable {
    public let loginKey: LoginKey

    public init(loginKey: LoginKey) { self.loginKey = loginKey }
  }

  public let courier: CourierID
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case courier }

  public init(courier: CourierID, personal: Personal?) {
    self.courier = courier
    self.personal = personal
  }

  public var tags: [Tag] { [courier.tag] }
  public var subjects: [Tag] { [courier.tag] }
  public var personalTags: [Tag] { personal.map { [$0.loginKey.tag] } ?? [] }
}

/// A sign-in failed. Holds only the keyed digest of the entered login and, if that was the login of
/// a courier, the courier, whose erasure then reaches the event.
public struct SignInFailed: EventPayload {
  public static let type: EventType = "courier.signInFailed"

  public struct Personal: Codable, Hashable, Sendable {
    public let loginKey: LoginKey
    public let courier: CourierID?

    public init(loginKey: LoginKey, courier: CourierID?) {
      self.loginKey = loginKey
      self.courier = courier
    }
  }

  public var personal: Personal?

  enum CodingKeys: CodingKey {}

  public init(personal: Personal?) { self.personal = personal }

  public var tags: [Tag] { [] }
  public var subjects: [Tag] { personalTags + (personal?.courier.map { [$0.tag] } ?? []) }
  public var personalTags: [Tag] { personal.map { [$0.loginKey.tag] } ?? [] }
}

/// A user asked what to do about a forgotten password.
public struct PasswordForgotten: EventPayload {
  public static let type: EventType = "courier.passwordForgotten"

  public init() {}

  public var tags: [Tag] { [] }
}

public struct CourierSignedOut: EventPayload {
  public static let type: EventType = "courier.courierSignedOut"

  public let courier: CourierID

  public init(courier: CourierID) { self.courier = courier }

  public var tags: [Tag] { [courier.tag] }
}

/// The admin gave a courier a new password.
public struct PasswordReset: EventPayload {
  public static let type: EventType = "courier.passwordReset"

  public struct Personal: Codable, Hashable, Sendable {
    public let loginKey: LoginKey
    public let password: PasswordHash

    public init(loginKey: LoginKey, password: PasswordHash) {
      self.loginKey = loginKey
      self.password = password
    }
  }

  public let courier: CourierID
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case courier }

  public init(courier: CourierID, personal: Personal?) {
    self.courier = courier
    self.personal = personal
  }

  public var tags: [Tag] { [courier.tag] }
  public var subjects: [Tag] { [courier.tag] }
  public var personalTags: [Tag] { personal.map { [$0.loginKey.tag] } ?? [] }
}

import EventEngine

/// An account was created for a phone.
public struct MallUserRegistered: EventPayload {
  public static let type: EventType = "mall.userRegistered"

  public struct Personal: Codable, Hashable, Sendable {
    public let phone: MallPhone
    public let phoneKey: MallPhoneKey
    public let referralCode: ReferralCode
    public let referralKey: ReferralKey

    public init(
      phone: MallPhone, phoneKey: MallPhoneKey, referralCode: ReferralCode, referralKey: ReferralKey
    ) {
      self.phone = phone
      self.phoneKey = phoneKey
      self.referralCode = referralCode
      self.referralKey = referralKey
    }
  }

  public let user: MallUserID
  public let device: MallDeviceID
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case user, device }

  public init(user: MallUserID, device: MallDeviceID, personal: Personal?) {
    self.user = user
    self.device = device
    self.personal = personal
  }

  public var tags: [Tag] { [user.tag, device.tag] }
  public var subjects: [Tag] { [user.tag] }
  public var personalTags: [Tag] { personal.map { [$0.phoneKey.tag, $0.referralKey.tag] } ?? [] }
}

public struct MallUserSignedIn: EventPayload {
  public static let type: EventType = "mall.userSignedIn"

  public let user: MallUserID
  public let device: MallDeviceID
  /// The screen shown after the sign-in.
  public let screen: MallScreen

  public init(user: MallUserID, device: MallDeviceID, screen: MallScreen) {
    self.user = user
    self.device = device
    self.screen = screen
  }

  public var tags: [Tag] { [user.tag, device.tag] }
}

/// A user signed out on a device, or was signed out because another user signed in there.
public struct MallUserSignedOut: EventPayload {
  public static let type: EventType = "mall.userSignedOut"

  public let user: MallUserID
  public let device: MallDeviceID

  public init(user: MallUserID, device: MallDeviceID) {
    self.user = user
    self.device = device
  }

  public var tags: [Tag] { [user.tag, device.tag] }
}

public struct PhoneChanged: EventPayload {
  public static let type: EventType = "mall.phoneChanged"

  public struct Personal: Codable, Hashable, Sendable {
    public let phone: MallPhone
    public let phoneKey: MallPhoneKey
    /// The key of the previous phone; nil if that phone had been erased.
    public let formerPhoneKey: MallPhoneKey?

    public init(phone: MallPhone, phoneKey: MallPhoneKey, formerPhoneKey: MallPhoneKey?) {
      self.phone = phone
      self.phoneKey = phoneKey
      self.formerPhoneKey = formerPhoneKey
    }
  }

  public let user: MallUserID
  public let device: MallDeviceID
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case user, device }

  public init(user: MallUserID, device: MallDeviceID, personal: Personal?) {
    self.user = user
    self.device = device
    self.personal = personal
  }

  public var tags: [Tag] { [user.tag, device.tag] }
  public var subjects: [Tag] { [user.tag] }
  public var personalTags: [Tag] {
    personal.map { [$0.phoneKey, $0.formerPhoneKey].compactMap { $0?.tag } } ?? []
  }
}

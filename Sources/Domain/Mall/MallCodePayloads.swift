import EventEngine

/// A code was sent to a phone. In the test version the admin reads the code out.
public struct CodeSent: EventPayload {
  public static let type: EventType = "mall.codeSent"

  public struct Personal: Codable, Hashable, Sendable {
    public let phone: MallPhone
    public let phoneKey: MallPhoneKey
    public let digits: CodeDigits

    public init(phone: MallPhone, phoneKey: MallPhoneKey, digits: CodeDigits) {
      self.phone = phone
      self.phoneKey = phoneKey
      self.digits = digits
    }
  }

  public let code: SentCode
  public let purpose: CodePurpose
  /// The code for the same phone that this one replaces.
  public let replaces: SentCode?
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case code, purpose, replaces }

  public init(code: SentCode, purpose: CodePurpose, replaces: SentCode?, personal: Personal?) {
    self.code = code
    self.purpose = purpose
    self.replaces = replaces
    self.personal = personal
  }

  public var tags: [Tag] {
    code.tags + (replaces?.tags ?? []).filter { !code.tags.contains($0) }
  }
  public var subjects: [Tag] { code.subjects }
  public var personalTags: [Tag] { personal.map { [$0.phoneKey.tag] } ?? [] }
}

/// A wrong code was entered for a phone, or the right one on another device.
public struct WrongCodeEntered: EventPayload {
  public static let type: EventType = "mall.wrongCodeEntered"

  public struct Personal: Codable, Hashable, Sendable {
    public let phoneKey: MallPhoneKey

    public init(phoneKey: MallPhoneKey) { self.phoneKey = phoneKey }
  }

  public let code: SentCode
  public let enteredOn: MallDeviceID
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case code, enteredOn }

  public init(code: SentCode, enteredOn: MallDeviceID, personal: Personal?) {
    self.code = code
    self.enteredOn = enteredOn
    self.personal = personal
  }

  public var tags: [Tag] { code.tags }
  public var subjects: [Tag] { code.subjects }
  public var personalTags: [Tag] { personal.map { [$0.phoneKey.tag] } ?? [] }
}

/// The right code was entered on the device that had requested it.
public struct CodeUsed: EventPayload {
  public static let type: EventType = "mall.codeUsed"

  public struct Personal: Codable, Hashable, Sendable {
    public let phoneKey: MallPhoneKey

    public init(phoneKey: MallPhoneKey) { self.phoneKey = phoneKey }
  }

  public let code: SentCode
  public var personal: Personal?

  enum CodingKeys: String, CodingKey { case code }

  public init(code: SentCode, personal: Personal?) {
    self.code = code
    self.personal = personal
  }

  public var tags: [Tag] { code.tags }
  public var subjects: [Tag] { code.subjects }
}

/// A code became invalid because its account got a new phone or its user left the device.
public struct CodeLapsed: EventPayload {
  public static let type: EventType = "mall.codeLapsed"

  public let code: SentCode

  public init(code: SentCode) { self.code = code }

  public var tags: [Tag] { code.tags }
}

/// A code reached its maximum age without being used.
public struct CodeExpired: EventPayload {
  public static let type: EventType = "mall.codeExpired"

  public let code: SentCode

  public init(code: SentCode) { self.code = code }

  public var tags: [Tag] { code.tags }
}

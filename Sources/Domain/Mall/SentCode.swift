import EventEngine

/// A code that was sent, with the device that requested it and the account that it is for.
public struct SentCode: Codable, Hashable, Sendable {
  public let id: MallCodeID
  /// The only device on which the code is valid.
  public let device: MallDeviceID
  /// The account that the code is for. For a registration, this is the id of the future user, so
  /// that erasing the user also erases the codes sent before the account existed.
  public let user: MallUserID

  public init(id: MallCodeID, device: MallDeviceID, user: MallUserID) {
    self.id = id
    self.device = device
    self.user = user
  }

  public var tags: [Tag] { [id.tag, device.tag] }

  public var subjects: [Tag] { [id.tag, device.tag, user.tag] }

  /// The age at which a code expires: 5 minutes, in milliseconds.
  public static let lifetime: Int64 = 5 * 60 * 1000
  /// The number of wrong tries that invalidates a code.
  public static let wrongTries = 5
  /// The number of wrong tries for one phone within ``memory`` that blocks new codes for it.
  public static let wrongTriesOfPhone = 10
  /// The time for which a wrong try counts for its phone: 24 hours, in milliseconds.
  public static let memory: Int64 = 24 * 60 * 60 * 1000
  /// The minimum time between two codes for one phone: 15 seconds, in milliseconds.
  public static let pause: Int64 = 15 * 1000
}

/// The digits of a code: four ASCII digits.
public struct CodeDigits: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The number of different codes.
  public static let count = 10_000

  /// The four digits of a number below `count`.
  public init(number: Int) {
    let digits = String(number)
    rawValue = String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  public static func isValid(_ text: String) -> Bool {
    text.utf8.count == 4 && text.utf8.areASCIIDigits
  }
}

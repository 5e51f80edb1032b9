import EventEngine

/// A code that was sent: which one, who asked for it, and whose account it opens.
public struct SentCode: Codable, Hashable, Sendable {
  public let id: MallCodeID
  /// The only device where it works.
  public let device: MallDeviceID
  /// The account it is about; of a registration the one that it will make, so that erasing a user
  /// also erases what was sent before they were one.
  public let user: MallUserID

  public init(id: MallCodeID, device: MallDeviceID, user: MallUserID) {
    self.id = id
    self.device = device
    self.user = user
  }

  public var tags: [Tag] { [id.tag, device.tag] }

  public var subjects: [Tag] { [id.tag, device.tag, user.tag] }

  /// A code works while it is younger: 5 minutes, in milliseconds.
  public static let lifetime: Int64 = 5 * 60 * 1000
  /// So many wrong tries, and it works no more.
  public static let wrongTries = 5
  /// So many wrong tries for one phone within ``memory``, and no code is sent to it.
  public static let wrongTriesOfPhone = 10
  /// How long a wrong try counts for its phone: 24 hours, in milliseconds.
  public static let memory: Int64 = 24 * 60 * 60 * 1000
  /// Another one may be sent to the same phone so much later: 15 seconds, in milliseconds.
  public static let pause: Int64 = 15 * 1000
}

/// What has to be entered: four ASCII digits.
public struct CodeDigits: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// How many there are.
  public static let count = 10_000

  /// The digits of a number below `count`.
  public init(number: Int) {
    let digits = String(number)
    rawValue = String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  public static func isValid(_ text: String) -> Bool {
    text.utf8.count == 4
      && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

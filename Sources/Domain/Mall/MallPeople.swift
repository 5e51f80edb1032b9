import EventEngine

/// A phone number: `+7` and ten ASCII digits.
public struct MallPhone: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static func isValid(_ text: String) -> Bool {
    text.hasPrefix("+7") && text.utf8.count == 12 && text.utf8.dropFirst().areASCIIDigits
  }
}

/// The lookup key of a phone: its digest under the journal's key.
public struct MallPhoneKey: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(_ digest: KeyedDigest) { rawValue = digest.rawValue }

  public var tag: Tag { Tag("phone", rawValue) }
}

/// A full name: two or more words of letters, with `-`, `'` and `’` allowed inside; no line breaks
/// or other control characters.
public struct FullName: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static func isValid(_ text: String) -> Bool {
    let words = text.split(whereSeparator: \.isWhitespace)
    let breaks: [Unicode.GeneralCategory] = [.control, .lineSeparator, .paragraphSeparator]
    return words.count >= 2 && words.allSatisfy(isWord)
      && !text.unicodeScalars.contains { breaks.contains($0.properties.generalCategory) }
  }

  private static func isWord(_ word: Substring) -> Bool {
    word.first?.isLetter == true && word.last?.isLetter == true
      && word.allSatisfy { $0.isLetter || "-'’".contains($0) }
  }
}

/// An e-mail address: a local part, one `@` and a domain of two or more labels, the last of two or
/// more characters; no white space, control or format characters. Code points are compared, so an `@`
/// with a combining accent is an `@`, too.
public struct EmailAddress: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static func isValid(_ text: String) -> Bool {
    let parts = text.unicodeScalars.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { return false }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
      && labels.last.map { String($0).count >= 2 } == true
      && !text.unicodeScalars.contains { $0.properties.isWhitespace || isInvisible($0) }
  }

  private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    [.control, .format].contains(scalar.properties.generalCategory)
  }
}

/// A referral code: six capital letters and digits, without characters that are easily confused.
public struct ReferralCode: TextValue {
  public static let alphabet = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789".unicodeScalars)
  public static let length = 6

  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a code from a user's input, in upper or lower case.
  public init(entered text: String) {
    rawValue = String(
      decoding: text.utf8.map { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) ? byte & ~0x20 : byte
      }, as: UTF8.self)
  }
}

/// The lookup key of a referral code: its digest under the journal's key.
public struct ReferralKey: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(_ digest: KeyedDigest) { rawValue = digest.rawValue }

  public var tag: Tag { Tag("referral", rawValue) }
}

/// The author of a rating: a user, or a device without a signed-in user.
public enum MallReviewer: Hashable, Codable, Sendable {
  case user(MallUserID)
  case device(MallDeviceID)

  public var tag: Tag {
    switch self {
    case .user(let user): user.tag
    case .device(let device): device.tag
    }
  }

  private enum CodingKeys: CodingKey { case user, device }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let user = try container.decodeIfPresent(MallUserID.self, forKey: .user) {
      self = .user(user)
    } else {
      self = .device(try container.decode(MallDeviceID.self, forKey: .device))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .user(let user): try container.encode(user, forKey: .user)
    case .device(let device): try container.encode(device, forKey: .device)
    }
  }
}

import EventEngine

public struct CourierID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("courier", rawValue) }
}

public struct OrderID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("order", rawValue) }
}

/// Who placed an order.
public struct CustomerID: Identifier {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public var tag: Tag { Tag("user", rawValue) }
}

/// A station as the customer wrote it; equal when canonically equivalent.
public struct MetroStation: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct Address: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct PersonName: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// `+` and 10 to 15 digits.
public struct PhoneNumber: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static func isValid(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst()
    return text.utf8.first == UInt8(ascii: "+") && (10...15).contains(digits.count)
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// The colour a customer wants delivered.
public struct OrderColor: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct OrderComment: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What a courier signs in with; logins compare exactly.
public struct Login: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Two to ten English letters.
  public static func isValid(_ text: String) -> Bool {
    (2...10).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
  }
}

/// What a courier signs in with: never a value of its own, so that it is kept nowhere.
public enum CourierPassword {
  /// Exactly four ASCII digits.
  public static func isValid(_ password: Secret) -> Bool {
    let digits = password.exposed.utf8
    return digits.count == 4
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

/// A login as it is looked up: its digest under the journal's key.
public struct LoginKey: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(_ digest: KeyedDigest) { rawValue = digest.rawValue }

  public var tag: Tag { Tag("login", rawValue) }
}

/// An order is to be delivered by 23:59 local time on its delivery date, that minute's first
/// instant included.
public struct DeliveryDeadline: Hashable, Sendable {
  /// How long before the deadline a reminder falls due, in milliseconds.
  public static let reminderLead: Int64 = 2 * 60 * 60 * 1000

  public let time: Timestamp

  public init(of date: CalendarDay, in zone: TimeZoneTable) {
    time = zone.instant(of: date, hour: 23, minute: 59)
  }

  public func isPast(at now: Timestamp) -> Bool { now > time }

  /// From two hours before the deadline up to it, both bounds included.
  public func isReminderDue(at now: Timestamp) -> Bool {
    now <= time && now.advanced(byMilliseconds: Self.reminderLead) >= time
  }
}

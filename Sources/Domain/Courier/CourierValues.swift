import EventEngine

/// The kinds of thing that courier events are about.
public enum CourierEntity {
  public enum Courier: Entity { public static let tagKey = "courier" }
  /// The customer who placed an order.
  public enum Customer: Entity { public static let tagKey = "user" }
  public enum Order: Entity { public static let tagKey = "order" }
}

public typealias CourierID = ID<CourierEntity.Courier>
public typealias CustomerID = ID<CourierEntity.Customer>
public typealias OrderID = ID<CourierEntity.Order>

/// The name of a metro station as the customer wrote it. Canonically equivalent names are equal.
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

/// A phone number: `+` and 10 to 15 digits.
public struct PhoneNumber: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static func isValid(_ text: String) -> Bool {
    let digits = text.utf8.dropFirst()
    return text.utf8.first == UInt8(ascii: "+") && (10...15).contains(digits.count)
      && digits.areASCIIDigits
  }
}

/// The colour that a customer ordered.
public struct OrderColor: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public struct OrderComment: TextValue {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The login of a courier. Comparison is exact.
public struct Login: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Returns whether the text consists of two to ten English letters.
  public static func isValid(_ text: String) -> Bool {
    (2...10).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
  }
}

/// The rule for a courier's password. Passwords have no value type, so that none is ever recorded.
public enum CourierPassword {
  /// Returns whether the password has exactly four ASCII digits.
  public static func isValid(_ password: Secret) -> Bool {
    let digits = password.exposed.utf8
    return digits.count == 4 && digits.areASCIIDigits
  }
}

/// The lookup key of a login: its digest under the journal's key.
public struct LoginKey: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(_ digest: KeyedDigest) { rawValue = digest.rawValue }

  public var tag: Tag { Tag("login", rawValue) }
}

/// The time by which an order must be delivered: 23:59:00.000 local time on its delivery date,
/// inclusive. Where the clocks are set back and show it twice, the second one; where they skip it,
/// the end of the day.
public struct DeliveryDeadline: Hashable, Sendable {
  /// The time from the start of the reminder period to the deadline, in milliseconds.
  public static let reminderLead: Int64 = 2 * 60 * 60 * 1000

  public let time: Timestamp

  public init(of date: CalendarDay, in zone: TimeZoneTable) {
    time = zone.lastInstant(of: date, hour: 23, minute: 59)
  }

  public func isPast(at now: Timestamp) -> Bool { now > time }

  /// Returns whether `now` is in the two hours before the deadline, both bounds included.
  public func isReminderDue(at now: Timestamp) -> Bool {
    now <= time && now.advanced(byMilliseconds: Self.reminderLead) >= time
  }

  /// Returns whether at least two hours are left at `start`.
  public func leavesTwoHours(from start: Timestamp) -> Bool {
    start.advanced(byMilliseconds: Self.reminderLead) <= time
  }
}

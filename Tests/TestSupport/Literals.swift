import Domain
import EventEngine

/// Parses an RFC 3339 text; traps if it is invalid.
public func instant(_ text: String) -> Timestamp {
  guard let time = Timestamp(rfc3339: text) else { preconditionFailure("no instant: \(text)") }
  return time
}

/// Parses `YYYY-MM-DD`; traps if it is invalid.
public func day(_ text: String) -> CalendarDay {
  guard let day = CalendarDay(text) else { preconditionFailure("no day: \(text)") }
  return day
}

extension TextValue {
  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

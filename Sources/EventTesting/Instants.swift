import EventEngine

/// The instant of an RFC 3339 text; an invalid text traps.
package func instant(_ text: String) -> Timestamp {
  guard let time = Timestamp(rfc3339: text) else { preconditionFailure("invalid instant: \(text)") }
  return time
}

/// The day of a text `YYYY-MM-DD`; an invalid text traps.
package func day(_ text: String) -> CalendarDay {
  guard let day = CalendarDay(text) else { preconditionFailure("invalid day: \(text)") }
  return day
}

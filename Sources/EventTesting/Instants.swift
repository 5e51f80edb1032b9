import EventEngine

/// The instant that an RFC 3339 text names; a test with a wrong one ends.
package func instant(_ text: String) -> Timestamp {
  guard let time = Timestamp(rfc3339: text) else { preconditionFailure("no instant: \(text)") }
  return time
}

/// The day that `YYYY-MM-DD` names; a test with a wrong one ends.
package func day(_ text: String) -> CalendarDay {
  guard let day = CalendarDay(text) else { preconditionFailure("no day: \(text)") }
  return day
}

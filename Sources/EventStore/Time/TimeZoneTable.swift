/// A time zone as data: its changes of offset and the rule for the time after them.
///
/// A journal carries the table it was created with, so the day of an event depends on the journal
/// alone and no later edition of the time zone database changes it.
public struct TimeZoneTable: Hashable, Sendable {
  /// A change of the offset from UTC.
  package struct Transition: Hashable, Sendable {
    /// The beginning of the new offset, in seconds since 1970-01-01T00:00:00Z.
    package let instant: Int64
    /// Seconds east of UTC from then on.
    package let offset: Int32

    /// A change at `instant` (seconds since the epoch) to `offset` (seconds east of UTC).
    package init(instant: Int64, offset: Int32) {
      self.instant = instant
      self.offset = offset
    }
  }

  /// The most transitions a table may have; the time zone database needs fewer than 300.
  package static let maximumTransitions = 4096

  /// The zone's name in the time zone database, such as `Europe/Moscow`.
  public let name: String
  /// Seconds east of UTC before the first transition.
  package let initialOffset: Int32
  /// The changes of offset, oldest first.
  package let transitions: [Transition]
  /// A POSIX TZ string for instants from the last transition on, or for all if there is none; empty
  /// if the last offset remains in force.
  package let rule: String

  let parsedRule: PosixTimeZoneRule?

  /// A table from its parts, checked: a valid name, at most ``maximumTransitions`` in ascending
  /// order, offsets within 26 hours, and a rule that is empty or a POSIX TZ string.
  package init(
    name: String, initialOffset: Int32, transitions: [Transition], rule: String
  ) throws(TimeZoneError) {
    guard Self.isValidName(name) else { throw .invalidName(name) }
    guard transitions.count <= Self.maximumTransitions else {
      throw .tooManyTransitions(transitions.count)
    }
    try Self.checkOffset(initialOffset)
    for (index, transition) in transitions.enumerated() {
      // RFC 8536 advises against instants before -2^59, which some writers use for "always".
      guard transition.instant.magnitude <= 1 << 59 else {
        throw .transitionOutOfRange(transition.instant)
      }
      guard index == 0 || transitions[index - 1].instant < transition.instant else {
        throw .transitionsNotAscending(index: index)
      }
      try Self.checkOffset(transition.offset)
    }
    parsedRule = PosixTimeZoneRule(rule)
    guard rule.isEmpty || parsedRule != nil else { throw .invalidRule(rule) }
    self.name = name
    self.initialOffset = initialOffset
    self.transitions = transitions
    self.rule = rule
  }

  /// A table of valid parts; unchecked.
  init(
    _ name: String, initialOffset: Int32, transitions: [Transition], standardOffset: Int32,
    rule: String
  ) {
    self.name = name
    self.initialOffset = initialOffset
    self.transitions = transitions
    self.rule = rule
    parsedRule = PosixTimeZoneRule(standardOffset: standardOffset, daylight: nil)
  }

  /// Coordinated Universal Time: offset 0, always.
  public static let utc = TimeZoneTable(
    "UTC", initialOffset: 0, transitions: [], standardOffset: 0, rule: "UTC0")

  /// Whether a zone name may be used as a relative path below a directory of zones: non-empty parts
  /// of ASCII letters, digits, `_`, `+` and `-`, separated by `/`; at most 64 characters.
  ///
  /// As a dot is not allowed, no part can be `.` or `..`.
  package static func isValidName(_ name: String) -> Bool {
    guard name.utf8.count <= 64 else { return false }
    return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { part in
        !part.isEmpty
          && part.allSatisfy { byte in
            switch Unicode.Scalar(byte) {
            case "a"..."z", "A"..."Z", "0"..."9", "_", "+", "-": true
            default: false
            }
          }
      }
  }

  private static func checkOffset(_ offset: Int32) throws(TimeZoneError) {
    guard -93_600...93_600 ~= offset else { throw .offsetOutOfRange(Int64(offset)) }
  }
}

extension TimeZoneTable {
  /// The offset from UTC at an instant, in seconds, positive to the east.
  ///
  /// O(log n) in the transitions; some hundred nanoseconds if the rule has to be evaluated.
  package func offset(at instant: Timestamp) -> Int32 {
    span(at: instant.clamped.seconds).offset
  }

  /// Whether the local clock shows the time of an instant twice, because the clock is set back
  /// shortly after one of the two instants.
  ///
  /// Costs up to three times as much as ``offset(at:)``.
  package func isShownTwice(_ instant: Timestamp) -> Bool {
    let second = instant.clamped.seconds
    let span = span(at: second)
    if span.end < .max {
      let setBack = Int64(span.offset) - Int64(self.span(at: span.end).offset)
      if second >= span.end - setBack { return true }
    }
    guard span.start > .min else { return false }
    let setBack = Int64(self.span(at: span.start - 1).offset) - Int64(span.offset)
    return second < span.start + setBack
  }

  /// The period with a constant offset around an instant (seconds since the epoch).
  func span(at instant: Int64) -> OffsetSpan {
    let next = transitions.partitioningIndex { $0.instant > instant }
    let offset = next == 0 ? initialOffset : transitions[next - 1].offset
    let start = next == 0 ? .min : transitions[next - 1].instant
    if next < transitions.count {
      return OffsetSpan(start: start, end: transitions[next].instant, offset: offset)
    }
    guard var span = parsedRule?.span(at: instant) else {
      return OffsetSpan(start: start, end: .max, offset: offset)
    }
    span.start = max(span.start, start)
    return span
  }
}

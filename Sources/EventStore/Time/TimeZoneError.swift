/// The reason why a time zone is unusable.
package enum TimeZoneError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name must not be used as a path below a zone directory; see
  /// `TimeZoneTable.isValidName(_:)`.
  case invalidName(String)
  /// The bytes do not begin like a TZif file.
  case notTZif
  /// The version byte is not that of a TZif version from 1 to 4.
  case unsupportedVersion(UInt8)
  /// The TZif bytes end before the data they announce.
  case truncated
  /// More bytes than a zone can need.
  case tooLong(byteCount: Int)
  /// The counts or indexes in the TZif bytes contradict each other.
  case inconsistent
  /// The zone counts leap seconds; a ``Timestamp`` does not.
  case countsLeapSeconds
  /// More than `TimeZoneTable.maximumTransitions`.
  case tooManyTransitions(Int)
  /// The transition with this index is not later than the one before.
  case transitionsNotAscending(index: Int)
  /// A transition more than 2^59 seconds from 1970: its instant in seconds.
  case transitionOutOfRange(Int64)
  /// An offset beyond 26 hours, in seconds.
  case offsetOutOfRange(Int64)
  /// The rule for instants after the last transition is not a POSIX TZ string.
  case invalidRule(String)

  /// The reason in words.
  package var description: String {
    switch self {
    case .invalidName(let name): "\(name.debugDescription) is not a time zone name"
    case .notTZif: "not a TZif file"
    case .unsupportedVersion(let byte): "TZif version byte \(byte) is unknown"
    case .truncated: "the TZif file is cut short"
    case .tooLong(let byteCount): "\(byteCount) bytes are too many for a time zone"
    case .inconsistent: "the TZif file contradicts itself"
    case .countsLeapSeconds: "the time zone counts leap seconds"
    case .tooManyTransitions(let count): "\(count) transitions are too many"
    case .transitionsNotAscending(let index): "transition \(index) is not later than the one before"
    case .transitionOutOfRange(let instant): "a transition at \(instant) s is out of range"
    case .offsetOutOfRange(let offset): "an offset of \(offset) s is beyond 26 hours"
    case .invalidRule(let rule): "\(rule.debugDescription) is not a POSIX time zone rule"
    }
  }
}

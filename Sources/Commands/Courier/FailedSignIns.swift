import EventEngine

/// When the last sign-ins with one login failed, in a row with no success behind them.
struct FailedSignIns: Equatable {
  /// So many failures, the last less than `lockout` after the first, lock the login.
  static let limit = 5
  /// How long a login stays locked after the last failure: 15 minutes, in milliseconds.
  static let lockout: Int64 = 15 * 60 * 1000

  /// The last `limit` failures at most, the oldest first.
  private var times: [Timestamp] = []

  mutating func add(_ time: Timestamp) {
    if times.count == Self.limit { times.removeFirst() }
    times.append(time)
  }

  func isLocked(at now: Timestamp) -> Bool {
    guard times.count == Self.limit, let first = times.first, let last = times.last else {
      return false
    }
    return last.milliseconds(since: first) < Self.lockout
      && now.milliseconds(since: last) < Self.lockout
  }
}

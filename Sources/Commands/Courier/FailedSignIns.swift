import EventEngine

/// The times of the failed sign-ins with one login since its last success or password reset.
struct FailedSignIns: Equatable {
  /// The number of failures that locks the login if all lie within `lockout`.
  static let limit = 5
  /// The period in which `limit` failures lock a login, and the time for which it stays locked
  /// after the last one: 15 minutes, in milliseconds.
  static let lockout: Int64 = 15 * 60 * 1000

  /// At most the last `limit` failures, oldest first.
  private var times: [Timestamp] = []

  mutating func add(_ time: Timestamp) {
    if times.count == Self.limit { times.removeFirst() }
    times.append(time)
  }

  /// The milliseconds for which the login is still locked; nil if it is not locked.
  func wait(at now: Timestamp) -> Int64? {
    guard times.count == Self.limit, let first = times.first, let last = times.last,
      last.milliseconds(since: first) < Self.lockout
    else { return nil }
    let rest = Self.lockout - now.milliseconds(since: last)
    return rest > 0 ? rest : nil
  }
}

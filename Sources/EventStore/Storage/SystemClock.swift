import PlatformLibc

/// The machine's clocks. No decider and no fold reads them; the time comes in with the command.
package enum SystemClock {
  /// The time of day.
  package static func now() -> Timestamp {
    let time = reading(CLOCK_REALTIME)
    return Timestamp(rawValue: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Nanoseconds on a monotonic clock; only differences are meaningful.
  package static func ticks() -> UInt64 {
    let time = reading(CLOCK_MONOTONIC)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The time `wait` milliseconds from now, on the clock of ``ticks()``.
  package static func deadline(after wait: Int) -> UInt64 {
    ticks() + UInt64(min(max(0, wait), 1 << 40)) * 1_000_000
  }

  /// Nanoseconds of processor time this process has used.
  package static func processorTicks() -> UInt64 {
    let time = reading(CLOCK_PROCESS_CPUTIME_ID)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Suspends the calling thread; a signal may end it early.
  package static func sleep(microseconds: Int) {
    var time = timespec(
      tv_sec: microseconds / 1_000_000, tv_nsec: microseconds % 1_000_000 * 1000)
    unsafe nanosleep(&time, nil)
  }

  private static func reading(_ clock: clockid_t) -> timespec {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return time
  }
}

import EventEngine
import PlatformLibc
import Synchronization

/// Holds back signals that would end or stop the process, so that it can clean up first.
/// `release()` lets them take effect. Ignored signals stay ignored. Only one instance may exist at
/// a time; use it on one thread.
final class HeldSignals {
  /// The signals that end a process.
  static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// The last signal that came, which a signal handler writes; zero for none.
  private static let last = Atomic<Int32>(0)
  /// The process to which a signal handler forwards some signals, or the negated process group to
  /// which it forwards all; zero for none.
  private static let receiver = Atomic<Int32>(0)

  private var former: [(number: Int32, action: sigaction)] = []
  private var formerMask = sigset_t()

  init(_ numbers: [Int32]) {
    Self.last.store(0, ordering: .sequentiallyConsistent)
    Self.receiver.store(0, ordering: .sequentiallyConsistent)
    for number in numbers {
      guard let action = Self.action(of: number) else { continue }
      former.append((number, action))
      var held = sigaction()
      held.sa_flags = SA_SIGINFO
      unsafe held.handler = { number, _, _ in HeldSignals.note(number) }
      unsafe sigaction(number, &held, nil)
    }
    // The parent process may have left the signals blocked.
    var all = sigset_t()
    unsafe sigemptyset(&all)
    for (number, _) in former { unsafe sigaddset(&all, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &all, &formerMask)
  }

  /// Runs in a signal handler: two atomic operations and a system call.
  private static func note(_ number: Int32) {
    last.store(number, ordering: .sequentiallyConsistent)
    pass(number, to: receiver.load(ordering: .sequentiallyConsistent))
  }

  private static func pass(_ number: Int32, to receiver: Int32) {
    // A terminal sends its signals to all processes in the foreground.
    if receiver < 0 || receiver > 0 && (number == SIGTERM || number == SIGHUP) {
      kill(receiver, number)
    }
  }

  /// Makes SIGQUIT end the process, unless it is ignored. With Swift's backtracer, it would print
  /// the report of a crash, and the process would go on.
  static func endOnQuit() {
    if action(of: SIGQUIT) != nil { signal(SIGQUIT, SIG_DFL) }
  }

  /// Returns the action of a signal; nil if the signal is ignored.
  static func action(of number: Int32) -> sigaction? {
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return nil }
    let isIgnored =
      unsafe unsafeBitCast(action.handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    return isIgnored ? nil : action
  }

  /// Whether a signal has come.
  var hasCome: Bool { Self.last.load(ordering: .sequentiallyConsistent) != 0 }

  /// From now on forwards SIGTERM and SIGHUP to `process`, including one that came before; with
  /// `isGroup`, all signals to the process group that it leads.
  func forward(to process: pid_t, isGroup: Bool) {
    let receiver = isGroup ? -process : process
    Self.receiver.store(receiver, ordering: .sequentiallyConsistent)
    let came = Self.last.load(ordering: .sequentiallyConsistent)
    if came != 0 { Self.pass(came, to: receiver) }
  }

  func stopForwarding() { Self.receiver.store(0, ordering: .sequentiallyConsistent) }

  /// Restores the former actions of the signals, and lets the signal that came take effect. Returns
  /// only if the process continues.
  func release() {
    let mask = formerMask
    let came = restore()
    defer { block(mask) }
    if came == 0 { return }
    // This thread does not block the signal, so the one that waits for signals would not get it.
    if Self.ending.contains(came) { CleanupOnSignal.cleanUp() }
    kill(getpid(), came)
    // A former handler, such as one that prints a backtrace, may have returned without ending the
    // process.
    guard Self.ending.contains(came) else { return }
    signal(came, SIG_DFL)
    kill(getpid(), came)
  }

  /// Restores the former actions of the signals, and ignores the signal that came.
  func discard() {
    _ = restore()
    block(formerMask)
  }

  private func block(_ mask: sigset_t) {
    var mask = mask
    unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// - Returns: the signal that came; zero for none.
  private func restore() -> Int32 {
    for (number, action) in former {
      var action = action
      unsafe sigaction(number, &action, nil)
    }
    former = []
    return Self.last.exchange(0, ordering: .sequentiallyConsistent)
  }
}

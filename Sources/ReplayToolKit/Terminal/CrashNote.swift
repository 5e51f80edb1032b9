import PlatformLibc
import Synchronization

/// The last line on the error output if the process crashes, such as by a failed precondition in a
/// domain.
enum CrashNote {
  /// The signals of a crash.
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
  /// The address of the line, a C string; zero for none. A signal handler reads it.
  private static let line = Atomic<UInt>(0)
  /// The address of the former actions, by the number of their signal.
  private static let former = Atomic<UInt>(0)

  /// Sets the line of the work that now begins, with its line feed. The first call installs the
  /// handler of the signals.
  static func set(_ text: String) {
    if former.load(ordering: .relaxed) == 0 { watch() }
    let new = unsafe strdup(text)
    let old = line.exchange(UInt(bitPattern: new), ordering: .sequentiallyConsistent)
    unsafe free(UnsafeMutableRawPointer(bitPattern: old))
  }

  private static func watch() {
    let count = Int(signals.max() ?? 0) + 1
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: count)
    former.store(UInt(bitPattern: actions), ordering: .sequentiallyConsistent)
    // A stack of its own, since the crash may be that of the stack.
    let size = 1 << 16
    var stack = unsafe stack_t()
    unsafe stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    unsafe stack.ss_size = .init(size)
    unsafe sigaltstack(&stack, nil)
    for number in signals {
      unsafe sigaction(number, nil, actions + Int(number))
      var action = sigaction()
      // As for the former handler, which faults on purpose while it looks at the memory.
      action.sa_mask = unsafe actions[Int(number)].sa_mask
      action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER
      unsafe action.handler = { unsafe CrashNote.end($0, $1, $2) }
      unsafe sigaction(number, &action, nil)
    }
  }

  /// Runs in a signal handler. First the former handler prints its backtrace, if Swift's runtime has
  /// one; then the line is the last one. The signal ends the process even if it came from outside,
  /// after which Swift's handler would let the process continue.
  private static func end(
    _ number: Int32, _ info: UnsafeMutablePointer<siginfo_t>?, _ context: UnsafeMutableRawPointer?
  ) {
    let actions = former.load(ordering: .sequentiallyConsistent)
    if let former = unsafe UnsafePointer<sigaction>(bitPattern: actions)?[Int(number)],
      former.sa_flags & SA_SIGINFO != 0
    {
      unsafe former.handler?(number, info, context)
    }
    let address = line.exchange(0, ordering: .sequentiallyConsistent)
    if let text = unsafe UnsafePointer<CChar>(bitPattern: address) {
      _ = unsafe write(STDERR_FILENO, text, strlen(text))
    }
    signal(number, SIG_DFL)
    raise(number)
  }
}

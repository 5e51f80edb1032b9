import PlatformLibc
import Synchronization

/// A line on the error output if the process crashes, such as by a failed precondition in a domain.
enum CrashNote {
  /// The signals of a crash.
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]
  /// The address of the line, a C string; zero for none. A signal handler reads it.
  private static let line = Atomic<UInt>(0)
  /// The address of the former actions, by the number of their signal.
  private static let former = Atomic<UInt>(0)

  /// Sets the line of the work that now begins, with its line feed. The first call installs the handler of the signals.
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
      var action = HeldSignals.action { CrashNote.write($0) }
      action.sa_flags = SA_ONSTACK
      unsafe sigaction(number, &action, actions + Int(number))
    }
  }

  /// Runs in a signal handler: atomic operations and system calls. The signal then takes effect as
  /// if there had been no handler.
  private static func write(_ number: Int32) {
    let address = line.exchange(0, ordering: .sequentiallyConsistent)
    if let text = unsafe UnsafePointer<CChar>(bitPattern: address) {
      _ = unsafe PlatformLibc.write(STDERR_FILENO, text, strlen(text))
    }
    let actions = former.load(ordering: .sequentiallyConsistent)
    if let actions = unsafe UnsafePointer<sigaction>(bitPattern: actions) {
      unsafe sigaction(number, actions + Int(number), nil)
    }
    raise(number)
  }
}

import EventEngine

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A command that `/bin/sh` runs, as a process of its own.
package struct ShellCommand: Sendable {
  private let command: String

  /// How it ended.
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case ended(signal: Int32)
  }

  package init(_ command: String) { self.command = command }

  /// Runs the command with `input` as its standard input, and waits for its end. Its other streams
  /// are those of this process. A command that reads nothing, or not all, is no failure.
  ///
  /// SIGTERM and SIGHUP are handed on to it meanwhile, and a terminal sends SIGINT and SIGQUIT to
  /// both. Such a signal ends this process when `finish` has returned, which is called with the
  /// ending; what `finish` throws comes before it.
  package func run(input: [UInt8], finish: (Ending) throws -> Void) throws {
    let signals = HeldSignals(HeldSignals.ending)
    do {
      let (process, writing) = try start()
      signals.handOn(to: process)
      Self.write(input, to: writing)
      close(writing)
      let ending = try Self.wait(for: process)
      signals.keep()
      try finish(ending)
    } catch {
      signals.drop()
      throw error
    }
    signals.release()
  }

  private func start() throws(SystemError) -> (process: pid_t, writing: Int32) {
    // A child whose end is ignored cannot be waited for.
    signal(SIGCHLD, SIG_DFL)
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    do throws(SystemError) { return (try spawn(reading: ends[0]), ends[1]) } catch {
      close(ends[1])
      throw error
    }
  }

  private func spawn(reading: Int32) throws(SystemError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = unsafe posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    unsafe posix_spawnattr_init(&attributes)
    defer {
      unsafe posix_spawn_file_actions_destroy(&actions)
      unsafe posix_spawnattr_destroy(&attributes)
    }
    unsafe posix_spawn_file_actions_adddup2(&actions, reading, STDIN_FILENO)
    // This process ignores them, and what is ignored stays ignored in a new program.
    var usual = sigset_t()
    unsafe sigemptyset(&usual)
    var none = usual
    for number in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&usual, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words = unsafe ["sh", "-c", command].map { (word: String) in unsafe strdup(word) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code = unsafe posix_spawn(
      &process, "/bin/sh", &actions, &attributes, &words, environ)
    guard code == 0 else { throw SystemError(code: code) }
    return process
  }

  private static func write(_ input: [UInt8], to descriptor: Int32) {
    var output = TextOutput(descriptor: descriptor)
    output.bytes = input
    // The command has seen enough.
    do throws(SystemError) { try output.flush() } catch { return }
  }

  private static func wait(for process: pid_t) throws(SystemError) -> Ending {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      if errno != EINTR { throw SystemError(code: errno) }
    }
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .ended(signal: signal)
  }
}

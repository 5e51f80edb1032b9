import EventEngine
import PlatformLibc

/// Starts programs as processes, with given standard streams.
package enum Spawn {
  #if canImport(Darwin)
    package typealias Streams = posix_spawn_file_actions_t?
    package static let newSession: Int16 = 0x400
  #else
    package typealias Streams = posix_spawn_file_actions_t
    package static let newSession: Int16 = 0x80
  #endif

  /// Starts a program with no signals blocked. SIGPIPE and SIGXFSZ, which this process ignores,
  /// have their default effect in the program. With `newSession`, so do SIGINT and SIGQUIT, which a
  /// process in the background ignores.
  ///
  /// - Parameters:
  ///   - words: the program's name and arguments.
  ///   - variables: the environment, as `NAME=value`; nil for that of this process.
  ///   - flags: further flags of `posix_spawn`, such as `newSession`.
  ///   - streams: sets up streams of the new process; the others are those of this one.
  /// - Returns: the process, which the caller has to wait for.
  package static func start(
    _ program: String, _ words: [String], variables: [String]? = nil, flags: Int16 = 0,
    streams: (inout Streams) -> Void
  ) throws(SystemError) -> pid_t {
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
    unsafe streams(&actions)
    // A signal that this process ignores would stay ignored in the new program.
    var usual = sigset_t()
    unsafe sigemptyset(&usual)
    var none = usual
    let interrupts = flags & newSession == 0 ? [] : [SIGINT, SIGQUIT]
    for number in [SIGPIPE, SIGXFSZ] + interrupts { unsafe sigaddset(&usual, number) }
    unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(
      &attributes, flags | Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words = unsafe words.map { (word: String) in unsafe strdup(word) } + [nil]
    var copies = unsafe (variables ?? []).map { (text: String) in unsafe strdup(text) } + [nil]
    defer { unsafe (words + copies).forEach { unsafe free($0) } }
    var process: pid_t = 0
    let code =
      if variables == nil {
        unsafe posix_spawn(&process, program, &actions, &attributes, &words, environ)
      } else {
        unsafe posix_spawn(&process, program, &actions, &attributes, &words, &copies)
      }
    guard code == 0 else { throw SystemError(code: code) }
    return process
  }

  /// Starts a command of `/bin/sh` that reads from a pipe.
  ///
  /// - Parameters:
  ///   - leads: whether the command gets a process group of its own.
  ///   - isQuiet: whether the command's standard output is discarded.
  /// - Returns: the process, which the caller has to wait for, and the descriptor to write to.
  static func shell(
    _ command: String, leads: Bool = false, isQuiet: Bool = false
  ) throws(SystemError) -> (process: pid_t, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw SystemError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    do throws(SystemError) {
      let flags = leads ? Int16(POSIX_SPAWN_SETPGROUP) : 0
      let process = try unsafe start("/bin/sh", ["sh", "-c", command], flags: flags) { streams in
        unsafe posix_spawn_file_actions_adddup2(&streams, ends[0], STDIN_FILENO)
        guard isQuiet else { return }
        unsafe posix_spawn_file_actions_addopen(&streams, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      }
      return (process, ends[1])
    } catch {
      close(ends[1])
      throw error
    }
  }

  /// Whether this process has a controlling terminal.
  static var hasTerminal: Bool {
    let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC)
    if terminal >= 0 { close(terminal) }
    return terminal >= 0
  }

  /// Runs a program on the streams of this process, and waits for its end. Ctrl-C ends the program
  /// and not this process.
  ///
  /// - Returns: whether Ctrl-C ended it.
  static func runToEnd(_ program: String, _ words: [String]) throws(SystemError) -> Bool {
    let signals = HeldSignals([SIGINT, SIGQUIT])
    defer { signals.discard() }
    // While SIGCHLD is ignored, the end of a child cannot be waited for.
    signal(SIGCHLD, SIG_DFL)
    let process = try unsafe start(program, words) { _ in }
    return try end(of: process) & 0x7f == SIGINT
  }

  /// Waits for the end of a process.
  ///
  /// - Returns: the status, as returned by `waitpid`.
  package static func end(of process: pid_t) throws(SystemError) -> Int32 {
    var status: Int32 = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      if errno != EINTR { throw SystemError(code: errno) }
    }
    return status
  }
}

import EventEngine
import PlatformLibc

/// Questions to a person on the terminal.
package enum Prompt {
  /// Asks on the terminal; nil if there is no terminal or its input ends without an answer.
  package static func answer(_ question: String) -> String? { ask(question, isSilent: false) }

  /// Asks on the terminal without echo, so that the answer stays secret; nil if there is no
  /// terminal or its input ends without an answer.
  ///
  /// A signal that ends or stops the process first restores the terminal. A process that continues
  /// after a stop asks again, without echo.
  package static func secret(_ question: String) -> String? { ask(question, isSilent: true) }

  private static func ask(_ question: String, isSilent: Bool) -> String? {
    let descriptor = openTerminal()
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    while true {
      let answer = isSilent ? askSilently(question, descriptor) : askOnce(question, descriptor)
      switch answer {
      case .line(let line): return line
      case .nothing: return nil
      // The signal has taken effect: the process was stopped, and continues.
      case .signal: continue
      }
    }
  }

  private static func openTerminal() -> Int32 {
    unsafe PlatformLibc.open("/dev/tty", O_RDWR | O_CLOEXEC)
  }

  private enum Answer {
    case line(String)
    /// The input has ended.
    case nothing
    case signal
  }

  private static func askSilently(_ question: String, _ descriptor: Int32) -> Answer {
    var settings = termios()
    guard unsafe tcgetattr(descriptor, &settings) == 0 else { return .nothing }
    var silent = settings
    silent.c_lflag &= ~tcflag_t(ECHO)
    let signals = HeldSignals(HeldSignals.ending + [SIGTSTP])
    unsafe tcsetattr(descriptor, TCSAFLUSH, &silent)
    let answer = askOnce(question, descriptor, until: { signals.hasCome })
    unsafe tcsetattr(descriptor, TCSAFLUSH, &settings)
    write("\n", to: descriptor)
    signals.release()
    return answer
  }

  /// The next line of standard input, a terminal; nil at its end.
  static func inputLine() -> String? {
    if case .line(let text) = askOnce("", STDIN_FILENO) { text } else { nil }
  }

  private static func askOnce(
    _ question: String, _ descriptor: Int32, until isOver: () -> Bool = { false }
  ) -> Answer {
    write(question, to: descriptor)
    var line: [UInt8] = []
    while line.last != 0x0a && line.count < 4096 {
      if isOver() { return .signal }
      // A signal may come just before the wait begins.
      guard hasInput(descriptor, within: 100) else { continue }
      var byte: UInt8 = 0
      let count = readByte(descriptor, &byte)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { break }
      line.append(byte)
    }
    if line.isEmpty { return isOver() ? .signal : .nothing }
    let text = line.prefix { $0 != 0 && $0 != 0x0a && $0 != 0x0d }
    return .line(String(decoding: text, as: UTF8.self))
  }

  /// Whether something can be read within so many milliseconds.
  static func hasInput(_ descriptor: Int32 = STDIN_FILENO, within milliseconds: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&wanted, 1, milliseconds) > 0
  }

  static func readByte(_ descriptor: Int32, _ byte: inout UInt8) -> Int {
    unsafe PlatformLibc.read(descriptor, &byte, 1)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    var output = TextOutput(descriptor: descriptor)
    output.bytes.append(contentsOf: text.utf8)
    // The following read notices a terminal that is gone.
    do throws(SystemError) { try output.flush() } catch { return }
  }
}

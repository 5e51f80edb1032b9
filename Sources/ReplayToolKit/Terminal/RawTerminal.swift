import EventEngine
import PlatformLibc

/// The terminal on standard input in raw mode: without echo, without line editing by the terminal,
/// and without keys that send signals. The mode lasts while one line is typed. Signals that end or
/// stop the process are held meanwhile.
struct RawTerminal: ~Copyable {
  private let former: termios
  private let signals: HeldSignals

  /// Nil if standard input is no terminal.
  init?() {
    var settings = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    former = settings
    signals = HeldSignals(HeldSignals.ending + [SIGTSTP])
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG | IEXTEN)
    settings.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR)
    // Text that was typed ahead stays.
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
  }

  /// Restores the terminal, and lets a signal that came take effect. Returns if the process
  /// continues.
  consuming func restore() {
    var settings = former
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
    signals.release()
  }

  var hasSignal: Bool { signals.hasCome }

  /// Stops the process as Ctrl-Z does.
  func stop() { kill(getpid(), SIGTSTP) }

  enum Input { case byte(UInt8), nothing, end }

  /// Waits for a byte. Reads no more than one, since text that is typed after the line is input of
  /// the program that the line starts.
  func read(within milliseconds: Int32) -> Input {
    guard Prompt.hasInput(within: milliseconds) else { return .nothing }
    var byte: UInt8 = 0
    let count = Prompt.readByte(STDIN_FILENO, &byte)
    if count < 0 && errno == EINTR { return .nothing }
    return count > 0 ? .byte(byte) : .end
  }
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What a person types when asked.
public enum Prompt {
  /// Asks on the terminal; nil when there is no terminal.
  public static func answer(_ question: String) -> String? { ask(question, isSilent: false) }

  /// Asks on the terminal without echo, so that nobody can read the answer; nil when there is no
  /// terminal.
  public static func secret(_ question: String) -> String? { ask(question, isSilent: true) }

  private static func ask(_ question: String, isSilent: Bool) -> String? {
    guard let terminal = unsafe fopen("/dev/tty", "r+") else { return nil }
    defer { unsafe fclose(terminal) }
    let descriptor = unsafe fileno(terminal)
    var settings = termios()
    if isSilent {
      guard unsafe tcgetattr(descriptor, &settings) == 0 else { return nil }
      var silent = settings
      silent.c_lflag &= ~tcflag_t(ECHO)
      unsafe tcsetattr(descriptor, TCSAFLUSH, &silent)
    }
    defer {
      if isSilent {
        unsafe tcsetattr(descriptor, TCSAFLUSH, &settings)
        unsafe fputs("\n", terminal)
      }
    }
    unsafe fputs(question, terminal)
    unsafe fflush(terminal)
    var line = [CChar](repeating: 0, count: 4096)
    guard unsafe fgets(&line, Int32(line.count), terminal) != nil else { return nil }
    let bytes = line.prefix { $0 != 0 && $0 != 0x0a && $0 != 0x0d }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

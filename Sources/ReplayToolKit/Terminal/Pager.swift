import EventEngine
import PlatformLibc

/// The state of the pager of an output.
enum Paging: Sendable {
  /// Output goes to its descriptor.
  case off
  /// Output is held until it is longer than the screen.
  case waiting(pager: String, height: Int, width: Int)
  /// Output goes to the pager, which this process waits for.
  case running(pid_t)
}

extension TextOutput {
  /// Sends output that is longer than the screen through `$PAGER` if it is a terminal. A variable
  /// that is empty or `cat` turns the pager off.
  ///
  /// - Parameter language: the language of the message that the program of `$PAGER` is missing.
  package mutating func page(in language: Language) {
    guard case .off = paging, isTerminal, let pager = Self.pager(in: language),
      let (height, width) = Self.screen(of: descriptor)
    else { return }
    paging = .waiting(pager: pager, height: height, width: width)
    screenWidth = width
  }

  /// Whether a pager shows the output, so that nothing else may be written on the screen.
  var isPaged: Bool {
    if case .running = paging { true } else { false }
  }

  /// Returns whether to hold the output, since it is no longer than the screen so far. Starts the
  /// pager for longer output.
  mutating func isHeld() -> Bool {
    guard case .waiting(let pager, let height, let width) = paging else { return false }
    var lines = 0
    for line in bytes.split(separator: 0x0a, omittingEmptySubsequences: false) {
      lines += 1 + line.count / width
    }
    if lines <= height { return true }
    start(pager)
    return false
  }

  /// Writes the held output and waits until the pager, if there is one, has ended. Then output goes
  /// to the screen again.
  package mutating func endPager() {
    defer { screenWidth = nil }
    switch paging {
    case .off: return
    case .waiting:
      paging = .off
      do throws(SystemError) { try flush() } catch { bytes.removeAll() }
    case .running(let process):
      do throws(SystemError) { try flush() } catch { bytes.removeAll() }
      close(descriptor)
      do throws(SystemError) { _ = try Spawn.end(of: process) } catch { bytes.removeAll() }
      signal(SIGINT, SIG_DFL)
      descriptor = STDOUT_FILENO
      paging = .off
    }
  }

  private mutating func start(_ pager: String) {
    paging = .off
    do throws(SystemError) {
      let (process, writing) = try Spawn.shell(pager)
      // Ctrl-C is for the pager. If it ended this process, the pager and the shell would both read
      // from the terminal.
      signal(SIGINT, SIG_IGN)
      descriptor = writing
      paging = .running(process)
    } catch { return }
  }

  /// The shell command of the pager; nil for none. As for git, `LESS` is FRX unless it is set.
  private static func pager(in language: Language) -> String? {
    let less = "LESS=\"${LESS-FRX}\"; export LESS; "
    let usual = "if command -v less > /dev/null; then exec less; else exec cat; fi"
    do throws(InvalidUTF8) {
      if try ProcessEnvironment.value("TERM") == "dumb" { return nil }
      guard let pager = try ProcessEnvironment.value("PAGER") else { return less + usual }
      return ["", "cat"].contains(pager) ? nil : less + orOutput(pager, language)
    } catch { return nil }
  }

  /// The shell command that runs the pager or, if its program is not found, shows the output.
  private static func orOutput(_ pager: String, _ language: Language) -> String {
    let program = pager.prefix { !$0.isWhitespace }
    // An assignment or a quoted name is left to the shell.
    guard String(program).shellWord == program, !program.contains("=") else { return pager }
    let missing = Bilingual(
      ru: "PAGER называет \(program), а такой программы нет",
      en: "PAGER names \(program), which is not found")
    return """
      if command -v \(program) > /dev/null; then
      \(pager)
      else
      echo '\(toolName): \(missing[language])' >&2; cat
      fi
      """
  }

  /// The width of the terminal in columns; nil if the output is not for a terminal.
  package var width: Int? {
    screenWidth ?? (isTerminal ? Self.screen(of: descriptor)?.width : nil)
  }

  /// Whether the output is for a person: on a terminal, perhaps through a pager.
  var isForTerminal: Bool { screenWidth != nil || isTerminal }

  /// The size of the terminal in characters; nil if it reports none.
  private static func screen(of descriptor: Int32) -> (height: Int, width: Int)? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0
    else { return nil }
    return (Int(size.ws_row), Int(size.ws_col))
  }
}

import Foundation
import ReplayToolKit

// Functions of the C library that its module on Linux does not declare.
@_silgen_name("posix_openpt") private func openTerminal(_ flags: Int32) -> Int32
@_silgen_name("grantpt") private func grantTerminal(_ terminal: Int32) -> Int32
@_silgen_name("unlockpt") private func unlockTerminal(_ terminal: Int32) -> Int32
@_silgen_name("ptsname") private func name(ofTerminal: Int32) -> UnsafePointer<CChar>?

// `open` and `read` have other meanings below.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags) }
private func systemRead(_ file: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
  unsafe read(file, &buffer, count)
}

/// A pseudo-terminal on which the built tool runs and a test types.
enum PseudoTerminal {
  struct Failed: Error { let step: String }

  /// Runs the tool on its own terminal, with `typed` as keyboard input from the start.
  ///
  /// - Parameter columns: the width of the screen; 0 for an unknown width.
  /// - Returns: the contents of the screen, and the exit status.
  static func run(
    _ arguments: [String], in folder: Folder, typing typed: String, columns: UInt16 = 0,
    variables: [String] = ["NO_COLOR=1"]
  ) throws -> (screen: String, status: Int32) {
    let (master, path) = try open()
    let keyboard = FileHandle(fileDescriptor: master, closeOnDealloc: true)
    var size = winsize()
    size.ws_col = columns
    size.ws_row = columns == 0 ? 0 : 50
    guard unsafe ioctl(master, UInt(TIOCSWINSZ), &size) == 0 else { throw Failed(step: "sizing") }
    let process = try spawn(arguments, in: folder, on: path, variables)
    try keyboard.write(contentsOf: Data(typed.utf8))
    let screen = try read(master, until: nil)
    return (screen, try Spawn.end(of: process) >> 8 & 0xff)
  }

  /// Runs a program on its own terminal, and types each text once the screen shows the output to
  /// wait for.
  static func talk(
    _ arguments: [String], of program: String = Tool.executable.path, in folder: Folder,
    _ steps: [(shown: String, typed: String)], variables: [String] = ["NO_COLOR=1"]
  ) throws -> (screen: String, status: Int32) {
    let (master, path) = try open()
    let keyboard = FileHandle(fileDescriptor: master, closeOnDealloc: true)
    let words = program == Tool.executable.path ? ["--journal", folder.journal] : []
    let process = try spawn(program, arguments + words, on: path, variables)
    var screen = ""
    for (shown, typed) in steps {
      screen += try read(master, until: shown)
      try keyboard.write(contentsOf: Data(typed.utf8))
    }
    screen += try read(master, until: nil)
    return (screen, try Spawn.end(of: process) >> 8 & 0xff)
  }

  /// Runs the tool until its prompt, sends it a signal, and types `typed` at the next prompt.
  ///
  /// - Returns: whether the terminal echoed at the prompt and afterwards, and the status of the
  ///   process as `waitpid` reports it.
  static func interrupt(
    _ arguments: [String], in folder: Folder, askedFor question: String, with signal: Int32,
    typing typed: String? = nil, variables: [String] = ["NO_COLOR=1"]
  ) throws -> (echoedWhenAsked: Bool, echoesAfterwards: Bool, status: Int32) {
    let (master, path) = try open()
    let keyboard = FileHandle(fileDescriptor: master, closeOnDealloc: true)
    // Held open, so that the terminal keeps its settings after the process has ended.
    let held = systemOpen(path, O_RDWR | O_NOCTTY)
    defer { close(held) }
    let process = try spawn(arguments, in: folder, on: path, variables)
    _ = try read(master, until: question)
    let echoed = echoes(held)
    kill(process, signal)
    if let typed {
      _ = try read(master, until: question)
      try keyboard.write(contentsOf: Data(typed.utf8))
    }
    let status = try Spawn.end(of: process)
    return (echoed, echoes(held), status)
  }

  private static func echoes(_ terminal: Int32) -> Bool {
    var settings = termios()
    return unsafe tcgetattr(terminal, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
  }

  private static func open() throws -> (master: Int32, path: String) {
    let master = openTerminal(O_RDWR | O_NOCTTY)
    guard master >= 0, grantTerminal(master) == 0, unlockTerminal(master) == 0,
      let path = unsafe name(ofTerminal: master)
    else { throw Failed(step: "opening") }
    return (master, unsafe String(cString: path))
  }

  /// The output up to this text, or to the end: once no process has the terminal open,
  /// reading it fails.
  ///
  /// - Throws: if there is no more output for minutes. The process then loses its terminal and
  ///   ends.
  private static func read(_ master: Int32, until end: String?) throws -> String {
    var screen: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var wanted = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&wanted, 1, 300_000) != 0 else {
        throw Failed(step: "waiting after \(String(decoding: screen.suffix(1000), as: UTF8.self))")
      }
      let count = systemRead(master, &buffer, buffer.count)
      if count <= 0 { break }
      screen += buffer.prefix(count)
      if let end, String(decoding: screen, as: UTF8.self).contains(end) { break }
    }
    return String(decoding: screen, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  /// Starts a process with the terminal at `path` as its controlling terminal.
  private static func spawn(
    _ arguments: [String], in folder: Folder, on path: String, _ variables: [String]
  ) throws -> pid_t {
    try spawn(
      Tool.executable.path, arguments + ["--journal", folder.journal], on: path, variables)
  }

  private static func spawn(
    _ program: String, _ arguments: [String], on path: String, _ variables: [String]
  ) throws -> pid_t {
    try unsafe Spawn.start(
      program, [program] + arguments, variables: variables + ["LC_ALL=C.UTF-8"],
      flags: Spawn.newSession
    ) { streams in
      unsafe posix_spawn_file_actions_addopen(&streams, 0, path, O_RDWR, 0)
      unsafe posix_spawn_file_actions_adddup2(&streams, 0, 1)
      unsafe posix_spawn_file_actions_adddup2(&streams, 0, 2)
    }
  }
}

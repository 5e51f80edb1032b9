import EventEngine
import PlatformLibc

/// A command that `/bin/sh` runs as a process of its own.
package struct ShellCommand: Sendable {
  private let command: String
  /// Whether the command's standard output is discarded.
  private let isQuiet: Bool

  /// The end of the process.
  package enum Ending: Hashable, Sendable {
    case exited(Int32)
    case ended(signal: Int32)
  }

  package init(_ command: String, isQuiet: Bool = false) {
    self.command = command
    self.isQuiet = isQuiet
  }

  /// Reads the option `--run`; nil if it is missing. An empty command, for example from an unset
  /// variable, is refused, because it would always succeed.
  init?(_ arguments: Arguments, isQuiet: Bool = false) throws(UsageError) {
    guard let command = arguments.value("--run") else { return nil }
    if command.trimmed.isEmpty {
      throw UsageError(
        ru: "--run требует непустой команды", en: "--run takes a command that is not empty")
    }
    self.init(command, isQuiet: isQuiet)
  }

  /// Runs the command with `line` and a line feed as its standard input.
  ///
  /// - Parameter purpose: follows the words "the command", for the message if it cannot be run.
  func run(line: [UInt8], _ purpose: Bilingual, finish: (Ending) throws -> Void) throws {
    do { try run(input: line + [0x0a], finish: finish) } catch let error as SystemError {
      throw ToolFailure(
        .inputOutput,
        ru: "не удалось запустить команду \(purpose.ru): \(error.text.ru)",
        en: "cannot run the command \(purpose.en): \(error)")
    }
  }

  /// Runs the command with `input` as its standard input, and waits for its end. Its other streams
  /// are those of this process, except for the standard output of a quiet command. A command that
  /// does not read all of its input is not a failure.
  ///
  /// A signal that ends this process reaches the command, too, and without a terminal also its
  /// children (docs/decisions/0036). It ends this process after `finish`, which receives the ending,
  /// has returned. An error of `finish` takes precedence.
  package func run(input: [UInt8], finish: (Ending) throws -> Void) throws {
    let signals = HeldSignals(HeldSignals.ending)
    do {
      // While SIGCHLD is ignored, the end of a child cannot be waited for.
      signal(SIGCHLD, SIG_DFL)
      let leads = !Spawn.hasTerminal
      let (process, writing) = try Spawn.shell(command, leads: leads, isQuiet: isQuiet)
      signals.forward(to: process, isGroup: leads)
      Self.write(input, to: writing)
      close(writing)
      let ending = try Self.wait(for: process)
      signals.stopForwarding()
      try finish(ending)
    } catch {
      signals.discard()
      throw error
    }
    signals.release()
  }

  private static func write(_ input: [UInt8], to descriptor: Int32) {
    var output = TextOutput(descriptor: descriptor)
    output.bytes = input
    // A failure means that the command has stopped reading.
    do throws(SystemError) { try output.flush() } catch { return }
  }

  private static func wait(for process: pid_t) throws(SystemError) -> Ending {
    let status = try Spawn.end(of: process)
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .ended(signal: signal)
  }
}

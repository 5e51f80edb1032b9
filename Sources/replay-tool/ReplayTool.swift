import Domain
import EventStore

/// The command line of the engine.
@main
struct ReplayTool {
  static let version = "1.0.0"

  /// Every verb; a new one is a file in `Subcommands` and a word here.
  static let subcommands: [any Subcommand.Type] = [
    Issue.self, Show.self, ReplayCommand.self, Audit.self, Tail.self, Verify.self, Import.self,
    Export.self, Backup.self, Restore.self, Recover.self, Erase.self, SnapshotCommand.self,
    CheckCommand.self,
    Stats.self, MachineSession.self, Catalog.self, Completions.self, Bench.self, Tour.self,
  ]

  static func main() {
    ProcessEnvironment.reserveStandardStreams()
    ProcessEnvironment.ignoreClosedPipes()
    ProcessEnvironment.ignoreFileSizeLimits()
    var terminal = Terminal()
    let status: ExitStatus
    do throws(NotText) {
      status = run(try ProcessEnvironment.words(), &terminal)
    } catch { status = refuse(UsageError(error), [], &terminal) }
    ProcessEnvironment.exit(status.rawValue)
  }

  static func run(_ words: [String], _ terminal: inout Terminal) -> ExitStatus {
    do {
      let status = try dispatch(words, &terminal)
      try terminal.flush()
      return status
    } catch let error as NotText {
      return refuse(UsageError(error), words, &terminal)
    } catch let error as UsageError {
      return refuse(error, words, &terminal)
    } catch let error as ToolFailure {
      return fail(error, &terminal)
    } catch let error as JournalError {
      return fail(ToolFailure(error), &terminal)
    } catch let error as SystemError {
      // A reader that has seen enough is no failure.
      if error == .closedPipe { return .success }
      return fail(ToolFailure(.inputOutput, "standard streams: \(error)"), &terminal)
    } catch {
      return fail(ToolFailure(.inputOutput, "\(error)"), &terminal)
    }
  }

  private static func refuse(
    _ error: UsageError, _ words: [String], _ terminal: inout Terminal
  ) -> ExitStatus {
    terminal.note("replay-tool: \(error.message)")
    let known = subcommands.first { $0.name == words.first }
    terminal.note("try: replay-tool \(known.map { "\($0.name) " } ?? "")--help")
    return .usage
  }

  private static func fail(_ failure: ToolFailure, _ terminal: inout Terminal) -> ExitStatus {
    do throws(SystemError) { try terminal.flush() } catch {
      terminal.note("replay-tool: standard output: \(error)")
    }
    terminal.note("replay-tool: \(failure.message)")
    if let hint = failure.hint { terminal.note("hint: \(hint)") }
    return failure.status
  }

  private static func dispatch(
    _ words: [String], _ terminal: inout Terminal
  ) throws -> ExitStatus {
    guard let first = words.first else {
      throw UsageError("which subcommand?")
    }
    if first == "--version" {
      try terminal.print("replay-tool \(version)")
      return .success
    }
    if first == "--help" || first == "-h" || first == "help" {
      try Help.print(words.dropFirst().first, &terminal)
      return .success
    }
    guard let subcommand = subcommands.first(where: { $0.name == first }) else {
      throw UsageError.unknown(
        "subcommand", first, nearest: Spelling.nearest(to: first, in: subcommands.map { $0.name }))
    }
    let arguments = try Arguments(Array(words.dropFirst()), options: subcommand.allOptions)
    if arguments.has("--help") {
      try Help.print(subcommand.name, &terminal)
      return .success
    }
    var command = try subcommand.init(arguments)
    return try command.run(&terminal)
  }
}

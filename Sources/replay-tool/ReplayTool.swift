import Domain
import EventStore

/// The command line of the engine.
@main
struct ReplayTool {
  static let version = "0.9.0"

  /// Every verb; a new one is a file in `Subcommands` and a word here.
  static let subcommands: [any Subcommand.Type] = [
    Issue.self, Show.self, ReplayCommand.self, Audit.self, Tail.self, Consumers.self, Verify.self,
    Import.self,
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
    } catch {
      let words = ProcessEnvironment.hasWord("--json") ? ["--json"] : []
      status = refuse(UsageError(error), words, &terminal)
    }
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
      return fail(error, words, &terminal)
    } catch let error as JournalError {
      return fail(ToolFailure(error), words, &terminal)
    } catch let error as SystemError {
      // A reader that has seen enough is no failure.
      if error == .closedPipe { return .success }
      return fail(
        ToolFailure(.inputOutput, "standard streams: \(error)"), words, &terminal)
    } catch {
      return fail(ToolFailure(.inputOutput, "\(error)"), words, &terminal)
    }
  }

  private static func refuse(
    _ error: UsageError, _ words: [String], _ terminal: inout Terminal
  ) -> ExitStatus {
    let known = subcommands.first { $0.name == words.first }
    let verb = known.map { "\($0.name) " } ?? ""
    let failure = ToolFailure(.usage, error.message)
    return fail(failure, words, &terminal, then: "try: replay-tool \(verb)--help")
  }

  /// Says why the work could not be done: to people, and to programs that asked for JSON.
  private static func fail(
    _ failure: ToolFailure, _ words: [String], _ terminal: inout Terminal,
    then advice: String? = nil
  ) -> ExitStatus {
    do throws(SystemError) {
      if words.prefix(while: { $0 != "--" }).contains("--json") {
        try terminal.print(JSONWriter.failure(failure.code, failure.message))
      }
      try terminal.flush()
    } catch { terminal.note("replay-tool: standard output: \(error)") }
    terminal.note("replay-tool: \(failure.message)")
    if let hint = failure.hint { terminal.note("hint: \(hint)") }
    if let advice { terminal.note(advice) }
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

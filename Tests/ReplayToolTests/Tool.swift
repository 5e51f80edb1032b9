import Foundation
// Every test reads the outcome of a run.
@_exported import TestSupport

/// The built tool, run as a separate process.
enum Tool {
  static let executable = Process.executable("replay-tool")

  /// The language of the tool. Most tests are in Russian; `LocaleTests` tests the tool's own
  /// choice.
  @TaskLocal static var locale = "ru"

  typealias Outcome = ToolRun.Outcome

  /// - Parameter variables: of the environment; nil: unset.
  static func process(
    _ arguments: [String], in folder: Folder, variables: [String: String?] = [:]
  ) -> Process {
    let process = Process()
    process.executableURL = folder.tool
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    var environment = ProcessInfo.processInfo.environment
    environment["REPLAY_JOURNAL"] = folder.journal
    environment["NO_COLOR"] = "1"
    environment["REPLAY_LOCALE"] = locale
    for (name, value) in variables { environment[name] = value }
    process.environment = environment
    return process
  }

  /// Runs it to its end with `input` as standard input.
  @discardableResult
  static func run(
    _ arguments: [String], in folder: Folder, input: Data = Data(),
    variables: [String: String?] = [:]
  ) throws -> Outcome {
    let process = process(arguments, in: folder, variables: variables)
    return try ToolRun(process, input: input, in: folder.temporary).outcome()
  }

  @discardableResult
  static func run(_ arguments: String..., in folder: Folder, input: String = "") throws -> Outcome {
    try run(arguments, in: folder, input: Data(input.utf8))
  }

  /// Runs it with twenty seconds of processor time, after which it is killed.
  static func runQuickly(
    _ arguments: String..., in folder: Folder, input: String = ""
  ) throws -> Outcome {
    try shell(#"ulimit -t 20; exec "$0" "$@""#, arguments, in: folder, input: input)
  }

  /// Runs a script in which `$0` is the tool and `$1` the first of `words`.
  static func shell(
    _ script: String, _ words: [String] = [], in folder: Folder, input: String = "",
    by shell: String = "/bin/sh", variables: [String: String?] = [:]
  ) throws -> Outcome {
    let process = process(
      ["-c", script, folder.tool.path] + words, in: folder, variables: variables)
    process.executableURL = URL(filePath: shell)
    return try ToolRun(process, input: Data(input.utf8), in: folder.temporary).outcome()
  }
}

/// Programs that a machine may lack.
enum Programs {
  static func has(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }
}

extension RunningTool {
  convenience init(_ arguments: [String], in folder: Folder) throws {
    try self.init(Tool.process(arguments, in: folder))
  }
}

/// A temporary folder with the journal of one test.
final class Folder: Sendable {
  let temporary: TemporaryFolder
  let url: URL
  /// The tool that reads and writes its journal.
  let tool: URL

  init(tool: URL = Tool.executable) throws {
    self.tool = tool
    temporary = try TemporaryFolder()
    url = URL(filePath: temporary.path, directoryHint: .notDirectory)
  }

  var journal: String { path("journal") }

  func path(_ name: String) -> String { url.appending(path: name).path }

  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: url.appending(path: name))
    return path(name)
  }

  /// The bytes of every segment, one after the other.
  func records() throws -> Data {
    let segments = url.appending(path: "journal/segments")
    let names = try FileManager.default.contentsOfDirectory(atPath: segments.path).sorted()
    return try names.reduce(into: Data()) {
      $0.append(try Data(contentsOf: segments.appending(path: $1)))
    }
  }
}

import Foundation

/// The built tool, run as a separate process.
enum Tool {
  static let executable = executable("replay-tool")

  /// Beside the test bundle.
  static func executable(_ name: String) -> URL {
    let bundles = [Bundle.main.executableURL, Bundle.main.bundleURL]
    for bundle in bundles.compactMap({ $0 }) {
      let candidate = bundle.deletingLastPathComponent().appending(path: name)
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return package.appending(path: ".build/debug/\(name)")
  }

  /// The language of the tool. Most tests are in Russian; `LocaleTests` tests the tool's own
  /// choice.
  @TaskLocal static var locale = "ru"

  /// The results of a run.
  struct Outcome {
    let output: String
    let diagnostics: String
    let status: Int32

    var lines: [Substring] { output.split(separator: "\n") }
  }

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
    let name = UUID().uuidString
    let files = ["in", "out", "err"].map { folder.url.appending(path: ".\(name).\($0)") }
    defer { for file in files { try? FileManager.default.removeItem(at: file) } }
    try input.write(to: files[0])
    for file in files.dropFirst() { try Data().write(to: file) }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return Outcome(
      output: String(decoding: try Data(contentsOf: files[1]), as: UTF8.self),
      diagnostics: String(decoding: try Data(contentsOf: files[2]), as: UTF8.self),
      status: process.terminationStatus)
  }

  @discardableResult
  static func run(_ arguments: String..., in folder: Folder, input: String = "") throws -> Outcome {
    try run(arguments, in: folder, input: Data(input.utf8))
  }
}

/// A temporary folder with the journal of one test, removed with the last reference.
final class Folder: Sendable {
  let url: URL
  /// The tool that reads and writes its journal.
  let tool: URL

  init(tool: URL = Tool.executable) throws {
    self.tool = tool
    url = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

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

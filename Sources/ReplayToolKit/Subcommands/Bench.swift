import EventEngine

/// Runs the benchmark, which is another executable in the same folder.
enum Bench: Verb {
  static let name = "bench"
  static let summary = "measure the engine on this machine (runs replay-bench)"
  static let usage = "[OPTION …]"
  static let options: [OptionSpec] = []
  static let examples: [(command: String, does: String)] = [
    ("\(toolName) bench --help", "the options of replay-bench"),
    ("\(toolName) bench --events 100000 --json", "a small measurement, as JSON"),
  ]
  static let details = """
    Passes all arguments to replay-bench, which must be in the folder of this tool. Build it with
    swift build -c release --product replay-bench.
    """

  /// Replaces this process with `replay-bench`.
  static func run(
    _ words: [String], of tool: ReplayTool, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    let path = ProcessEnvironment.folderOfExecutable + "/replay-bench"
    let error = ProcessEnvironment.replaceProcess(path, words)
    throw ToolFailure(
      error.status, "cannot run \(path): \(error)",
      hint: "build it with swift build -c release --product replay-bench")
  }
}

import EventEngine

/// Runs the benchmark, which is another executable in the same folder.
enum Bench: Verb {
  static let name = "bench"
  static let summary = Bilingual(
    ru: "измерить движок на этой машине (запускает replay-bench)",
    en: "measure the engine on this machine (runs replay-bench)")
  static let usage = "[OPTION …]"
  static let examples: [Example] = [
    Example(
      "\(toolName) bench --help",
      ru: "опции replay-bench",
      en: "the options of replay-bench"),
    Example(
      "\(toolName) bench --events 100000 --json",
      ru: "небольшое измерение, в JSON",
      en: "a small measurement, as JSON"),
  ]
  static let details = Bilingual(
    ru: """
      Передаёт все аргументы программе replay-bench, которая должна лежать рядом с этой программой.
      Собрать её: swift build -c release --product replay-bench.
      """,
    en: """
      Passes all arguments to replay-bench, which must be in the same folder as this tool. To build it:
      swift build -c release --product replay-bench.
      """)

  /// Replaces this process with `replay-bench`.
  static func run(
    _ words: [String], of tool: ReplayTool, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    let path = ProcessEnvironment.folderOfExecutable + "/replay-bench"
    let error = ProcessEnvironment.replaceProcess(path, words)
    throw ToolFailure(
      error.status,
      ru: "не удалось запустить \(path): \(error.text.ru)", en: "cannot run \(path): \(error)",
      hint: Bilingual(
        ru: "соберите его так: swift build -c release --product replay-bench",
        en: "build it with swift build -c release --product replay-bench"))
  }
}

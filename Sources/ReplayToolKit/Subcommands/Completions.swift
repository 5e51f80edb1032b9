import EventEngine

/// Prints a completion script for a shell.
struct Completions: Subcommand {
  static let name = "completions"
  static let summary = "print a completion script for bash, zsh or fish"
  static let usage = "bash|zsh|fish"
  static let options: [OptionSpec] = []

  static let examples: [(command: String, does: String)] = [
    (
      "source <(\(toolName) completions bash)",
      "for this bash; put the line into ~/.bashrc to keep it"
    ),
    (
      "\(toolName) completions zsh > \"${fpath[1]}/_\(toolName)\"",
      "for every new zsh"
    ),
    (
      "\(toolName) completions fish > ~/.config/fish/completions/\(toolName).fish",
      "for every new fish"
    ),
  ]

  static let details = """
    Completes subcommands, options, the names of commands and read models, and their fields.
    """

  private let common: CommonOptions
  private let shell: String

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    let shells = ["bash", "zsh", "fish"]
    guard let shell = arguments.positionals.first, arguments.positionals.count == 1 else {
      throw UsageError("which shell? bash, zsh or fish")
    }
    guard shells.contains(shell) else {
      throw UsageError.unknown(
        "shell", shell, nearest: Spelling.nearest(to: shell, in: shells) ?? "bash")
    }
    self.shell = shell
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let words = CompletionWords(common.tool)
    let script =
      switch shell {
      case "bash": words.bash
      case "zsh": words.zsh
      default: words.fish
      }
    try terminal.print(lines: script)
    return .success
  }
}

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
    Completes subcommands, options, the names of commands and read models, their fields, and the tags,
    actors and ids of the journal's last events. The scripts ask for these with
    \(toolName) completions recorded KIND PREFIX, where KIND is tag, actor, command-id, correlation, or
    the name of a field.
    """

  private let common: CommonOptions
  private let shell: String
  private var kind = ""
  private var prefix = ""

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    if arguments.positionals.first == "recorded" {
      let words = arguments.positionals.dropFirst()
      shell = "recorded"
      kind = words.first ?? "tag"
      prefix = words.dropFirst().first ?? ""
      return
    }
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
    if shell == "recorded" {
      for word in CompletionWords(common.tool).recorded(kind, prefix, in: common) {
        try terminal.print(word)
      }
      return .success
    }
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

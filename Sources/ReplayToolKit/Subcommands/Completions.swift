import EventEngine

/// Prints a completion script for a shell.
struct Completions: Subcommand {
  static let name = "completions"
  static let summary = Bilingual(
    ru: "вывести скрипт автодополнения для bash, zsh или fish",
    en: "print a completion script for bash, zsh or fish")
  static let usage = "bash|zsh|fish"
  static let options: [OptionSpec] = []

  static let examples: [Example] = [
    Example(
      "source <(\(toolName) completions bash)",
      ru: "для текущего bash; чтобы включать всегда, добавьте строку в ~/.bashrc",
      en: "for this bash; put the line into ~/.bashrc to keep it"),
    Example(
      "\(toolName) completions zsh > \"${fpath[1]}/_\(toolName)\"",
      ru: "для каждого нового zsh",
      en: "for every new zsh"),
    Example(
      "\(toolName) completions fish > ~/.config/fish/completions/\(toolName).fish",
      ru: "для каждого нового fish",
      en: "for every new fish"),
  ]

  static let details = Bilingual(
    ru: """
      Дополняет подкоманды, опции, имена команд и моделей для чтения, их поля, а также теги, участников
      и id из последних событий журнала. Скрипты получают их командой \(toolName) completions recorded
      KIND PREFIX, где KIND — tag, actor, command-id, correlation или имя поля.
      """,
    en: """
      Completes subcommands, options, the names of commands and read models, their fields, and the tags,
      actors and ids of the journal's last events. The scripts get the latter from \(toolName)
      completions recorded KIND PREFIX, where KIND is tag, actor, command-id, correlation, or the name
      of a field.
      """)

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
      throw UsageError(
        ru: "нужна оболочка: bash, zsh или fish",
        en: "completions needs a shell: bash, zsh or fish")
    }
    guard shells.contains(shell) else {
      throw UsageError.unknown(
        .shell, shell, nearest: Spelling.nearest(to: shell, in: shells) ?? "bash")
    }
    self.shell = shell
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    if shell == "recorded" {
      for word in CompletionWords(common.tool, in: common.locale).recorded(kind, prefix, in: common)
      {
        try terminal.print(word)
      }
      return .success
    }
    let words = CompletionWords(common.tool, in: common.locale)
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

import EventEngine

/// Prints a completion script for a shell.
struct Completions: Subcommand {
  static let name = "completions"
  static let summary = Bilingual(
    ru: "вывести скрипт автодополнения для bash, zsh или fish",
    en: "print a completion script for bash, zsh or fish")
  static let usage = "bash|zsh|fish"

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
      и id из последних событий журнала. Скрипты получают их командой \(toolName) completions words --
      WORDS, где WORDS — слова строки до курсора.
      """,
    en: """
      Completes subcommands, options, the names of commands and read models, their fields, and the tags,
      actors and ids of the journal's last events. The scripts get them from \(toolName) completions
      words -- WORDS, where WORDS are the words of the line up to the cursor.
      """)

  private let tool: ReplayTool
  private let language: Language
  /// The language of `--locale`, for the script.
  private let chosen: String?
  private let shell: String
  /// The words of a line up to the cursor, the last of which may be empty; nil for a script.
  private var line: ArraySlice<String>?

  init(_ arguments: Arguments) throws(UsageError) {
    tool = arguments.tool
    language = try .chosen(by: arguments)
    chosen = arguments.value("--locale")
    let words = arguments.positionals
    let shells = ["bash", "zsh", "fish"]
    guard let shell = words.first, shell == "words" || words.count == 1 else {
      throw UsageError(
        ru: "нужна оболочка: bash, zsh или fish",
        en: "completions needs a shell: bash, zsh or fish")
    }
    self.shell = shell
    if shell == "words" {
      line = words.dropFirst()
      return
    }
    _ = try CommonOptions(arguments)
    try arguments.refuseJSON(of: Self.name)
    guard shells.contains(shell) else {
      throw UsageError.unknown(
        .shell, shell, among: shells,
        otherwise: Bilingual(ru: "есть bash, zsh и fish", en: "it takes bash, zsh or fish"))
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    if let line {
      try printWords(after: Array(line.dropLast()), for: line.last ?? "", &terminal)
      return .success
    }
    let scripts = CompletionScripts(tool: toolName, language: chosen)
    let script =
      switch shell {
      case "bash": scripts.bash
      case "zsh": scripts.zsh
      default: scripts.fish
      }
    try terminal.print(lines: script)
    return .success
  }

  /// Prints each word that may stand at the cursor, with its description after a tab. For the name
  /// of a file or a folder, prints a tab, `files` or `folders`, a tab, and the beginning of the word
  /// that stays.
  private func printWords(
    after typed: [String], for word: String, _ terminal: inout Terminal
  ) throws(SystemError) {
    let words = CompletionWords(tool, in: language)
    let common = common(of: typed)
    let offer = words.offer(after: typed, for: word, or: ["--help", "--version"]) { kind, prefix in
      common.map { words.recorded(kind, prefix, in: $0) } ?? []
    }
    switch offer {
    case .words(let found):
      for word in found {
        let about = words.description(of: word, after: typed).map { "\t\($0)" } ?? ""
        try terminal.print { $0 += (word + about).utf8 }
      }
    case .file(let before): try terminal.print { $0 += "\tfiles\t\(before)".utf8 }
    case .folder(let before): try terminal.print { $0 += "\tfolders\t\(before)".utf8 }
    }
  }

  /// The options of the typed journal, else of the usual one; nil if its address is wrong.
  private func common(of typed: [String]) -> CommonOptions? {
    var words: [String] = []
    for (index, word) in typed.enumerated() {
      if word.hasPrefix("--journal=") { words = [word] }
      if word == "--journal" { words = Array(typed[index...].prefix(2)) }
    }
    do throws(UsageError) {
      return try CommonOptions(Arguments(words, of: tool, options: CommonOptions.specs))
    } catch { return nil }
  }
}

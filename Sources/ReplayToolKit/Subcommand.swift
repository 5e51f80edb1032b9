import EventEngine

/// One verb of the tool, as help and completion list it.
package protocol Verb: Sendable {
  static var name: String { get }
  /// One line for the list of verbs.
  static var summary: Bilingual { get }
  /// The arguments in the help: `MODEL [field=value …]`.
  static var usage: String { get }
  static var options: [OptionSpec] { get }
  /// Commands to paste, each with a description.
  static var examples: [Example] { get }
  /// Further paragraphs of the help.
  static var details: Bilingual { get }
  /// The part of the engine that the verb is for; nil if it serves every domain.
  static var feature: Feature? { get }
  /// Whether output that is longer than the screen goes through a pager.
  static var isPaged: Bool { get }

  /// Runs the verb with the words after its name.
  static func run(
    _ words: [String], of tool: ReplayTool, _ terminal: inout Terminal
  ) throws -> ExitStatus
}

extension Verb {
  package static var usage: String { "" }
  package static var options: [OptionSpec] { [] }
  package static var details: Bilingual { .empty }
  package static var examples: [Example] { [] }
  package static var feature: Feature? { nil }
  package static var isPaged: Bool { false }

  /// The verb's own options and the common ones that it does not describe itself.
  package static var allOptions: [OptionSpec] {
    let own = options
    return own + CommonOptions.specs.filter { spec in !own.contains { $0.name == spec.name } }
  }

  /// The options that help and completion list.
  static var shownOptions: [OptionSpec] { allOptions.filter { ReplayTool.uses($0.feature) } }

  /// The examples that the tool's sample data has for the verb, else those made from the domains.
  static var shownExamples: [Example] { ReplayTool.current?.sample?.examples()[name] ?? examples }
}

/// A command line to paste, with its description.
package struct Example: Sendable {
  package let command: String
  package let does: Bilingual

  package init(_ command: String, ru: String, en: String) {
    self.command = command
    does = Bilingual(ru: ru, en: en)
  }
}

/// A verb that this executable runs itself.
package protocol Subcommand: Verb {
  init(_ arguments: Arguments) throws(UsageError)

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus
}

extension Subcommand {
  package static func run(
    _ words: [String], of tool: ReplayTool, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    let arguments = try Arguments(words, of: tool, options: allOptions)
    if arguments.has("--help") {
      try Help(tool, arguments).print(for: Self.self, &terminal)
      return .success
    }
    terminal.language = try .chosen(by: arguments)
    var command = try Self(arguments)
    return try command.run(&terminal)
  }
}

/// The options of every subcommand.
package struct CommonOptions {
  package static let specs =
    JournalAddress.options + [
      OptionSpec(
        "--json", nil,
        ru: "вывести JSON: один объект или по одному на строке",
        en: "print JSON: one object, or one per line"),
      OptionSpec(
        "--locale", "LANG",
        ru: "язык текстов: ru или en (по умолчанию $REPLAY_LOCALE, иначе язык системы)",
        en: "language of texts: ru or en (default: $REPLAY_LOCALE, else the system's)",
        choices: ["ru", "en"]),
      OptionSpec(
        "--wait", "SECONDS",
        ru: "сколько секунд ждать занятый журнал (по умолчанию 10)",
        en: "seconds to wait for a busy journal (default 10)"),
      OptionSpec(
        "--no-pager", nil,
        ru: "не показывать длинный вывод через $PAGER на терминале",
        en: "do not show long output through $PAGER on a terminal"),
      OptionSpec(
        "--help", nil,
        ru: "показать эту справку",
        en: "show this help"),
    ]

  /// `--locale` of the verbs whose results programs read.
  static let streamLocaleOption = OptionSpec(
    "--locale", "LANG",
    ru: "язык текстов: ru или en (по умолчанию ru в ответах на JSON, иначе $REPLAY_LOCALE "
      + "или язык системы)",
    en: "language of texts: ru or en (default: ru in answers to JSON, else $REPLAY_LOCALE or the "
      + "system's)",
    choices: ["ru", "en"])

  /// The running tool.
  package let tool: ReplayTool
  package let directory: JournalDirectory
  /// The place from which `directory` was made.
  let address: JournalAddress
  /// The option that names the journal, to be added to a command that is advised.
  let journalOption: String
  package let json: Bool
  /// The language of texts for people.
  package let locale: Language
  /// The language of results for programs, which the environment does not change. See
  /// docs/decisions/0080.
  package let streamLocale: Language
  /// The longest wait for a busy journal, in milliseconds.
  package let wait: Int

  package init(_ arguments: Arguments) throws(UsageError) {
    tool = arguments.tool
    let path = if let named = arguments.value("--journal") { named } else { try Self.usualPath() }
    if path.isEmpty {
      throw UsageError(
        ru: "переменная REPLAY_JOURNAL пуста: уберите её или задайте в ней имя папки",
        en: "REPLAY_JOURNAL is set but empty: unset it, or set it to the name of a folder")
    }
    wait = (try arguments.integer("--wait", in: 0...86_400) ?? 10) * 1000
    let address = JournalAddress(path, arguments, wait: wait)
    journalOption = JournalAddress.option(arguments.value("--journal"))
    self.address = address
    directory = try address.directory()
    json = arguments.has("--json")
    let chosen = try arguments.value("--locale").map { word throws(UsageError) in
      try Language(word, of: "--locale")
    }
    locale = if let chosen { chosen } else { try .fromEnvironment() }
    streamLocale = chosen ?? .ru
  }

  private static func usualPath() throws(UsageError) -> String {
    try UsageError.unlessText { () throws(InvalidUTF8) in
      try ProcessEnvironment.value("REPLAY_JOURNAL")
    } ?? "events/journal"
  }
}

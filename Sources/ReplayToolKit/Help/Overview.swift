import EventEngine

/// The output of the tool without a verb: the size of the journal, and the verbs by purpose.
struct Overview {
  private let common: CommonOptions
  private let language: Language

  init(_ common: CommonOptions) {
    self.common = common
    language = common.locale
  }

  /// The verbs by purpose. A verb that no group names is printed with the last group.
  private static let groups: [(title: Bilingual, verbs: [String])] = [
    (Bilingual(ru: "записать", en: "record"), ["issue", "import", "erase"]),
    (
      Bilingual(ru: "посмотреть", en: "look"),
      ["show", "tail", "audit", "timeline", "stats", "report"]
    ),
    (Bilingual(ru: "объяснить", en: "explain"), ["why", "when", "diff", "trace"]),
    (Bilingual(ru: "проверить", en: "check"), ["verify", "replay", "check"]),
    (
      Bilingual(ru: "сохранить", en: "keep"),
      ["backup", "restore", "recover", "export", "snapshot"]
    ),
    (Bilingual(ru: "соединить", en: "connect"), ["session", "consumers", "journals"]),
    (Bilingual(ru: "узнать", en: "learn"), ["tour", "catalog", "man", "completions", "bench"]),
  ]

  /// - Returns: the status of a journal that cannot be read, else success.
  func print(_ terminal: inout Terminal) throws -> ExitStatus {
    let isNew = try common.directory.isVacant()
    if isNew && terminal.output.isTerminal {
      try printFirstSteps(&terminal)
      return .success
    }
    let (journal, status) = isNew ? (noJournal, .success) : journalLine
    try terminal.print(
      wrapping: terminal.styled(toolName, .bold) + common.tool.title.dropFirst(toolName.count)
        + " — " + HelpTexts.tool[language], hanging: 2)
    try terminal.print("")
    try terminal.print(wrapping: journal, hanging: 2)
    try terminal.print("")
    let width = Self.groups.map { $0.title[language].count }.max() ?? 0
    for (title, verbs) in grouped {
      let name = terminal.styled(title.padded(to: width), .bold)
      try terminal.print("  \(name)  ", wrapping: verbs.joined(separator: " "))
    }
    try terminal.print("")
    let more = Bilingual(
      ru: "\(toolName) ПОДКОМАНДА --help показывает примеры; \(toolName) --help — все подкоманды",
      en: "\(toolName) SUBCOMMAND --help shows examples; \(toolName) --help lists them all")
    try terminal.print(wrapping: more[language], hanging: 2)
    return status
  }

  private func printFirstSteps(_ terminal: inout Terminal) throws {
    let tour = "\(toolName) tour"
    let issue = "\(toolName) issue COMMAND"
    let width = max(tour.count, issue.count)
    try terminal.print(wrapping: noJournal, hanging: 2)
    if ReplayTool.offered.contains(where: { $0.name == Tour.name }) {
      try terminal.print(
        "  \(terminal.styled(tour.padded(to: width), .cyan))  ",
        wrapping: Bilingual(
          ru: "покажет всё на готовом примере и оставит одну страницу",
          en: "shows everything on sample data, and leaves one page")[language])
    }
    try terminal.print(
      "  \(terminal.styled(issue.padded(to: width), .cyan))  ",
      wrapping: Bilingual(
        ru: "запишет первое событие; команды перечисляет \(toolName) catalog",
        en: "records the first event; \(toolName) catalog lists the commands")[language])
  }

  private var noJournal: String {
    let path = common.directory.path.printable
    return Bilingual(
      ru: "В \(path) ещё нет журнала: его создаст первое событие.",
      en: "There is no journal in \(path) yet: the first event creates it.")[language]
  }

  private var journalLine: (String, ExitStatus) {
    let path = common.directory.path.printable
    do throws(JournalError) {
      let reader = try common.reader()
      let last = reader.lastTime.map { ", \(reader.manifest.timeZone.local($0))" } ?? ""
      let line = Bilingual(
        ru: "журнал \(path): событий \(reader.head.rawValue.russian)\(last)",
        en: "journal \(path): \(reader.head.rawValue.counted("event"))\(last)")
      return (line[language], .success)
    } catch {
      return (error.text[language].printable, ToolFailure(error).status)
    }
  }

  private var grouped: [(title: String, verbs: [String])] {
    let known = ReplayTool.offered.map { $0.name }
    var groups = Self.groups.map { group in
      (title: group.title[language], verbs: group.verbs.filter(known.contains))
    }
    let named = groups.flatMap(\.verbs)
    groups[groups.count - 1].verbs += known.filter { !named.contains($0) }
    return groups.filter { !$0.verbs.isEmpty }
  }
}

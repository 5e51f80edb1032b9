import EventEngine

#if PostgreSQL
  import PostgreSQLJournal
#endif

/// Lists the journals of a database.
struct Journals: Subcommand {
  static let name = "journals"
  static let summary = Bilingual(
    ru: "перечислить журналы базы данных", en: "list the journals of a database")
  static let isPaged = true
  static let options = RowOptions.specs
  static let examples: [Example] = [
    Example(
      "\(toolName) journals --journal postgresql://app@db1,db2/shop",
      ru: "все журналы базы данных, какой бы из них ни назвал journal= в URL",
      en: "every journal of the database, whatever journal= the URL names")
  ]
  static let details = Bilingual(
    ru: """
      В базе данных может быть сколько угодно журналов; journal=NAME в URL выбирает один, без него
      выбран main. durability показывает, чего ждёт команда: replicated — сервера и синхронной реплики,
      local — только сервера.
      Код завершения: 0; 1 строка журнала повреждена, остальные перечислены; 66 такой базы нет;
      74 сервер недоступен или не хватает прав.
      """,
    en: """
      A database holds any number of journals; journal=NAME in a URL chooses one, and without it main is
      chosen. durability shows what a command waits for: replicated for the server and a synchronous
      standby, local for the server alone.
      Exit status: 0; 1 a journal's row is damaged, the others are listed; 66 no such database; 74 the
      server cannot be reached, or a right is missing.
      """)

  static let columns = ["name", "events", "durability", "journal", "createdAt"]

  private let common: CommonOptions
  private let rows: RowOptions

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    rows = try RowOptions(arguments, json: .jsonl, columns: Self.columns)
    if common.directory.origin == nil {
      let way = "\(toolName) journals --journal postgresql://user@host/database"
      throw UsageError(
        ru: "в папке только один журнал; укажите базу данных: \(way)",
        en: "a folder has one journal only; name a database: \(way)")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let (found, damaged) = try journalRows()
    try terminal.printRows(found, rows, columns: Self.columns)
    try terminal.report(damaged, in: common.locale)
    if found.isEmpty {
      terminal.note(ru: "в базе данных нет журналов", en: "the database has no journals")
    }
    return .success
  }

  private func journalRows() throws -> (found: [JSONObject], damaged: [JournalError]) {
    var rows: (found: [JSONObject], damaged: [JournalError]) = ([], [])
    #if PostgreSQL
      for journal in try common.address.origin().journals() {
        switch journal {
        case .success(let journal):
          rows.found.append([
            "name": .string(journal.name), "events": .number(JSONNumber(journal.head)),
            "durability": .string(journal.durability),
            "journal": .string("\(journal.manifest.journal)"),
            "createdAt": .string(journal.manifest.createdAt.rfc3339),
          ])
        case .failure(let error): rows.damaged.append(error)
        }
      }
    #endif
    return rows
  }
}

extension Terminal {
  /// Reports the damaged elements of a list whose others are printed: each is named, the last as the
  /// failure of the verb.
  ///
  /// - Parameter address: the option that names the journal of all elements.
  mutating func report(
    _ damaged: [JournalError], at address: String = "", in language: Language
  ) throws {
    guard let last = damaged.last else { return }
    // The results come before the notes about them.
    try flush()
    for error in damaged.dropLast() { note(ToolFailure(error, at: address), in: language) }
    throw last
  }
}

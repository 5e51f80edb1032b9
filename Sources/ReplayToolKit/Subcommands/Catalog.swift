import EventEngine

/// Lists the commands, read models, events, fields and refusals.
struct Catalog: Subcommand {
  static let name = "catalog"
  static let summary = Bilingual(
    ru: "перечислить все команды, модели для чтения, события, поля и отказы",
    en: "list every command, read model, event, field and refusal")
  static let usage = "[NAME]"
  static let isPaged = true
  static let options = RowOptions.specs

  static let examples: [Example] = [
    Example(
      "\(toolName) catalog",
      ru: "краткий список всего",
      en: "a short list of everything"),
    Example(
      "\(toolName) catalog \(Sample.current.command)",
      ru: "одна команда с её полями и отказами",
      en: "one command with its fields and refusals"),
    Example(
      "\(toolName) catalog \(Sample.current.domain) --json",
      ru: "один домен, в JSON",
      en: "one domain, as JSON"),
  ]

  static let details = Bilingual(
    ru: """
      NAME — домен, команда, модель для чтения или тип события; поле или отказ выбирает всё, у чего
      он есть. Без NAME выводится краткий список. В построчных форматах у каждой строки вид (kind:
      command, readModel, event, field или refusal), домен (domain), имя (name; у поля перед ним имя
      владельца), поля (fields) и описание (summary).

      С --json выводит один объект с тем, что выбирает NAME:
      {"domains":[{"domain":…,
        "commands":[{"name":…,"actor":…,"fields":[{"name":…,"kind":…,"required":…,"takes":…}],
                     "refusals":[…],"summary":…}],
        "readModels":[{"name":…,"parameters":[…как fields…],"shows":[…],
                       "summary":…}],
        "events":[{"type":…,"version":…,"retired":…,
                   "fields":[{"name":…,"kind":…,"required":…,"personal":…}]}]}],
       "refusals":[…]}
      shows — поля ответа. refusals в конце относятся ко всем командам. actor: person (любой id, кроме
      трёх последних), anyone (можно не указывать), admin, gateway или system. kind — как читается
      поле=значение: id, text, secret, day, instant, integer, boolean, list, word, object или objects
      (JSON; fields — поля объекта). Устаревшая (retired) форма события ещё читается, но больше не
      записывается.
      """,
    en: """
      NAME is a domain, a command, a read model or an event type; a field or a refusal selects all
      that has it. Without NAME, a short list is printed. In row formats, each row has kind (command,
      readModel, event, field or refusal), domain, name (of a field: after the name of its owner),
      fields and summary.

      With --json, prints one object with what NAME selects:
      {"domains":[{"domain":…,
        "commands":[{"name":…,"actor":…,"fields":[{"name":…,"kind":…,"required":…,"takes":…}],
                     "refusals":[…],"summary":…}],
        "readModels":[{"name":…,"parameters":[…as fields…],"shows":[…],
                       "summary":…}],
        "events":[{"type":…,"version":…,"retired":…,
                   "fields":[{"name":…,"kind":…,"required":…,"personal":…}]}]}],
       "refusals":[…]}
      shows lists the members of an answer. The refusals at the end apply to every command. actor is
      person (any id but the last three), anyone (may be left out), admin, gateway or system. kind is
      how field=value is read: id, text, secret, day, instant, integer, boolean, list, word, object or
      objects (JSON; fields lists the fields of the object). A retired event shape is still read but no
      longer recorded.
      """)

  private let common: CommonOptions
  private let rows: RowOptions
  private let wanted: String?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    rows = try RowOptions(arguments, json: .json, columns: CatalogDomain.columns)
    wanted = arguments.positionals.first
    try arguments.refuseSecond(of: Self.name)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let all = CatalogDomain.all(of: common.tool.domains)
    var domains = all
    if let wanted {
      domains = CatalogDomain.find(wanted, in: all)
      guard !domains.isEmpty else {
        let known = all.flatMap(\.words)
        throw UsageError.unknown(.name, wanted, among: known, otherwise: UsageError.catalog)
      }
    }
    if rows.format == .json && !selectsRows {
      try terminal.print(Self.json(domains, in: common.locale))
    } else if rows.format != nil || selectsRows {
      let locale = common.locale
      var items = domains.flatMap { $0.rows(in: locale) }
      if domains.contains(where: { !$0.commands.isEmpty }) {
        items += CatalogDomain.commonRefusalRows(in: locale)
      }
      try terminal.printRows(items, rows, columns: CatalogDomain.columns)
    } else if wanted == nil {
      try CatalogIndex(domains).print(to: &terminal, in: common.locale)
    } else {
      try Self.print(domains, in: common.locale, &terminal)
    }
    return .success
  }

  /// Whether options choose among the rows or their members.
  private var selectsRows: Bool { rows.columns != nil || rows.limit != nil }

  /// Returns one JSON object, also the answer of a session.
  static func json(_ domains: [CatalogDomain], in locale: Language) -> [UInt8] {
    let catalog: JSONObject = [
      "domains": .array(domains.map { .object($0.json(in: locale)) }),
      "refusals": .array(CommandResult.commonRefusals.map { .string($0) }),
    ]
    return JSONValue.object(catalog).bytes
  }

  /// Prints all that the domains have, also as the help of one command or read model.
  static func print(
    _ domains: [CatalogDomain], in locale: Language, _ terminal: inout Terminal
  ) throws {
    for (index, domain) in domains.enumerated() {
      if index > 0 { try terminal.print("") }
      try domain.print(to: &terminal, in: locale)
    }
    if domains.contains(where: { !$0.commands.isEmpty }) {
      let refusals = CommandResult.commonRefusals.joined(separator: ", ")
      if !domains.isEmpty { try terminal.print("") }
      try terminal.print(wrapping: "\(Label.anyRefusals[locale]): \(refusals)", hanging: 2)
    }
  }
}

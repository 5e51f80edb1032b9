import EventEngine

/// Appends foreign events from JSON lines, CSV or CloudEvents, or creates a journal from exported
/// records.
struct Import: Subcommand {
  static let name = "import"
  static let summary = Bilingual(
    ru: "импортировать чужие события из строк JSON, CSV или CloudEvents",
    en: "append foreign events from JSON lines, CSV or CloudEvents")
  static let options =
    [
      OptionSpec(
        "--file", "FILE",
        ru: "читать из файла вместо стандартного ввода",
        en: "read from a file instead of standard input"),
      ImportFormat.option,
      ImportMapping.option,
      ImportZone.option,
      OptionSpec(
        "--round-time", nil,
        ru: "округлять до миллисекунд более точное время",
        en: "round times finer than milliseconds"),
      OptionSpec(
        "--dry-run", nil,
        ru: "всё проверить и ничего не записать",
        en: "check everything, record nothing"),
      OptionSpec(
        "--sort", nil,
        ru: "сначала упорядочить по времени; все события держатся в памяти",
        en: "sort by time first; holds all events in memory"),
      OptionSpec(
        "--records", nil,
        ru: "создать журнал из вывода export --records",
        en: "create a journal from the output of export --records"),
      FutureTimes.option,
    ] + JournalCreation.options
  static let examples: [Example] = [
    Example(
      "\(toolName) import --file events.jsonl",
      ru: "журнал другой программы",
      en: "the log of another program"),
    Example(
      "\(toolName) import --dry-run --file events.csv --zone Europe/Moscow",
      ru: "как читается файл CSV: соответствие столбцов, три первых события и первая ошибка",
      en: "how a CSV file is read: the mapping, the first three events, and the first error"),
    Example(
      "\(toolName) import --file events.csv --zone Europe/Moscow "
        + "--map type=Event,time=Time,tag:\(Sample.current.tagKey)=Subject",
      ru: "тот же файл, с тегами для поиска; остальные столбцы попадают в данные",
      en: "the same file, with tags to look events up by; the other columns go into the data"),
    Example(
      "\(toolName) import --dry-run --sort < events.jsonl",
      ru: "проверить, можно ли импортировать файл",
      en: "check whether a file can be imported"),
    Example(
      "\(toolName) import --records --file journal.records --journal /srv/journal",
      ru: "создать журнал из записей другого, байт в байт",
      en: "create a journal from another one's records, byte for byte"),
  ]
  static let details = Bilingual(
    ru: """
      jsonl — по событию на строке: type (от 1 до 200 символов), time (RFC 3339, не раньше предыдущего
      события и не больше чем на сутки впереди часов), tags (тексты), data (объект) и, если есть, id
      (UUID). position и version не учитываются.

      csv — RFC 4180 с заголовком; разделитель — запятая, точка с запятой или табуляция. --map называет
      столбцы для type, time, id и тегов, а если в столбце времени только время суток, то и для date;
      все остальные столбцы попадают в данные как тексты. Так же читаются строки JSON с другими именами
      полей. То, чего нет в --map, угадывается по распространённым именам и выводится; неясная догадка
      отвергается. id= в --map означает, что id нет. tags — список текстов в JSON, data — объект. Имя с
      запятой берут в кавычки: --map '"type=что, именно"'. Время может быть и таким:
      2026-05-08 12:00:00, 08.05.2026 12:00 или просто день; без смещения нужен --zone. Если часы
      показывали это время дважды, берётся первый раз. --sort сравнивает время до округления.

      cloudevents — CloudEvents 1.0, по событию на строке: source и subject становятся тегами, остальное
      попадает в данные. Если id — не UUID, из него и source вычисляется UUID.

      Событие, id которого уже есть в журнале, пропускается. Строка без id получает его по своему
      содержимому и порядковому номеру среди одинаковых строк, поэтому при повторном импорте ничего не
      добавляется дважды. Строки записываются пачками до 4096, каждая целиком или никак. Неверная строка
      останавливает импорт; предыдущие пачки остаются записанными.
      """,
    en: """
      jsonl has one event per line: type (1 to 200 characters), time (RFC 3339, not before the previous
      event and at most a day ahead of the clock), tags (texts), data (an object), and optionally id (a
      UUID). position and version are ignored.

      csv is RFC 4180 with a header; the separator is a comma, a semicolon or a tab. --map names the
      columns of type, time, id and tags, and that of date if the time column has only the time of day;
      every other column goes into the data as a text. JSON lines with other member names are read the
      same way. What --map leaves out is guessed from common names and printed; an unclear guess is
      refused. id= in --map means that there are no ids. tags is a JSON list of texts, data an object. A
      name with a comma is quoted: --map '"type=what, exactly"'. Times may also be written
      2026-05-08 12:00:00, 08.05.2026 12:00 or as a day; without an offset they need --zone. If clocks
      showed a time twice, the first one counts. --sort compares the times before rounding.

      cloudevents is CloudEvents 1.0, one event per line: source and subject become tags, the rest goes
      into the data. If an id is not a UUID, a UUID is computed from the id and the source.

      An event whose id is already in the journal is skipped. A line without an id gets one from its
      content and its number among equal lines, so repeating an import adds nothing twice. Lines are
      recorded in batches of up to 4096, each completely or not at all. A malformed line stops the
      import; the batches before it stay recorded.
      """)

  private let common: CommonOptions
  private let creation: JournalCreation
  private let future: FutureTimes
  private var choices: ImportOptions
  private let zone: ImportZone?
  private let path: String?
  private let isDryRun: Bool
  private let sorts: Bool
  private let movesRecords: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    creation = try JournalCreation(arguments)
    future = FutureTimes(arguments)
    try arguments.refusePositionals(of: Self.name, insteadOf: "--file")
    try arguments.refuseRepeated("--file")
    path = arguments.path("--file")
    isDryRun = arguments.has("--dry-run")
    sorts = arguments.has("--sort")
    movesRecords = arguments.has("--records")
    choices = ImportOptions(
      format: try ImportFormat(arguments), mapping: try ImportMapping(arguments),
      times: ForeignTimes(rounds: arguments.has("--round-time")))
    zone = try ImportZone(arguments)
    if movesRecords && (sorts || isDryRun) {
      throw UsageError(
        ru: "--records не сочетается с --sort и --dry-run",
        en: "--records cannot be combined with --sort or --dry-run")
    }
    if movesRecords {
      try creation.refuse(nextTo: "--records")
      let others = [ImportFormat.option, ImportMapping.option, ImportZone.option].map(\.name)
      let given = others.filter { arguments.value($0) != nil }
      if let other = (given + (choices.times.rounds ? ["--round-time"] : [])).first {
        throw UsageError.cannotCombine(other, "--records")
      }
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let input = ImportInput(
      path, limit: movesRecords ? Limits.recordBytes : Limits.commandBytes)
    if movesRecords {
      try RecordsImporting(common: common, future: future).run(input, &terminal)
    } else {
      choices.times.zone = try zone?.table(common, creation)
      var importing = EventsImporting(
        common, creation, choices, future, isDryRun: isDryRun, sorts: sorts)
      try importing.run(input, &terminal)
    }
    return .success
  }
}

/// The input of an import.
package struct ImportInput {
  package let path: String?
  private let limit: Int

  package init(_ path: String?, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// The file's name, in both languages.
  var title: Bilingual {
    path.map(Bilingual.init(untranslated:)) ?? .standardInput
  }

  /// The file's length in bytes; zero if it is unknown.
  package var byteCount: Int {
    do throws(SystemError) { return try path.map(SmallFile.size) ?? 0 } catch { return 0 }
  }

  package func open() throws(ToolFailure) -> LineInput {
    guard let path else { return LineInput(limit: limit) }
    return try ToolFailure.naming(path) { () throws(SystemError) in
      try LineInput(path: path, limit: limit)
    }
  }

  /// Returns the next lines; empty at the end.
  package func nextLines(_ lines: inout LineInput) throws(ToolFailure) -> [LineInput.Line] {
    try lines.nextBatch(of: title)
  }
}

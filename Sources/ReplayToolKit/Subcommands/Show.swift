import EventEngine

/// Prints a read model.
struct Show: Subcommand {
  static let name = "show"
  static let summary = Bilingual(
    ru: "вывести модель для чтения, текущую или на момент в прошлом",
    en: "print a read model, as it is now or as it was")
  static let usage = "MODEL [parameter=value …]"
  static let isPaged = true
  static let options = AsOfParameters.options + [LeftOutEvents.option] + RowOptions.specs

  static let examples = [
    Example(
      "\(toolName) show \(Sample.current.show)",
      ru: "ответ сейчас",
      en: "the answer as of now"),
    Example(
      "\(toolName) show \(Sample.current.show) --as-of 2026-05-08T12:00:00Z",
      ru: "каким он был в полдень",
      en: "as of noon"),
    Example(
      "\(toolName) show --json \(Sample.current.show) --position 1",
      ru: "в JSON, на момент события 1",
      en: "as JSON, as of event 1"),
  ]

  private static let list = Sample.current.parameterList

  static let details = Bilingual(
    ru: """
      Параметры читаются по их типу, как в \(toolName) issue: \(list) — список,
      parameter:=JSON передаёт JSON как есть, parameter=@FILE читает файл.

      В построчных форматах (jsonl, csv, tsv, markdown) на каждый объект из списков ответа приходится
      одна строка; если списков несколько, столбец list называет список. Ответ без таких списков — одна
      строка. --columns и --limit действуют на эти строки.

      По умолчанию берётся весь журнал. --as-of WHEN включает все события до этого момента; момент до
      первого события и позиция 0 показывают пустой журнал. Если у модели есть параметр now, по
      умолчанию это момент из --as-of, время события из --position, а без них — текущее время.
      Код завершения: 0 показано; 1 не найдено; 64 неизвестная модель или параметр; 65 параметр пропущен
      или неверен; 66 нет журнала.
      """,
    en: """
      Parameters are read by their type, as in \(toolName) issue: \(list) is a list,
      parameter:=JSON passes JSON as it is, parameter=@FILE reads a file.

      In the row formats (jsonl, csv, tsv, markdown), an answer has one row for each object in its
      lists; if there are several lists, the column list names the list. An answer without such lists is
      one row. --columns and --limit apply to these rows.

      By default, the whole journal is read. --as-of WHEN includes all events up to that instant; an
      instant before the first event, and position 0, show the empty journal. If a read model takes the
      parameter named now, its default is the instant of --as-of, the time of the event at --position,
      or without both the current time.
      Exit status: 0 shown; 1 not found; 64 an unknown read model or parameter; 65 a parameter that is
      missing or malformed; 66 no journal.
      """)

  private let common: CommonOptions
  private let arguments: Arguments
  private let rows: RowOptions

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    self.arguments = arguments
    rows = try RowOptions(arguments, json: .json)
    if arguments.positionals.isEmpty {
      let sample = "\(toolName) show \(Sample.current.show)"
      throw UsageError(
        ru: "нужна модель, например: \(sample)",
        en: "show needs a read model, for example: \(sample)")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let words = arguments.positionals
    let model = try common.readModel(named: words[0])
    let fields = try CommandLineFields(Array(words.dropFirst()), of: model)
    var reader = try common.reader()
    var hint: String?
    do {
      let request = ShowRequest(
        model: model.name, parameters: fields.members, asOf: try AsOfParameters(arguments),
        locale: common.locale)
      hint = request.asOf.hint(in: reader)?[common.locale]
      let question = AnswerQuestion(
        model, fields.members, without: try LeftOutEvents(arguments), locale: common.locale)
      var live = LiveReadModels(for: .globalQueries)
      let answer = try reader.undisturbed(wait: common.wait) { reader in
        question.without.positions.isEmpty
          ? try request.answer(from: &reader, &live, common.tool.domains)
          : try request.answer(to: question, from: &reader)
      }
      try terminal.printHypothesis(
        question.without, in: common.locale, asText: rows.format == nil)
      try print(answer, of: model, &terminal)
      return .success
    } catch let error as FormError {
      return try refuse(error.problem(in: common.locale), &terminal)
    } catch let problem as CommandResult.Problem {
      return try refuse(problem, hint: hint, &terminal)
    }
  }

  private func print(
    _ answer: [UInt8], of model: ReadModel, _ terminal: inout Terminal
  ) throws {
    let found = try AnswerRows(answer, plain: model.plainLists)
    if !found.rows.isEmpty {
      try rows.requireColumns(in: found.columns, objects: found.objects)
    } else if rows.columns != nil {
      terminal.note(
        ru: "в ответе нет строк, поэтому имена в --columns не проверены",
        en: "the answer has no rows, so the names in --columns are not checked")
    }
    switch rows.format {
    case .json, .table, nil:
      var answer = answer
      if rows.columns != nil || rows.limit != nil {
        answer = try AnswerRows.restricted(
          answer, plain: model.plainLists, to: rows.columns, limit: rows.limit)
      }
      if rows.format == .json {
        try terminal.print(answer)
      } else {
        try AnswerView(answer).print(to: &terminal)
      }
    case .jsonl, .csv, .tsv, .markdown:
      try terminal.printRows(found.rows, rows, columns: found.columns)
    }
  }

  private func refuse(
    _ problem: CommandResult.Problem, hint: String? = nil, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    if rows.format?.isJSON == true { try terminal.print(CommandResult(problem)) }
    terminal.note("\(toolName): \(problem.code): \(problem.message.printable)")
    if let hint { terminal.note(hint: hint, in: common.locale) }
    if let advice = common.tool.advice(
      on: problem, arguments.positionals, in: common.locale)
    {
      terminal.note(advice[common.locale])
    }
    return problem.status
  }
}

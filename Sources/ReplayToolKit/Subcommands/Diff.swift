import EventEngine

/// Prints what differs between two moments, or between two journals.
struct Diff: Subcommand {
  static let name = "diff"
  static let summary = Bilingual(
    ru: "сравнить один или все ответы в два момента либо два журнала",
    en: "compare one answer or all at two moments, or compare two journals")
  static let usage = "[MODEL [parameter=value …]]"
  static let isPaged = true
  static let options =
    [
      OptionSpec(
        "--from", "WHEN",
        ru: "более ранний момент: позиция, 2026-05-08, '3 hours ago'",
        en: "the earlier moment: a position, 2026-05-08, '3 hours ago'"),
      OptionSpec(
        "--to", "WHEN",
        ru: "более поздний момент (по умолчанию конец)",
        en: "the later moment (default: the end)"),
      OptionSpec(
        "--against", "DIR",
        ru: "сравнить с другим журналом",
        en: "compare with another journal"),
      LeftOutEvents.option,
    ] + RowOptions.specs
  static let examples = [
    Example(
      "\(toolName) diff \(Sample.current.show) --from 1",
      ru: "что изменилось после события 1 и какие события это изменили",
      en: "what changed since event 1, and which events changed it"),
    Example(
      "\(toolName) diff --from yesterday",
      ru: "все ответы, которые различаются",
      en: "every answer that differs"),
  ]
  static let details = Bilingual(
    ru: """
      Выводит поля, которыми различаются два ответа, и для каждого — позиции событий, которые его
      изменили. Момент — позиция или время; день в --from означает его начало. Без модели выводит все
      ответы, которые различаются: у моделей без параметров и для всех ключей, которых коснулись события
      между двумя моментами. С --columns каждое изменение — отдельная строка, также в JSON.

      С --against выводит первое событие, которым отличается другой журнал, типы с разным числом
      событий, команды (по id) с разными событиями и модели с разным состоянием.
      Код завершения: 0 равны; 1 различаются; 64 неизвестная модель или параметр; 65 параметр пропущен
      или неверен, или позиция больше последней; 66 нет журнала.
      """,
    en: """
      Prints the fields that differ between the two answers, each with the positions of the events that
      changed it. A moment is a position or a time; a day in --from means its beginning. Without a read
      model, prints every answer that differs: of all read models that need no parameters, and for all
      keys that the events between the two moments touched. With --columns, each change is a row, also
      in JSON.

      With --against, prints the first event that differs in the other journal, the types with different
      numbers of events, the commands (by id) with different events, and the read models with different
      states.
      Exit status: 0 equal; 1 different; 64 an unknown read model or parameter; 65 a parameter that is
      missing or malformed, or a position after the end; 66 no journal.
      """)

  private static let columns = ["field", "before", "after", "positions"]
  private static let columnsOfAll = ["model", "parameters"] + columns

  private let common: CommonOptions
  private let arguments: Arguments
  private let rows: RowOptions
  private let range: MomentRange?
  private let against: String?
  private let without: LeftOutEvents

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    self.arguments = arguments
    rows = try RowOptions(arguments, json: .jsonl)
    against = arguments.value("--against")
    without = try LeftOutEvents(arguments)
    range = try against == nil ? MomentRange(arguments) : nil
    try rows.requireColumns(
      in: arguments.positionals.isEmpty ? Self.columnsOfAll : Self.columns)
    let parts = ["--from", "--to", LeftOutEvents.option.name]
    if against != nil, let option = parts.first(where: arguments.isGiven) {
      throw UsageError(
        ru: "--against сравнивает журналы целиком; уберите \(option)",
        en: "--against compares whole journals; leave \(option) out")
    }
    if against != nil, rows.columns != nil || rows.limit != nil || rows.format?.isJSON == false {
      throw UsageError(
        ru: "--against выводит текст или, с --json, JSON; построчных форматов у него нет",
        en: "--against prints text or, with --json, JSON; it has no row formats")
    }
    if against != nil, let word = arguments.positionals.first {
      throw UsageError(
        ru: "--against сравнивает журналы целиком, а не «\(word)»",
        en: "--against compares whole journals, not \"\(word)\"")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    guard let range else {
      return try JournalDifference(common, against: against ?? "")
        .print(&terminal, asJSON: rows.format != nil)
    }
    if arguments.positionals.isEmpty {
      let differences = try common.answering { reader in
        terminal.showIndexing { reader.completeIndex($0) }
        return try range.differences(
          in: &reader, common.tool.domains, without: without, locale: common.locale)
      }
      try terminal.printHypothesis(without, in: common.locale, asText: rows.isText)
      return try print(differences, &terminal)
    }
    let question = try AnswerQuestion(arguments, common, takesField: false)
    let key = AnswerKey(question.model.name, question.parameters)
    let (difference, isMissing) = try common.answering { reader in
      let (first, last, moment) = try range.resolve(in: &reader)
      let answer = try question.followed(as: moment, in: reader)
      let changes = try answer.differences(in: &reader, from: first, to: last)
      let isMissing = try changes.isEmpty && answer.answer(in: &reader, through: last) == nil
      return (AnswerDifference(key: key, from: first, to: last, changes: changes), isMissing)
    }
    if isMissing {
      terminal.note(
        ru: "ответа \(key.text) нет ни в один из двух моментов",
        en: "\(key.text) has no answer at either moment")
    }
    try terminal.printHypothesis(without, in: common.locale, asText: rows.isText)
    let shown = difference.limited(to: rows.limit)
    switch rows.format {
    case .json where rows.columns == nil, .jsonl where rows.columns == nil:
      try terminal.print(shown.json(naming: false))
    case nil where rows.isText: try shown.print(&terminal, in: common.locale)
    default: try terminal.printRows(shown.rows, rows, columns: Self.columns)
    }
    if difference.changes.isEmpty && !isMissing && rows.isText { terminal.noteNoDifference() }
    return difference.changes.isEmpty ? .success : .refused
  }

  private func print(
    _ differences: [AnswerDifference], _ terminal: inout Terminal
  ) throws -> ExitStatus {
    switch rows.format {
    case .json where rows.columns == nil, .jsonl where rows.columns == nil:
      var writer = RowWriter(rows, columns: [], hasColour: false)
      for difference in differences {
        try terminal.printRow(&writer) { $0 += difference.json(naming: true) }
      }
      try terminal.printRows { writer.finish(&$0) }
    case nil where rows.columns == nil:
      for difference in differences.prefix(rows.limit ?? .max) {
        try terminal.print(terminal.styled(difference.key.text, .green))
        try difference.print(&terminal, in: common.locale, indent: "  ")
      }
    default:
      try terminal.printRows(
        differences.flatMap(\.namedRows), rows, columns: Self.columnsOfAll)
    }
    if differences.isEmpty && rows.isText { terminal.noteNoDifference() }
    return differences.isEmpty ? .success : .refused
  }
}

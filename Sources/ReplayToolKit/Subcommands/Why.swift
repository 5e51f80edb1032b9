import EventEngine

/// Prints the events that changed an answer.
struct Why: Subcommand {
  static let name = "why"
  static let summary = Bilingual(
    ru: "объяснить значение: все события, которые его меняли",
    en: "explain a value: every event that changed it")
  static let usage = "MODEL [parameter=value …] [FIELD]"
  static let isPaged = true
  static let options =
    AsOfParameters.options + [LeftOutEvents.option] + StepSelection.options + RowOptions.specs
  static let examples = [
    Example(
      "\(toolName) why \(Sample.current.show)",
      ru: "все события, которые меняли ответ",
      en: "every event that changed the answer")
  ]
  static let details = Bilingual(
    ru: """
      Выводит все события, которые изменили ответ модели или его поле FIELD, от старых к новым, а затем
      текущее значение. Перечислены ровно те позиции, на которых ответ отличается от предыдущего;
      время — по UTC.
      FIELD — путь: total, customer.name, '\(Sample.current.path)'. Если событие не о том, что задают
      параметры, после него стоят теги, которые связывают его с ответом.

      У параметра now одно значение на всю историю: заданное, иначе время из --as-of, иначе время
      последнего события. Поэтому ответ меняют только события.

      С --without названные события пропускаются. Следующие события остаются такими, какими записаны, даже
      если без пропущенных решение было бы другим.
      Код завершения: 0 ответ есть или был; 1 его никогда не было; 64 неизвестная модель, параметр или
      поле; 65 параметр пропущен или неверен; 66 нет журнала.
      """,
    en: """
      Prints every event that changed the answer of a read model, or a FIELD of it, oldest first, and
      then the current value. The events listed are exactly those at whose position the answer differs
      from the one before; their times are in UTC. A FIELD is a path: total, customer.name,
      '\(Sample.current.path)'. If an event is about something other than the parameters, the tags
      that link it with the answer follow it.

      The parameter named now has one value for the whole history: the one given, else the time of
      --as-of, else the time of the last event. So only events change an answer.

      With --without, the named events are left out. Later events stay as they were recorded, even if
      they would have been decided differently.
      Exit status: 0 there is or was an answer; 1 there never was one; 64 an unknown read model,
      parameter or field; 65 a parameter that is missing or malformed; 66 no journal.
      """)

  private let common: CommonOptions
  private let arguments: Arguments
  private let rows: RowOptions
  private let selection: StepSelection

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    self.arguments = arguments
    rows = try RowOptions(arguments, json: .jsonl, columns: WhyRows.columns)
    selection = try StepSelection(arguments)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let question = try AnswerQuestion(arguments, common, takesField: true)
    let (history, zone) = try common.answering { reader in
      let past = Past(arguments, in: common.locale)
      let (through, moment) = try past.history(in: &reader)
      let answer = try question.followed(as: moment, in: reader)
      return (
        try answer.history(of: question.field, in: &reader, through: through), reader.timeZone
      )
    }
    guard history.hasEverExisted else { throw question.neverAnswered }
    let steps = Array(
      try selection.choose(history.steps, in: zone).prefix(rows.limit ?? .max))
    try terminal.printHypothesis(question.without, in: common.locale, asText: rows.isText)
    if rows.isText {
      try WhyText(question: question, steps: steps, answer: history.answer).print(&terminal)
    } else {
      try WhyRows(steps: steps).print(rows, &terminal)
    }
    return .success
  }
}

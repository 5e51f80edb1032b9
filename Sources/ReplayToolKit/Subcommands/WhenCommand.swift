import EventEngine

/// Prints the intervals of the history in which a condition on an answer held.
struct WhenCommand: Subcommand {
  static let name = "when"
  static let summary = Bilingual(
    ru: "найти, когда ответ удовлетворял условию",
    en: "find when an answer met a condition")
  static let usage = "MODEL [parameter=value …]"
  static let options =
    [
      OptionSpec(
        "--where", "CONDITION",
        ru: "'FIELD OP VALUE', где OP — = != < <= > >=, или 'FIELD'",
        en: "'FIELD OP VALUE' with = != < <= > >=, or 'FIELD'"),
      OptionSpec(
        "--run", "COMMAND",
        ru: "команда оболочки; получает JSON ответа; код 0 — условие выполнено",
        en: "a shell command; gets the answer's JSON; status 0: the condition holds"),
      OptionSpec(
        "--first", nil,
        ru: "только первый промежуток",
        en: "only the first interval"),
    ] + AsOfParameters.options + [LeftOutEvents.option]
  static let examples = [
    Sample.current.field.map {
      Example(
        "\(toolName) when \(Sample.current.show) --where '\($0)'",
        ru: "когда было такое значение",
        en: "when there was such a value")
    }
      ?? Example(
        "\(toolName) when \(Sample.current.show) --run true",
        ru: "когда был ответ",
        en: "when there was an answer")
  ]
  static let details = Bilingual(
    ru: """
      Выводит каждый промежуток позиций, в котором условие выполнялось, с событием, которое его начало,
      и событием, которое его закончило. Числа и десятичные тексты сравниваются по величине, true, false
      и null — как есть, всё остальное — как текст; VALUE в кавычках, например "= да", читается как
      строка JSON. FIELD.count — длина списка; просто FIELD выполняется, если поле есть и оно не null.
      Отсутствующее поле считается null, как и любое поле там, где ответа нет. Null не меньше и не
      больше любого значения.

      COMMAND получает JSON ответа на стандартном вводе; код 0 означает, что условие выполнено. Она
      запускается по разу на каждый новый ответ; её стандартный вывод отбрасывается. Код 126 или 127 или
      сигнал — сбой. Там, где ответа нет, она не запускается: условие не выполнено.
      Код завершения: 0 выполнялось; 1 никогда; 64 неизвестная модель, параметр или поле, или неверное
      условие; 65 параметр пропущен или неверен; 66 нет журнала; 74 сбой COMMAND.
      """,
    en: """
      Prints each interval of positions in which the condition held, with the event that began it and the
      event that ended it. Numbers and decimal texts are compared by value, true, false and null as
      such, everything else as text; a VALUE in quotation marks, such as "= yes", is read as a JSON
      string. FIELD.count is the length of a list; FIELD alone holds if the field exists and is not
      null. A missing field counts as null, as every field does where there is no answer. Null is
      neither less nor greater than any value.

      COMMAND gets the answer's JSON on its standard input; status 0 means that the condition holds. It
      runs once for each different answer, and its standard output is discarded. A status of 126 or 127,
      or a signal, is a failure. Where there is no answer, it does not run: the condition does not hold.
      Exit status: 0 it held; 1 it never held; 64 an unknown read model, parameter or field, or a
      malformed condition; 65 a parameter that is missing or malformed; 66 no journal; 74 COMMAND
      failed.
      """)

  private let common: CommonOptions
  private let arguments: Arguments
  private let condition: AnswerCondition?
  private let command: ShellCommand?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    self.arguments = arguments
    command = try ShellCommand(arguments, isQuiet: true)
    condition = try arguments.value("--where").map { (text) throws(UsageError) in
      guard let condition = AnswerCondition(text) else {
        throw UsageError(
          Bilingual(
            ru: "--where принимает 'FIELD OP VALUE' или 'FIELD', а не «\(text)»; ",
            en: "--where takes 'FIELD OP VALUE' or 'FIELD', not \"\(text)\"; ")
            + AnswerCondition.rule)
      }
      return condition
    }
    guard (condition == nil) != (command == nil) else {
      throw UsageError(
        ru: "when требует или --where 'FIELD OP VALUE', или --run COMMAND",
        en: "when needs either --where 'FIELD OP VALUE' or --run COMMAND")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let question = try AnswerQuestion(arguments, common, takesField: false)
    if let condition { try AnswerQuestion.require(condition.field, of: question.model) }
    let limit = arguments.has("--first") ? 1 : Int.max
    let intervals = try common.answering { reader in
      let past = Past(arguments, in: common.locale)
      let (through, moment) = try past.history(in: &reader)
      let answer = try question.followed(as: moment, in: reader)
      if let condition {
        return try answer.intervals(in: &reader, through: through, limit: limit, where: condition)
      }
      return try answer.intervals(in: &reader, through: through, limit: limit, where: succeeds())
    }
    try terminal.printHypothesis(question.without, in: common.locale, asText: !common.json)
    for interval in intervals {
      if common.json { try terminal.print(interval.json) } else { try print(interval, &terminal) }
    }
    if intervals.isEmpty {
      terminal.note(ru: "условие никогда не выполнялось", en: "the condition never held")
    }
    return intervals.isEmpty ? .refused : .success
  }

  /// Whether the command succeeds with an answer.
  private func succeeds() -> ([UInt8]?, () throws -> JSONValue?) throws -> Bool {
    guard let command else { preconditionFailure("Neither a condition nor a command was given.") }
    var known: [Digest: Bool] = [:]
    return { bytes, _ in
      guard let bytes else { return false }
      let digest = SHA256.hash(bytes)
      if let holds = known[digest] { return holds }
      let holds = try Self.status(of: command, bytes) == 0
      known[digest] = holds
      return holds
    }
  }

  private static func status(of command: ShellCommand, _ input: [UInt8]) throws -> Int32 {
    var status: Int32 = 0
    try command.run(line: input, Bilingual(ru: "из --run", en: "of --run")) { ending in
      guard case .exited(let code) = ending, code < 126 else {
        throw ToolFailure(
          .inputOutput, .handlerFailed,
          ru: "команда из --run \(ending.text.ru)",
          en: "the command of --run \(ending.text.en)")
      }
      status = code
    }
    return status
  }

  private func print(
    _ interval: HistoryInterval, _ terminal: inout Terminal
  ) throws(SystemError) {
    let language = common.locale
    let end =
      interval.to.map { Bilingual(ru: " по \($0)", en: " to \($0)") }
      ?? Bilingual(ru: " и дальше", en: " on")
    let title = Bilingual(ru: "с \(interval.from)\(end.ru)", en: "from \(interval.from)\(end.en)")
    try terminal.print(terminal.styled(title[language], .bold))
    let (began, ended) = (
      Bilingual(ru: "  началось   ", en: "  began  "),
      Bilingual(ru: "  кончилось  ", en: "  ended  ")
    )
    if let event = interval.began {
      try EventText.print(event, after: began[language], &terminal)
    }
    if let event = interval.ended {
      try EventText.print(event, after: ended[language], &terminal)
    }
  }
}

extension HistoryInterval {
  var json: [UInt8] {
    JSONWriter.object { json in
      json.int("from", from.rawValue)
      if let to { json.int("to", to.rawValue) }
      for case (let name, let event?) in [("began", began), ("ended", ended)] {
        json.key(name)
        event.write(to: &json)
      }
    }
  }
}

import EventEngine

/// Carries out one command or a stream of them.
struct Issue: Subcommand {
  static let name = "issue"
  static let summary = Bilingual(
    ru: "выполнить команду или поток команд",
    en: "carry out a command, or a stream of them")
  static let usage = "[COMMAND [field=value …]]"

  static let options =
    [
      OptionSpec(
        "--actor", "WHO",
        ru: "кто действует: \(Sample.current.people.ru), admin, gateway или system",
        en: "who acts: \(Sample.current.people.en), admin, gateway or system"),
      OptionSpec(
        "--at", "TIME",
        ru: "когда это было: 2026-05-08T12:00:00Z (по умолчанию сейчас)",
        en: "when it happened: 2026-05-08T12:00:00Z (default: now)"),
      OptionSpec(
        "--id", "KEY",
        ru: "ключ идемпотентности: повторённая команда выполняется один раз",
        en: "idempotency key: a retried command is carried out once"),
      OptionSpec(
        "--correlation", "ID",
        ru: "объединяет связанные команды; только записывается",
        en: "groups related commands; it is only recorded"),
      OptionSpec(
        "--file", "FILE",
        ru: "выполнить файл с командами JSON, по одной на строке; - — стандартный ввод",
        en: "carry out a file of JSON commands, one per line; - is standard input"),
      OptionSpec(
        "--dry-run", nil,
        ru: "принять решение и вывести результат, ничего не записывая",
        en: "decide and print the result, and record nothing"),
      FutureTimes.option,
    ] + AsOfParameters.options + JournalCreation.options + [CommonOptions.streamLocaleOption]

  private static let own = Sample.current

  static let examples: [Example] = [
    Example(
      "\(toolName) issue \(own.issue)",
      ru: "одна команда; в её результате — записанные события",
      en: "one command; its result lists the recorded events"),
    Example(
      "\(toolName) issue \(own.issue) --id c-17",
      ru: "повторённая с тем же --id, она даёт тот же результат и ничего не записывает",
      en: "retried with the same --id, it returns the same result and records nothing"),
    Example(
      "\(toolName) issue --json --file commands.jsonl",
      ru: "поток: по одному результату JSON на строке, в порядке команд",
      en: "a stream: one JSON result per line, in the order of the commands"),
  ]

  private static let passwordCost = ReplayTool.text(
    ifUsing: .passwords, ru: ", сложность хеширования паролей", en: ", password cost")

  static let details = Bilingual(
    ru: """
      Значения читаются по типу поля: \(own.text) — строка, \(own.number) — число, \(own.boolean) — логическое
      значение, \(own.list) — список. field:=JSON передаёт JSON как есть. field=@FILE и field=@-
      читают значение из файла или со стандартного ввода, без последнего перевода строки.
      \(toolName) catalog COMMAND показывает поля команды.

      Без команды читает строки JSON из --file или со стандартного ввода, например
      \(own.requests[0])
      Пустые строки пропускаются. Для строки, которая не является командой, выводится ошибка с номером
      строки; следующие строки всё равно выполняются. Результаты выводятся прежде, чем начинается
      ожидание следующего ввода.

      С --dry-run результат показывает события, которые были бы записаны. С --as-of или --position
      решение по команде принимается по журналу на тот момент. По каждой строке потока решение
      принимается отдельно: событий других строк она не видит.

      Если журнала нет, он создаётся вместе с первым событием; тогда же определяются его часовой
      пояс\(passwordCost.ru) и размер сегментов. Если в папке лежат другие файлы, журнал в
      ней не создаётся.
      Код завершения: 0 всё принято; 1 отказ; 65 неверная команда; 74 сбой журнала; 75 журнал занят;
      если подходят несколько — 74, затем 75, затем 65, затем 1.
      """,
    en: """
      Values are read by the field's type: \(own.text) is a string, \(own.number) a number, \(own.boolean) a
      boolean, \(own.list) a list. field:=JSON passes JSON as it is. field=@FILE and field=@- read
      the value from a file or standard input, without its final line feed.
      \(toolName) catalog COMMAND shows the fields of a command.

      Without a command, reads JSON lines from --file or standard input, for example
      \(own.requests[0])
      Blank lines are skipped. A line that is not a command gets an error with its line number, and the
      lines after it are still carried out. Results are written before the tool waits for more input.

      With --dry-run, the result shows the events that would be recorded. With --as-of or --position,
      the command is decided on the journal as it was then. Each line of a stream is decided on its own:
      it does not see the events of the other lines.

      A missing journal is created with its first event; its time zone\(passwordCost.en) and segment size
      are fixed then. No journal is created in a folder that has other files in it.
      Exit status: 0 all accepted; 1 refused; 65 a malformed command; 74 the journal failed; 75 the
      journal is busy; if several apply: 74, then 75, then 65, then 1.
      """)

  private let common: CommonOptions
  private let creation: JournalCreation
  private let future: FutureTimes
  private let dryRun: DryRun?
  private let words: [String]
  private let file: String?
  /// The members beside `data`.
  private let envelope: [(name: String, value: String)]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    creation = try JournalCreation(arguments)
    future = FutureTimes(arguments)
    dryRun = try DryRun(arguments, common, creation, future)
    words = arguments.positionals
    try arguments.refuseRepeated("--file")
    file = arguments.value("--file")
    envelope = ["actor", "at", "id", "correlation"].compactMap { name in
      arguments.value("--\(name)").map { (name, $0) }
    }
    if let first = words.first, file != nil {
      throw UsageError(
        ru: "укажите либо команду, либо --file, но не то и другое («\(first)» лишнее)",
        en: "give either a command or --file, not both (found \"\(first)\")")
    }
    if words.isEmpty, let first = envelope.first {
      throw UsageError(
        ru: "--\(first.name) требует команды; в потоке это поле задаёт каждая строка",
        en: "--\(first.name) needs a command; in a stream, each line sets it for itself")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    if let command = words.first { return try runOne(command, &terminal) }
    let input = try openInput()
    if let dryRun { return try dryRun.run(input, &terminal) }
    var stream = try CommandStream(
      common, creation, common.tool.domains.commands, future, locale: common.streamLocale,
      cachesStatesAfter: 1)
    return try stream.run(input, &terminal)
  }

  private func openInput() throws -> LineInput {
    guard let file, file != "-" else {
      let input = LineInput(limit: Limits.commandBytes)
      if input.isTerminal && file == nil {
        let sample = "\(toolName) issue \(Self.own.issue)"
        throw UsageError(
          ru: "нужна команда, например: \(sample)",
          en: "issue needs a command, for example: \(sample)")
      }
      return input
    }
    do throws(SystemError) { return try LineInput(path: file, limit: Limits.commandBytes) } catch {
      throw ToolFailure(error.status, .reading(Bilingual(untranslated: file), error))
    }
  }

  private func runOne(_ name: String, _ terminal: inout Terminal) throws -> ExitStatus {
    let domains = common.tool.domains.commands(for: name)
    let infos = [Tick.info] + domains.flatMap(\.commands)
    guard let info = infos.first(where: { $0.name == name }) else {
      let names =
        common.tool.domains.commands.flatMap(\.commands).map(\.name) + [Tick.info.name]
      throw common.tool.unknown(.command, name, among: names)
    }
    var fields = try CommandLineFields(Array(words.dropFirst()), of: name, info.fields)
    for secret in fields.exposedSecrets {
      terminal.note(
        ru: "предупреждение: «\(secret)» стоит в командной строке, где его видят другие; передайте "
          + "его так: \(secret)=@FILE или \(secret)=@-",
        en: "warning: \"\(secret)\" is on the command line, where others can see it; "
          + "use \(secret)=@FILE or \(secret)=@-")
    }
    askForSecrets(of: info, &fields)
    var members: JSONObject = ["command": .string(name)]
    for (name, value) in envelope { members[name] = .string(value) }
    members["data"] = .object(fields.members)
    let question = actorQuestion(for: info)
    if let dryRun {
      return try dryRun.run(
        [.init(.object(members))], in: common.locale, actorQuestion: question, &terminal)
    }
    var stream = try CommandStream(
      common, creation, domains, future, locale: common.locale, cachesStatesAfter: 4)
    return try stream.execute(members, actorQuestion: question, &terminal)
  }

  /// Returns the message that asks for `--actor`; nil if an actor is given or may be left out. The
  /// engine reports a missing actor before other missing fields.
  private func actorQuestion(for info: CommandInfo) -> String? {
    if info.actor == .anyone || envelope.contains(where: { $0.name == "actor" }) { return nil }
    let (rule, people) = (info.actor.rawValue, Self.own.people)
    let text =
      info.actor == .person
      ? Bilingual(
        ru: "Добавьте --actor КТО: отправитель команды \(info.name) (\(people.ru))",
        en: "Add --actor WHO: the sender of \(info.name) (\(people.en))")
      : Bilingual(
        ru: "Добавьте --actor \(rule): команду \(info.name) отправляет \(rule)",
        en: "Add --actor \(rule): \(info.name) is sent by \(rule)")
    return text[common.locale]
  }

  private func askForSecrets(of info: CommandInfo, _ fields: inout CommandLineFields) {
    guard LineInput(limit: 1).isTerminal else { return }
    for field in info.fields
    where field.kind == .secret && field.isRequired && fields.members[field.name] == nil {
      if let secret = Prompt.secret("\(field.name): ") { fields.add(field.name, secret) }
    }
  }
}

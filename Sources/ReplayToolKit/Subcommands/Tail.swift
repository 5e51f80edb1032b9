import EventEngine

/// Prints events, oldest first, and follows new ones.
struct Tail: Subcommand {
  static let name = "tail"
  static let summary = Bilingual(
    ru: "вывести события и следить за новыми",
    en: "print events, and follow them as they come")
  static let isPaged = true
  static let options =
    EventSelection.options + RowOptions.specs + [
      OptionSpec(
        "--follow", nil,
        ru: "-f: ждать новых событий, начиная с конца, и выводить их в течение 50 мс",
        en: "-f: wait for new events, from the end on, and print them within 50 ms"),
      OptionSpec(
        "--consumer", "NAME",
        ru: "продолжить с позиции потребителя с этим именем",
        en: "resume at the position of the consumer with this name"),
      OptionSpec(
        "--run", "COMMAND",
        ru: "с --consumer: команда оболочки для каждого события, с его JSON на вводе",
        en: "with --consumer: the shell command for each event, with its JSON on stdin"),
    ]
  static let examples: [Example] = [
    Example(
      "\(toolName) tail --follow --json",
      ru: "каждое событие сразу, по объекту JSON на строке",
      en: "every event as it comes, one JSON object per line"),
    Example(
      "\(toolName) tail --tag \(Sample.current.tag)",
      ru: "события с одним тегом",
      en: "the events with one tag"),
    Example(
      "\(toolName) tail -n 10 --reverse",
      ru: "последние десять, сначала новые",
      en: "the last ten, newest first"),
    Example(
      "\(toolName) tail --type \(Sample.current.type) --since 2026-05-08",
      ru: "события одного типа с начала этого дня",
      en: "events of one type since the beginning of that day"),
    Example(
      "\(toolName) tail --consumer billing --follow --run 'jq -r .type >> billed.txt'",
      ru: "каждое событие хотя бы раз, по порядку, в том числе после перезапусков",
      en: "each event at least once, in order, even after restarts"),
  ]
  static let details = Bilingual(
    ru: """
      С --consumer команда COMMAND запускается по разу на каждое событие, по порядку; событие — строка
      JSON на её стандартном вводе. Если она завершается с кодом 0, позиция потребителя переходит за это
      событие и сохраняется на диске. Другой код или сигнал завершает tail с кодом 1, и позиция
      остаётся: запущенный снова, tail повторит то же событие. То же бывает, если tail прервали. Поэтому
      COMMAND видит каждое событие хотя бы раз и должна быть идемпотентной; у повторённого события те же
      позиция и id. Сигнал, который завершает tail, передаётся COMMAND.

      Позиция потребителя — файл в папке consumers журнала или строка его базы данных; --after задаёт,
      откуда начинает новый потребитель. \(toolName) consumers перечисляет потребителей и передвигает
      их.

      Если один фильтр задан несколько раз, достаточно любого из значений; разные фильтры должны
      выполняться все. Тип, тег, участник, команда, id или корреляция, которых не было ни у одного
      события, — ошибка; с --follow допускаются все типы и команды доменов, так как события ещё могут
      появиться. --follow начинает с конца, если -n, --after или --since не задают другого начала.

      WHEN — момент RFC 3339, местное время 2026-05-11T12:00 или день 2026-05-11 в часовом поясе
      журнала, now, today, yesterday или '3 hours ago' (minutes, hours, days, weeks).
      """,
    en: """
      With --consumer, COMMAND runs once for each event, in order, with the event as a line of JSON on
      its standard input. When it ends with status 0, the consumer's position moves past the event and
      is stored on disk. Another status, or a signal, ends tail with status 1 and leaves the position:
      started again, tail retries the same event. The same happens when tail is killed. So COMMAND sees
      each event at least once and must be idempotent; a retried event has the same position and id.
      A signal that ends tail is forwarded to COMMAND.

      A consumer's position is a file in the journal's folder consumers, or a row of its database;
      --after sets where a new consumer starts. \(toolName) consumers lists the consumers and moves
      them.

      If the same filter is given several times, any of its values is enough; different filters must all
      match. A type, tag, actor, command, id or correlation that no event has ever had is an error; with
      --follow, all types and commands of the domains are allowed, since their events may still come.
      --follow begins at the end, unless -n, --after or --since sets another start.

      WHEN is an RFC 3339 instant, a local time 2026-05-11T12:00 or a day 2026-05-11 in the journal's
      time zone, now, today, yesterday, or '3 hours ago' (minutes, hours, days, weeks).
      """)

  private let common: CommonOptions
  private var selection: EventSelection
  private let rows: RowOptions
  private var limit: Int
  private let follows: Bool
  private let consumer: String?
  private let command: ShellCommand?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    selection = try EventSelection(arguments)
    rows = try RowOptions(arguments, json: .jsonl, columns: EventColumns.all)
    limit = rows.limit ?? .max
    follows = arguments.has("--follow")
    consumer = try arguments.value("--consumer").map(Consumer.name)
    command = try ShellCommand(arguments)
    if consumer != nil && command == nil {
      throw UsageError(
        ru:
          "--consumer требует --run COMMAND для каждого события: вывод в канал могут не прочитать",
        en: "--consumer needs --run COMMAND for each event: output to a pipe may never be read")
    }
    if consumer == nil && command != nil {
      throw UsageError(
        ru: "--run требует --consumer NAME, который хранит позицию",
        en: "--run needs --consumer NAME, which stores the position")
    }
    if command != nil && (rows.format ?? .jsonl != .jsonl || rows.columns != nil) {
      throw UsageError(
        ru: "--run передаёт COMMAND каждое событие строкой JSON; уберите --format и --columns",
        en: "--run gives COMMAND each event as a line of JSON; leave --format and --columns out")
    }
    if selection.isReversed && (follows || consumer != nil) {
      throw UsageError(
        ru: "--reverse не сочетается с --follow и --consumer",
        en: "--reverse cannot be combined with --follow or --consumer")
    }
    if selection.last != nil && consumer != nil {
      throw UsageError(
        ru: "-n не сочетается с --consumer, у которого своя позиция",
        en: "-n cannot be combined with --consumer, which has a position of its own")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    var place = try consumer.map { name throws(JournalError) in
      try ConsumerCheckpoint(name, in: reader.directory, of: reader.manifest.journal)
    }
    // A command must not run for an event that cannot be marked as handled.
    try place?.requireMovable()
    place?.removeLeftovers()
    if let current = place, let position = current.position {
      try Consumer.require(current, in: &reader, at: common.journalOption)
      selection.after = position
    } else if follows && consumer == nil && !selection.hasStart {
      selection.after = reader.head
    }
    try selection.prepare(in: &reader, expecting: follows ? common.tool.domains : [])
    if place?.position == nil, selection.after > .start, selection.after <= reader.head {
      // If the first event fails, the consumer resumes at this start and not at the first event.
      try place?.move(to: selection.after, reader.event(at: selection.after)?.id)
    }
    var writer = RowWriter(
      rows, columns: EventColumns.columns(of: rows.format), hasColour: terminal.hasColour)
    while true {
      try printNew(&reader, &place, &writer, &terminal)
      try terminal.printRows { writer.writeWaiting(&$0) }
      try terminal.flush()
      if try isDone(&reader) { break }
      while try !refresh(&reader) {
        // A command prints for itself, so the standard output of its consumer may have no reader.
        if command == nil, terminal.output.isAbandoned { return .success }
        SystemClock.sleep(microseconds: 20_000)
        if try isDone(&reader) { break }
      }
    }
    if !rows.isText { try terminal.printRows { writer.finish(&$0) } }
    return .success
  }

  /// Whether `tail` has printed all that was asked for.
  private func isDone(_ reader: inout JournalReader) throws(JournalError) -> Bool {
    guard limit > 0 else { return true }
    try reader.requireWhole()
    if !follows { return true }
    return selection.until.map { SystemClock.now() > $0 } ?? false
  }

  /// Reads the journal's new end. A busy journal, such as one during an erasure, and a server that
  /// cannot be reached are no failures: the next call tries again.
  ///
  /// - Returns: whether there are new events.
  private func refresh(_ reader: inout JournalReader) throws(JournalError) -> Bool {
    try reader.requireInPlace()
    guard try reader.mayHaveNews() else { return false }
    let head = reader.head
    do throws(JournalError) { try reader.refresh(wait: 1000) } catch {
      guard error.isPassing else { throw error }
    }
    return reader.head > head
  }

  /// Prints the selected events that earlier calls have not printed, or runs the command for each
  /// of them.
  private mutating func printNew(
    _ reader: inout JournalReader, _ place: inout ConsumerCheckpoint?, _ writer: inout RowWriter,
    _ terminal: inout Terminal
  ) throws {
    guard limit > 0 else { return }
    let head = reader.head
    let tail = self
    var left = limit
    try selection.forEach(in: &reader) { event in
      if let command = tail.command {
        try tail.handle(event, with: command, &place)
      } else if tail.rows.isText {
        try EventText.print(event, &terminal)
      } else {
        try terminal.printRow(&writer, json: event.appendEvent)
      }
      left -= 1
      return left > 0
    }
    limit = left
    selection.after = max(selection.after, head)
  }

  /// Runs the command for an event, and moves the consumer's position after success.
  private func handle(
    _ event: any ListedEvent, with command: ShellCommand, _ place: inout ConsumerCheckpoint?
  ) throws {
    let (position, id) = (event.position, event.id)
    var line: [UInt8] = []
    event.appendEvent(to: &line)
    let purpose = Bilingual(ru: "для события \(position)", en: "for event \(position)")
    try command.run(line: line, purpose) { ending in
      guard ending == .exited(0) else { throw Consumer.failure(ending, at: position) }
      try place?.move(to: position, id)
    }
  }
}

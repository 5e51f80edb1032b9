import EventEngine

/// The machine interface: one JSON request per line in, one JSON answer per line out.
struct MachineSession: Subcommand {
  static let name = "session"
  static let summary = Bilingual(
    ru: "отвечать на запросы JSON, по одному на строке, для программ",
    en: "answer JSON requests, one per line, for programs")
  static let options =
    [
      OptionSpec(
        "--create", nil,
        ru: "создать журнал сразу, если его нет",
        en: "create the journal immediately if there is none"),
      FutureTimes.option,
    ] + JournalCreation.options + [CommonOptions.streamLocaleOption]

  static let examples: [Example] = [
    Example(
      "echo '\(Sample.current.query)' | \(toolName) session",
      ru: "отвечает на один запрос и завершается вместе с вводом",
      en: "answers one request and ends with its input"),
    Example(
      "\(toolName) session < requests.jsonl > answers.jsonl",
      ru: "отвечает на многие; для запросов, пришедших вместе, диск синхронизируется один раз",
      en: "answers many; requests that arrive together share a sync"),
  ]

  private static let requests = Sample.current.requests.joined(separator: "\n  ")

  /// The requests that are the same for every domain.
  private static let storeRequests = #"""
    {"append":[{"type":"StudentJoined","tags":["student:1"],"data":{"name":"Ann"}}],
       "condition":{"failIfEventsMatch":{"items":[{"tags":["student:1"]}]},"after":0}}
      {"read":{"items":[{"types":["StudentJoined"],"tags":["student:1"]}]},"after":0,"limit":10}
      {"why":"MODEL","parameters":{…},"field":"total"}  {"when":"MODEL","where":"total > 2"}
      {"diff":"MODEL","from":34,"to":46}  {"diff":true,"from":"yesterday"}  {"trace":12}
      {"audit":"\#(Sample.current.tag)"}  {"dryRun":{…command…},"position":12}
      {"session":1}  {"stats":true}  {"catalog":true}
      {"follow":{"items":[{"types":["StudentJoined"]}]},"after":0}  {"unfollow":true}
    """#

  static let details = Bilingual(
    ru: #"""
      Запрос — одна строка, одно из этого:
        \#(requests)
        \#(storeRequests)
      В любом запросе может быть ref, текст или число; ответы его повторяют. follow получает по ответу
      {"event":{…}} на каждое событие после конца журнала или после позиции, заданной в after, до
      запроса unfollow; тем временем приходят ответы и на другие запросы.

      У show могут быть asOf или position, у read — after, limit и backwards, у событий в append — id
      (UUID). Повторённый append с теми же id записывается один раз.

      Ответы идут в порядке запросов и выводятся прежде, чем начинается ожидание следующего ввода. При
      сбое журнала код ответа — storageFailed (ничего не записано), outcomeUnknown (повторите с тем же
      id), journalBusy, journalMoved (на этом пути другой журнал или никакого), journalDamaged или
      journalForked (сервер потерял подтверждённые события). Следующие запросы той же пачки не
      выполняются и получают тот же код.

      На терминале у сеанса есть приглашение; кроме JSON он понимает команды, как в командной строке:
      show MODEL, tail -n 3, exit. Tab дополняет, стрелки возвращают прежние строки сеанса, Ctrl-R ищет
      среди них. Строки с секретами не запоминаются, и ни одна строка не сохраняется на диске.

      Если журнала нет, его создаёт только --create; без --create на каждый запрос приходит
      storageFailed.
      Код завершения: 0 в конце ввода, даже если были отказы и неверные запросы; 1, 66, 74 или 75, если
      для какого-то запроса журнал был повреждён, отсутствовал, давал сбой или был занят.
      """#,
    en: #"""
      A request is one line, one of these:
        \#(requests)
        \#(storeRequests)
      Any request may carry ref, a text or a number, which its answers repeat. A follow gets one answer
      {"event":{…}} for each event after the journal's end, or after the position that after gives,
      until unfollow; other requests are answered in between.

      A show may have asOf or position, a read after, limit and backwards, and the events of an append a
      UUID as id. An append that is retried with the same ids is recorded once.

      Answers come in the order of the requests and are written before the tool waits for more input. If
      the journal fails, the answer's code is storageFailed (nothing was recorded), outcomeUnknown
      (retry with the same id), journalBusy, journalMoved (its path has another journal, or none),
      journalDamaged or journalForked (its server has lost acknowledged events). Later requests of the
      same batch are not tried and get the same code.

      On a terminal, a session has a prompt, and takes words as on the command line as well as JSON:
      show MODEL, tail -n 3, exit. Tab completes, the arrow keys bring back the session's earlier lines,
      and Ctrl-R searches them. Lines with a secret are not kept, and no line is stored on disk.

      A missing journal is created with --create only; without it, every request gets storageFailed.
      Exit status: 0 at the end of the input, even if requests were refused or malformed; 1, 66, 74 or
      75 if the journal was damaged, missing, failed or busy for some request.
      """#)

  private let common: CommonOptions
  private let creation: JournalCreation
  private let future: FutureTimes
  private let creates: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    creation = try JournalCreation(arguments)
    future = FutureTimes(arguments)
    creates = arguments.has("--create")
    if let word = arguments.positionals.first {
      throw UsageError(
        ru: "session не принимает аргументов («\(word)» лишнее); запросы приходят на стандартный "
          + "ввод",
        en: "session takes no arguments (found \"\(word)\"); requests come in on stdin")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    // Every request has an answer, and the journal may be repaired or reachable again later.
    var outage = try prepare()
    var hasAnswered = false
    var input = LineInput(limit: Limits.commandBytes)
    var journal = SessionJournal(common, future)
    if input.isTerminal && terminal.output.isTerminal {
      if let outage { throw outage }
      var session = InteractiveSession(common, future)
      return try session.run(&journal, &terminal)
    }
    while true {
      guard try waitForInput(&input, &journal, &terminal) else { return journal.status }
      let lines = try input.nextBatch(of: .standardInput)
      if lines.isEmpty {
        if let outage, !hasAnswered { throw outage }
        try journal.deliver(&terminal, isLast: true)
        return journal.status
      }
      let requests = lines.compactMap { SessionRequest($0, locale: common.streamLocale) }
      if outage != nil { outage = try prepare() }
      try journal.answer(requests, failing: outage, &terminal)
      hasAnswered = true
      try journal.deliver(&terminal)
      try terminal.flush()
    }
  }

  /// Checks the settings of the journal if it exists; with `--create`, creates it if it does not.
  ///
  /// - Returns: the failure of the journal; nil if there is none.
  private func prepare() throws -> JournalError? {
    do {
      if creates {
        try creation.createIfMissing(common.directory, wait: common.wait)
      } else {
        _ = try creation.checkSettings(ofExisting: common.directory)
      }
      return nil
    } catch let error as JournalError { return error }
  }

  /// Prints the new events of the followed queries until there is a line of input or its end.
  ///
  /// - Returns: false if the reader of the output is gone.
  private func waitForInput(
    _ input: inout LineInput, _ journal: inout SessionJournal, _ terminal: inout Terminal
  ) throws(SystemError) -> Bool {
    while journal.isFollowing, !input.isReady(within: 20) {
      try journal.deliver(&terminal)
      try terminal.flush()
      if terminal.output.isAbandoned { return false }
    }
    return true
  }
}

import EventEngine

/// Removes personal data for good.
struct Erase: Subcommand {
  static let name = "erase"
  static let summary = Bilingual(
    ru: "навсегда удалить чьи-то личные данные",
    en: "remove a subject's personal data for good")
  static let usage = "TAG … | --due"
  static let feature: Feature? = .erasure
  static let options = [
    OptionSpec(
      "--due", nil,
      ru: "удалить все данные, которые пора удалить: их предмет удалён или срок истёк",
      en: "erase all data that is due, since its subject was deleted or has expired"),
    OptionSpec(
      "--reason", "TEXT",
      ru: "причина; она записывается навсегда, поэтому не называйте имён",
      en: "the reason; it is recorded for ever, so mention no names"),
    OptionSpec(
      "--actor", "WHO",
      ru: "кто удаляет (по умолчанию admin)",
      en: "who erases (default: admin)"),
    OptionSpec(
      "--at", "TIME",
      ru: "когда это было; не раньше последнего события (по умолчанию сейчас)",
      en: "when it happened; not before the last event (default: now)"),
    OptionSpec(
      "--dry-run", nil,
      ru: "сообщить, что было бы удалено, и ничего не менять",
      en: "report what would be erased, and change nothing"),
    OptionSpec(
      "--yes", nil,
      ru: "не спрашивать; без терминала обязательно",
      en: "do not ask; required without a terminal"),
  ]
  static let examples = [
    Example(
      "\(toolName) erase \(Sample.current.tag) --reason 'request 17'",
      ru: "все личные данные, которые относятся к этому тегу",
      en: "all personal data that has this tag as its subject"),
    Example(
      "\(toolName) erase \(Sample.current.tag) --dry-run",
      ru: "что было бы удалено: сколько записей каких типов",
      en: "what would be erased: how many records of which types"),
    Example(
      "\(toolName) erase \(Sample.current.tag) --yes",
      ru: "то же из скрипта, без терминала",
      en: "the same from a script, without a terminal"),
    Example(
      "\(toolName) erase --due --yes --json",
      ru: "все данные, которые пора удалить",
      en: "all data that is due"),
  ]

  static let details = Bilingual(
    ru: """
      Тег называет того, чьи это данные, так же, как в событиях: \(Sample.current.subjects).
      Навсегда удаляются личные данные этих событий (имена, телефоны, адреса, тексты людей) и дайджесты
      этих данных; такие поля отмечает catalog TYPE. События, время, количества и суммы остаются. Что
      модели показывают вместо удалённых текстов, выбирает домен. Журнал по-прежнему проходит проверку,
      в том числе по прежним квитанциям. Удаление записывается как событие: кто, почему, какие позиции,
      и дайджест тега с ключом.

      Пока переписываются сегменты, в которых были данные, никто не может добавлять события. Прерванное
      удаление закончит следующий процесс, который пишет в журнал.

      Id не удаляются. Они остаются в тегах, как участники и в данных событий; erase сообщает, в
      скольких записях ещё остаётся этот id. Выбирайте id, которые не являются именами, телефонами и
      адресами.

      Не затрагиваются свободные блоки диска, снимки файловой системы, резервные копии и данные, которые
      экспортировали или вывели. Удалите их сами.
      Код завершения: 0 удалено или удалять нечего; 1 ничего не удалено: ответили «нет», событий с
      таким тегом не было, или время --at не годится; 64 неверный вызов, или нет ни терминала, ни --yes;
      66 нет журнала; 74 сбой журнала или его ключа; 75 журнал занят.
      """,
    en: """
      A tag names the subject of the data, as the events do: \(Sample.current.subjects).
      The personal data in these events (names, phones, addresses, people's texts), and digests of it,
      are removed for good; catalog TYPE marks the fields. Events, times, counts and sums stay. Each
      domain chooses what its read models show instead of an erased text. The journal still verifies,
      also against earlier receipts. The erasure is recorded as an event: who, why, which positions, and
      a keyed digest of the tag.

      Nobody can append while the segments that held the data are rewritten. If the erasure is
      interrupted, the next writer finishes it.

      Ids are not erased. They stay in tags, as actors, and in the data of events; erase reports how
      many records still carry the subject's id. Choose ids that are not names, phones or addresses.

      Not covered: free disk blocks, file-system snapshots, backups, and exported or printed data. Erase
      them yourself.
      Exit status: 0 erased, or nothing left to erase; 1 nothing was erased, since the answer was no, no
      event was ever about a subject, or the time of --at was refused; 64 wrong usage, or neither a
      terminal nor --yes; 66 no journal; 74 the journal or its key failed; 75 the journal is busy.
      """)

  private static let question = Bilingual(ru: "удалить это навсегда?", en: "erase this for good?")

  private let common: CommonOptions
  private let subjects: [Tag]
  private let erasesDue: Bool
  private let reason: String?
  private let actor: String
  /// Nil for now.
  private let time: Timestamp?
  private let isDryRun: Bool
  private let asks: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    erasesDue = arguments.has("--due")
    reason = arguments.value("--reason")
    actor = arguments.value("--actor") ?? "admin"
    time = try Self.time(arguments.value("--at"))
    isDryRun = arguments.has("--dry-run")
    asks = !arguments.has("--yes")
    var tags: [Tag] = []
    for word in arguments.positionals where !tags.contains(Tag(rawValue: word)) {
      guard let (key, value) = word.divided(at: ":"), !key.isEmpty,
        let last = value.unicodeScalars.last, last != ":"
      else {
        let sample = Sample.current.tag
        throw UsageError(
          ru: "тег — это KEY:VALUE, например \(sample), а не «\(word)»",
          en: "a tag is KEY:VALUE, such as \(sample), not \"\(word)\"")
      }
      tags.append(Tag(rawValue: word))
    }
    subjects = tags
    guard erasesDue != !tags.isEmpty else {
      let sample = "\(toolName) erase \(Sample.current.tag)"
      throw tags.isEmpty
        ? UsageError(
          ru: "erase требует тега или --due, например: \(sample)",
          en: "erase needs a tag or --due, for example: \(sample)")
        : UsageError(ru: "укажите либо теги, либо --due", en: "give either tags or --due")
    }
    guard CommandID.isValid(actor) else {
      throw UsageError(
        ru: "--actor принимает от 1 до 64 латинских букв, цифр, «.», «_» и «-», а не «\(actor)»",
        en: "--actor takes 1 to 64 ASCII letters, digits, \".\", \"_\" and \"-\", not \"\(actor)\"")
    }
    if let reason, reason.utf8.count > 4096 {
      throw UsageError(
        ru: "--reason принимает не больше 4096 байт",
        en: "--reason takes at most 4096 bytes")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    if let time { try Self.refuseFuture(time) }
    if asks && !isDryRun && !terminal.canAsk {
      throw UsageError(
        ru: "удалённые данные не вернуть: без терминала erase требует --yes",
        en: "erased data is gone for good: without a terminal, erase needs --yes")
    }
    var reader = try JournalReader.open(common.directory, wait: common.wait)
    let subjects = erasesDue ? try due(&reader) : subjects
    var search = ErasureSearch(subjects)
    var progress = ScanProgress(.searching, of: try reader.byteCount())
    try search.catchUp(with: &reader) { progress.show($0, &terminal) }
    terminal.clearProgress()
    if !erasesDue { try Self.refuseUnknownSubjects(in: search, &reader) }
    if let time, erasesDue || !search.positions.isEmpty {
      try Self.refuse(time, beforeTheLastEventIn: &reader)
    }
    if isDryRun {
      let report = ErasureReport(
        search: search, language: common.locale, remaining: try remaining(of: subjects, &terminal),
        isDryRun: true)
      try report.print(&terminal, asJSON: common.json)
      report.note(&terminal)
      return .success
    }
    try announce(ErasureReport(search: search, language: common.locale), &terminal)
    guard !asks || search.positions.isEmpty || terminal.confirms(Self.question, in: common.locale)
    else {
      throw ToolFailure(
        .refused, .refused, Bilingual(ru: "ничего не удалено", en: "nothing was erased"))
    }
    var repairs = RepairNotes()
    let outcome = try erase(subjects, &repairs, &terminal)
    terminal.recorded = { .events(at: outcome.events.map(\.position)) }
    let report = ErasureReport(
      search: outcome.search, language: common.locale, events: outcome.events.map(\.position),
      remaining: try remaining(of: subjects, &terminal))
    try report.print(&terminal, asJSON: common.json)
    report.note(&terminal, isOnServer: common.directory.origin != nil)
    return .success
  }

  private func erase(
    _ subjects: [Tag], _ repairs: inout RepairNotes, _ terminal: inout Terminal
  ) throws -> ErasureOutcome {
    var writer = try JournalWriter.open(common.directory, wait: common.wait)
    repairs.print(writer.repaired, &terminal)
    defer { terminal.clearProgress() }
    var search = ScanProgress(.searching, of: try writer.reader.byteCount())
    var rewriting: Throughput?
    let outcome = try writer.erase(
      Erasure(of: subjects, actor: actor, reason: reason, recordsEmpty: erasesDue),
      at: time ?? SystemClock.now()
    ) { step in
      switch step {
      case .searched(let bytes): search.show(bytes: bytes, &terminal)
      case .rewritten(let done, let total):
        var throughput = rewriting ?? Throughput()
        throughput.show(
          Bilingual(ru: "перезапись", en: "rewriting"), events: done, of: total, &terminal)
        rewriting = throughput
      }
    }
    repairs.print(writer.repaired, &terminal)
    return outcome
  }

  /// Prints what is going to be removed; on standard error if a program reads the result.
  private func announce(_ report: ErasureReport, _ terminal: inout Terminal) throws(SystemError) {
    if report.search.positions.isEmpty { return }
    if common.json {
      for line in report.lines(named: { $0 }) { terminal.note(line) }
    } else {
      for line in report.lines(named: { terminal.styled($0, .bold) }) { try terminal.print(line) }
    }
    try terminal.flush()
  }

  private func remaining(
    of subjects: [Tag], _ terminal: inout Terminal
  ) throws(JournalError) -> RemainingTraces {
    var traces = RemainingTraces(subjects)
    var reader = try JournalReader.open(common.directory, wait: common.wait)
    var progress = ScanProgress(
      Bilingual(ru: "подсчёт", en: "counting"), of: try reader.byteCount())
    try traces.count(in: &reader) { progress.show($0, &terminal) }
    terminal.clearProgress()
    return traces
  }

  private func due(_ reader: inout JournalReader) throws(JournalError) -> [Tag] {
    // A clock that has stepped back makes nothing less due than the last event found it.
    let now = time ?? max(SystemClock.now(), reader.recordedTime ?? .earliest)
    return try common.tool.domains.commands.dueForErasure(
      in: &reader, key: reader.key(), at: now
    ).map(\.subject)
  }
}

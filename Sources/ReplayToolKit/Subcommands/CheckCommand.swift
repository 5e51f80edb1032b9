import EventChecking
import EventEngine

/// Property-tests the engine on random stories, or the read models on a given journal.
struct CheckCommand: Subcommand {
  static let name = "check"
  static let summary = Bilingual(
    ru: "проверить движок на случайных историях или модели на журнале",
    en: "test the engine on random stories, or the read models on a journal")
  static let options = [
    OptionSpec(
      "--runs", "N",
      ru: "число случайных историй (по умолчанию \(Check.runsForAll))",
      en: "number of random stories (default \(Check.runsForAll))"),
    OptionSpec(
      "--run", "N",
      ru: "повторить только историю N (считая с 0)",
      en: "rerun only story N, from 0"),
    OptionSpec(
      "--seed", "N",
      ru: "с тем же числом — те же истории (по умолчанию каждый раз новое)",
      en: "same seed, same stories (default: a new seed each time)"),
    OptionSpec(
      "--domain", "NAME",
      ru: "только этот домен; можно повторять (по умолчанию все)",
      en: "only this domain; may be repeated (default: all)"),
    OptionSpec(
      "--time", "SECONDS",
      ru: "остановиться через столько секунд, даже если истории остались",
      en: "stop after this time, even if stories are left"),
    OptionSpec(
      "--to", "DIR",
      ru: "новая или пустая папка для журнала истории, нарушившей закон (по умолчанию временная)",
      en: "a new or empty folder for a failing story's journal (default: a temporary one)"),
    OptionSpec(
      "--journal", "DIR",
      ru: "проверить модели на этом журнале: папка или postgresql://… (по умолчанию истории)",
      en: "check the read models on this journal: a folder or postgresql://… (default: stories)"),
  ]
  static let examples: [Example] = [
    Example(
      "\(toolName) check",
      ru: "тысяча историй: каждый домен по очереди и все вместе",
      en: "a thousand stories: each domain in turn, and all of them together"),
    Example(
      "\(toolName) check --domain \(Sample.current.domain) --runs 100 --seed 7",
      ru: "одна и та же сотня историй одного домена",
      en: "the same hundred stories of one domain"),
    Example(
      "\(toolName) check --seed 7 --run 41",
      ru: "повторить одну из них",
      en: "rerun one of them"),
    Example(
      "\(toolName) check --time 3600 --runs 1000000",
      ru: "в течение часа",
      en: "for an hour"),
    Example(
      "\(toolName) check --journal events/journal",
      ru: "проверить законы моделей для чтения на журнале",
      en: "check the laws of read models on a journal"),
  ]
  static let details = Bilingual(
    ru: """
      История — это список случайных команд, большей частью допустимых, с промежутками от секунд до
      недель; иногда чьи-то личные данные удаляются. Журналы историй хранятся в памяти. Законы:
        - модель для чтения одинакова, как её ни построить: заново, обновлением, от снимка, на любую позицию
        - решение по состояниям в памяти совпадает с решением по событиям, от которых оно зависит
        - повторная команда ничего не меняет, в каких бы пачках она ни пришла
        - то, срок чего наступил, записывается один раз
        - каждая запись закодирована точно по формату журнала
        - событие после кодирования и декодирования остаётся тем же
        - удалённых данных нет ни в одном файле, всё остальное на месте
        - каждый отказ есть в каталоге
        - выполняются инварианты каждого домена

      История, которая нарушила закон, сокращается, выводится как скрипт из \(toolName) issue и
      \(toolName) erase и записывается как журнал. С --json каждый шаг — {"issue":COMMAND} или
      {"erase":TAG,"at":TIME}, и скрипт тоже входит в ответ. При выполнении скрипт получает новые коды и
      id; в журнале остаются те, что были в истории.

      Если историй \(Check.runsForAll) или больше, check завершается неудачей, когда какая-то команда ни разу не
      принята или какой-то отказ ни разу не встретился. Если меньше, он завершается неудачей, когда домен
      не принял ни одной команды из многих. При сбое в домене последняя строка называет историю,
      которую повторить. Журнал, заданный через --journal, только читается.
      """,
    en: """
      A story is a list of random commands, most of them acceptable, seconds to weeks apart; now and
      then somebody's personal data is erased. Stories run on journals in memory. The laws:
        - a read model is the same rebuilt, updated, resumed from a snapshot, and as of any position
        - a decision from cached states equals a decision from the events of its boundary
        - a retried command changes nothing, however it is batched
        - what has fallen due is recorded once
        - every record is encoded exactly as the journal's format says
        - an event that is encoded and decoded is the same event
        - erased data is in no file, and everything else stays
        - every refusal is in the catalog
        - the invariants of each domain hold

      A story that breaks a law is shrunk, printed as a script of \(toolName) issue and \(toolName)
      erase, and written as a journal. With --json, each step is either {"issue":COMMAND} or
      {"erase":TAG,"at":TIME}, and the output includes the script, too. The script draws new codes and
      ids when it runs; the journal keeps those of the story.

      With \(Check.runsForAll) stories or more, check fails if a command was never accepted or a refusal never
      occurred. With fewer, it fails if a domain accepted none of many commands. If a domain crashes, the
      last line names the story to run again. A journal given by --journal is only read.
      """)

  private let common: CommonOptions
  private let isForJournal: Bool
  /// A given option that has a meaning for random stories only.
  private let optionOfStories: String?
  private let runs: Range<Int>
  private let seed: UInt64
  private let domains: [CheckedDomain]
  /// The time limit in seconds; nil for none.
  private let time: Int?
  private let target: String

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    isForJournal = arguments.value("--journal") != nil
    let ofStories = ["--runs", "--run", "--seed", "--time", "--to"]
    optionOfStories = ofStories.first(where: arguments.isGiven)
    let count = try arguments.integer("--runs", in: 1...1_000_000_000) ?? Check.runsForAll
    let run = try arguments.integer("--run", in: 0...1_000_000_000)
    if run != nil && arguments.isGiven("--runs") {
      throw UsageError(
        ru: "--run повторяет одну историю и не сочетается с --runs",
        en: "--run reruns one story and cannot be combined with --runs")
    }
    runs = run.map { $0..<$0 + 1 } ?? 0..<count
    // A clock may be set to a time before 1970.
    let drawn = SystemClock.now().rawValue.magnitude % 1_000_000
    seed = try arguments.integer("--seed", in: 0...Int.max).map(UInt64.init) ?? drawn
    time = try arguments.integer("--time", in: 1...1_000_000)
    let names = arguments.values("--domain")
    try UsageError.require(names, .domain, among: common.tool.checks.map(\.name))
    domains = common.tool.checks.filter { names.isEmpty || names.contains($0.name) }
    if let folder = arguments.value("--to") {
      target = ProcessEnvironment.absolute(folder)
    } else {
      target = try UsageError.unlessText { () throws(InvalidUTF8) in
        try TemporaryFolders.newPath(named: "replay-check")
      }
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    if isForJournal {
      if let option = optionOfStories {
        terminal.note(
          ru: "\(option) относится к случайным историям; с --journal проверяется только журнал",
          en: "\(option) is about random stories; with --journal only the journal is checked")
      }
      return try checkJournal(&terminal)
    }
    try requireVacantTarget()
    let throughput = Throughput()
    var check = try Check(domains, seed: seed)
    var done = 0
    for run in runs {
      if let time, throughput.seconds >= Double(time) { break }
      show(check.tally, done, throughput, &terminal)
      CrashNote.set(crashNote(inRun: run, after: terminal.showsProgress ? "\n" : ""))
      if let failure = check.failure(inRun: run) {
        terminal.clearProgress()
        return try report(failure, &terminal)
      }
      done += 1
    }
    terminal.clearProgress()
    let report = CheckReport(
      language: common.locale, seed: seed, runs: done, seconds: throughput.seconds,
      tally: check.tally,
      requiresFullCoverage: done >= Check.runsForAll)
    if common.json {
      try terminal.print(report.json)
      try terminal.note(reported: report.failure, in: common.locale)
      for warning in report.warnings.dropFirst() { terminal.note(warning) }
    } else {
      try report.print(&terminal)
    }
    return report.coversEnough ? .success : .refused
  }

  /// Throws if the journal of a failing story cannot be created in the target, before hours of work.
  private func requireVacantTarget() throws {
    try JournalFolders.requireOutside(target)
    guard try JournalDirectory(target).isVacant() else {
      throw JournalCopying.failure(.cannotCreate(path: target, .exists))
    }
  }

  private func show(
    _ tally: Tally, _ done: Int, _ throughput: Throughput, _ terminal: inout Terminal
  ) {
    let share = Double(done) / Double(runs.count)
    let rate = Throughput.rate(tally.commands, in: throughput.seconds)
    let (run, last) = (runs.lowerBound + done + 1, runs.upperBound)
    let words = [
      Bilingual(ru: "история \(run) из \(last)", en: "run \(run) of \(last)"),
      .percent(share),
      Bilingual(ru: "команд: \(tally.commands.russian)", en: tally.commands.counted("command")),
      Bilingual(ru: "\(rate.russian) команд/с", en: "\(rate.grouped) commands/s"),
      throughput.timeLeft(share),
    ]
    terminal.progress(.checking, words.compactMap { $0 })
  }

  private func checkJournal(_ terminal: inout Terminal) throws -> ExitStatus {
    var throughput = Throughput()
    let violation = try Check.violation(in: common.directory, domains, wait: common.wait) {
      bytes, total in
      throughput.show(.checking, bytes: bytes, of: total, &terminal)
    }
    terminal.clearProgress()
    let path = common.directory.path
    if common.json {
      try terminal.print(
        JSONWriter.object { json in
          json.bool("ok", violation == nil)
          json.string("journal", path)
          if let violation { json.members(of: violation, in: common.locale) }
        })
      try terminal.note(reported: violation.map { ToolFailure($0) }, in: common.locale)
    } else if let violation {
      try terminal.print(
        "\(terminal.styled(FailureReport.broken[common.locale], .red)) "
          + violation.name[common.locale])
      try terminal.print("  \(violation.detail.printable)")
    } else {
      let holds = Bilingual(ru: "все законы выполнены", en: "every law holds")[common.locale]
      let place = Bilingual(ru: "в \(path)", en: "in \(path)").map(\.printable)[common.locale]
      try terminal.print("\(terminal.styled(holds, .green)) \(place)")
    }
    return violation == nil ? .success : .refused
  }

  /// Prints a story that breaks a law, and writes its journal.
  private func report(_ failure: Check.Failure, _ terminal: inout Terminal) throws -> ExitStatus {
    let report = FailureReport(
      language: common.locale, failure: failure, seed: seed, journal: target,
      again: rerun(failure.run))
    if common.json {
      try terminal.print(report.json)
      try terminal.note(reported: ToolFailure(failure.violation), in: common.locale)
    } else {
      try report.print(&terminal)
    }
    // The violation is seen even if its journal cannot be written.
    try terminal.flush()
    try failure.write(to: JournalDirectory(target))
    return .refused
  }

  /// The command line that reruns one story.
  private func rerun(_ run: Int) -> String {
    let isOfAll = domains.count == common.tool.checks.count
    return "\(toolName) check --seed \(seed) --run \(run)"
      + (isOfAll ? "" : domains.map { " --domain \($0.name)" }.joined())
  }

  /// - Parameter start: what ends a line of progress.
  private func crashNote(inRun run: Int, after start: String) -> String {
    let text = Bilingual(
      ru: "сбой в истории \(run); повторить: \(rerun(run))",
      en: "a crash in run \(run); rerun: \(rerun(run))")
    return "\(start)\(toolName): \(text[common.locale])\n"
  }
}

import EventEngine

/// Writes one page about a journal.
struct Report: Subcommand {
  static let name = "report"
  static let summary = Bilingual(
    ru: "записать одну страницу HTML о журнале, чтобы открыть или отправить",
    en: "write one HTML page about the journal, to open or send")
  static let usage = "--html FILE"
  static let options =
    [
      OptionSpec(
        "--html", "FILE",
        ru: "файл страницы; - для стандартного вывода",
        en: "the page to write; - for standard output",
        isOutput: true),
      OptionSpec("--title", "TEXT", ru: "заголовок страницы", en: "the page's title"),
      OptionSpec(
        "--model", "MODEL",
        ru: "модель для чтения с параметрами, например '\(sampleModel)'; можно повторять",
        en: "a read model with its parameters, such as '\(sampleModel)'; repeatable"),
      OptionSpec(
        "--story", "TAG",
        ru: "история тега, например \(sampleTag); можно повторять",
        en: "the story of a tag, such as \(sampleTag); repeatable"),
      OptionSpec(
        process, "KIND",
        ru: "карта процесса для вида тегов, например \(sampleKind); можно повторять",
        en: "the process map of a kind of tag, such as \(sampleKind); repeatable"),
      OptionSpec(
        "--with-personal",
        ru: "включить личные данные; без этого их на странице нет",
        en: "include personal data, which is otherwise left out",
        feature: .erasure),
    ] + AsOfParameters.options + EventSelection.options
  static let process = "--process"
  static let examples: [Example] = [
    Example(
      "\(toolName) report --html journal.html",
      ru: "страница, которую откроет любой браузер",
      en: "a page to open in any browser"),
    Example(
      "\(toolName) report --html page.html --model '\(sampleModel)'",
      ru: "с ответами этой модели для чтения",
      en: "with the answers of this read model"),
    Example(
      "\(toolName) report --html page.html --since 2026-05-11 --title Incident",
      ru: "о событиях с 11 мая",
      en: "about the events since 11 May"),
  ]
  private static var sampleModel: String { Sample.current.show }
  private static var sampleTag: String { Sample.current.tag }
  private static var sampleKind: String { String(Tag(rawValue: sampleTag).key) }

  private static let personal = ReplayTool.text(
    ifUsing: .erasure,
    ru: "Тексты с личными данными заменяет \(PersonalTexts.mark), если не указать "
      + "--with-personal.\n",
    en: "Texts with personal data are replaced by \(PersonalTexts.mark), unless --with-personal "
      + "is given.\n")

  static let details = Bilingual(
    ru: """
      Страница — один файл: она ничего не загружает, работает без сети и прямо с диска и занимает не
      больше 5 МБ. На ней выводы, события во времени, типы, модели для чтения на каждой позиции (с
      ползунком), события, из которых получилось значение, истории, причины, карта процесса и
      целостность. Без скриптов она показывает журнал на последней позиции.

      Фильтры выбирают события, которые видны; ответы вычисляются по всем событиям. Без --model на
      странице — модели без параметров и ключи с наибольшим числом событий, без --story — теги с
      наибольшим числом событий, без --process — виды тегов с наибольшим числом тегов. Что не вошло,
      на странице указано. В --model слово без = продолжает значение перед ним.

      \(personal.ru)Один и тот же журнал с теми же опциями даёт те же байты. Прежняя страница и пустой файл
      заменяются, другой файл — никогда.
      В повреждённом журнале --position N выбирает страницу о событиях до повреждения.
      Код завершения: 0 записано; 1 журнал повреждён, имя, которого нет ни у одного события, или
      ответ, которого никогда не было; 64 неизвестная модель или параметр; 65 параметра нет или он
      неверен; 66 нет журнала; 73 файл нельзя создать или на его месте другой файл; 74 ошибка
      ввода-вывода.
      """,
    en: """
      The page is one file: it loads nothing, works without a network and from a disk, and is at most
      5 MB. It shows findings, the events over time, the types, read models at every position (with a
      slider), the events that a value comes from, stories, causes, a process map and the integrity.
      Without scripts it shows the journal as of its last position.

      The filters choose the events that are shown; answers are computed from all events. Without
      --model the page has the read models that need no parameters and the keys with the most events;
      without --story the tags with the most events; without --process the kinds of tag with the most
      tags. It says what it leaves out. In --model, a word without = continues the value before it.

      \(personal.en)The same journal and options give the same bytes. An earlier page or an empty file is replaced,
      any other file never.
      Of a damaged journal, --position N gets the page of the events before the damage.
      Exit status: 0 written; 1 the journal is damaged, a name that no event has, or an answer that
      never existed; 64 an unknown read model or parameter; 65 a parameter that is missing or
      malformed; 66 no journal; 73 the file cannot be created, or another file is in its place; 74 an
      I/O error.
      """)

  private let common: CommonOptions
  private let arguments: Arguments
  private let past: Past
  private var selection: EventSelection
  private let path: String
  private let stories: [Tag]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name, insteadOf: "--html")
    self.arguments = arguments
    past = Past(arguments, in: common.locale)
    selection = try EventSelection(arguments)
    guard let path = arguments.value("--html") else {
      throw UsageError(
        ru: "report требует --html FILE или --html - для стандартного вывода",
        en: "report needs --html FILE, or --html - for standard output")
    }
    if arguments.value("--title")?.trimmed.isEmpty == true {
      throw UsageError(
        ru: "--title принимает непустой текст", en: "--title takes a text that is not empty")
    }
    self.path = path
    stories = arguments.values("--story").map(Tag.init(rawValue:))
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    var chosen: [AnswerQuestion] = []
    for text in arguments.values("--model") {
      let question = try question(text)
      let isNew = !chosen.contains {
        $0.model.name == question.model.name && $0.parameters == question.parameters
      }
      if isNew { chosen.append(question) }
    }
    let selection = selection
    let page = try reader.undisturbed(wait: common.wait) { reader in
      var (last, moment) = try history(in: &reader)
      // The clock is no part of a page.
      if last == .start { moment = Moment(reader.manifest.createdAt, in: reader.timeZone) }
      var maker = PageMaker(
        common: common, arguments: arguments, selection: selection, last: last, moment: moment,
        questions: chosen, stories: stories)
      return try maker.page(&reader, &terminal)
    }
    terminal.clearProgress()
    try write(page.bytes, &terminal)
    // The results come before the notes about them.
    try terminal.flush()
    if let missing = page.context.history.integrity.missing { terminal.note(missing) }
    return .success
  }

  /// The events of the page. If some of them are damaged, names the page of those before.
  private func history(
    in reader: inout JournalReader
  ) throws -> (through: Position, moment: Moment) {
    do { return try past.history(in: &reader) } catch let error as JournalError {
      guard case .damaged(let damage) = error, reader.head > .start else { throw error }
      let page = "\(toolName) report --position \(reader.head) --html FILE\(common.journalOption)"
      let advice = Bilingual(
        ru: "страница о событиях до повреждения: \(page); обо всех повреждениях сообщает "
          + "\(toolName) verify\(common.journalOption)",
        en: "\(page) makes the page of the events before the damage; "
          + "\(toolName) verify\(common.journalOption) reports all damage")
      var failure = ToolFailure(error)
      failure.hint = damage.remedy.map { $0 + Bilingual(ru: "; ", en: "; ") + advice } ?? advice
      throw failure
    }
  }

  /// Reads `MODEL parameter=value …`. A word without `=` belongs to the value before it.
  private func question(_ text: String) throws -> AnswerQuestion {
    let words = text.trimmed.split(separator: " ", omittingEmptySubsequences: false)
    guard let name = words.first.map(String.init), !name.isEmpty else {
      throw UsageError(
        ru: "--model принимает модель: '\(Self.sampleModel)'",
        en: "--model takes a read model: '\(Self.sampleModel)'")
    }
    let model = try common.readModel(named: name)
    var assignments: [String] = []
    for word in words.dropFirst() {
      if word.contains("=") || assignments.isEmpty {
        if !word.isEmpty { assignments.append(String(word)) }
      } else {
        assignments[assignments.count - 1] += " \(word)"
      }
    }
    return AnswerQuestion(
      model,
      try CommandLineFields(assignments.map(\.trimmed), of: model).members,
      locale: common.locale)
  }

  /// Whether the path names an earlier page, or an empty file. An unreadable file is neither.
  private var isPage: Bool {
    do throws(SystemError) {
      return Page.isPage(try SystemFileSystem().open(path, for: .reading).contents(512, at: 0))
    } catch { return false }
  }

  private func write(_ page: [UInt8], _ terminal: inout Terminal) throws {
    guard path != "-" else {
      terminal.output.bytes += page
      return try terminal.flush()
    }
    try OutputFile.write(path, replacing: isPage) { file in try file.append { $0 += page } }
    if common.json {
      try terminal.print(
        JSONWriter.object { json in
          json.string("file", path)
          json.int("bytes", page.count)
        })
    } else {
      try terminal.print(
        ru: "страница в \(path.printable): байт \(page.count.russian)",
        en: "the page is in \(path.printable): \(page.count.grouped) bytes")
    }
  }
}

import EventEngine

/// Runs a list of the tool's commands on temporary journals, and shows each with its output.
struct Tour: Subcommand {
  static let name = "tour"
  static let summary = Bilingual(
    ru: "посмотреть движок в работе на готовых примерах",
    en: "see the engine at work on the sample data")
  static let usage = "[FILE]"
  static let options = [
    OptionSpec(
      "--keep", nil,
      ru: "оставить журналы и вывести, где они",
      en: "keep the tour's journals, and print where they are"),
    FutureTimes.option,
  ]
  static let details = Bilingual(
    ru: """
      Показывает по одному экрану каждого приложения и что попробовать дальше. Примеры лежат в папке
      events: в проекте или рядом с установленной программой.

      В каждой строке FILE — одна команда без имени программы. Строка, которая начинается с #, —
      заголовок по-английски и после | по-русски; @NAME переходит к журналу с этим именем; с > начинается
      совет, который выводится (с именем журнала, если журналы остаются). PAGE означает имя страницы,
      которая останется. Число в начале строки ограничивает вывод команды этим числом строк.
      """,
    en: """
      The tour shows one screen per application, and what to try next. Its sample data is in the folder
      events, in the project or installed beside the tool.

      FILE has one command line per line, without the tool's name. A line that begins with # is a
      heading, in English and after a | in Russian; @NAME switches to a journal of that name; > begins a
      suggestion, which is printed (with the journal's name, if the journals are kept). PAGE stands for
      the name of the page that stays. A number at the start of a line is the most lines of output that
      its command prints.
      """)

  private let common: CommonOptions
  private let file: String?
  private let journal: String?
  private let keeps: Bool
  private let future: FutureTimes

  init(_ arguments: Arguments) throws(UsageError) {
    if arguments.positionals.count > 1 {
      throw UsageError(
        ru: "tour принимает один файл",
        en: "tour takes one file")
    }
    common = try CommonOptions(arguments)
    file = arguments.positionals.first
    journal = arguments.value("--journal")
    future = FutureTimes(arguments)
    keeps = arguments.has("--keep") || journal != nil
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let samples = file == nil ? try SampleData.folder() : "."
    let steps = try readSteps(in: samples)
    let folder = try journal ?? TemporaryFolders.newPath(named: "replay-tour")
    if try JournalDirectory(folder).exists() {
      throw UsageError(
        ru: "в \(folder) уже есть журнал; для tour нужна пустая папка",
        en: "\(folder) is already a journal; the tour needs an empty folder")
    }
    if !keeps { CleanupOnSignal.remove(folder) }
    var place = folder
    do {
      for step in steps {
        if step.hasPrefix("@") {
          place = "\(folder)/\(step.dropFirst())"
        } else {
          try run(step, in: place, samples, page: Self.page(folder, keeps), &terminal)
        }
      }
    } catch {
      if !keeps { try TemporaryFolders.discard(folder) }
      throw error
    }
    if keeps {
      let text = Bilingual(ru: "журналы в \(folder)", en: "the journals are in \(folder)")
      try terminal.print("")
      try terminal.print(text)
    } else {
      try TemporaryFolders.discard(folder)
      if steps.contains(where: { $0.hasPrefix(">") }) {
        let again = "\(common.tool.name) tour --keep"
        let text = Bilingual(
          ru: "журналы удалены; чтобы выполнить команды после «дальше», оставьте журналы: \(again)",
          en: "the journals are removed; to run the commands after \"next\", keep them: \(again)")
        try terminal.print("")
        try terminal.print(wrapping: text[common.locale])
      }
    }
    return .success
  }

  /// Returns the path of the page, which is outside of `folder` if the journals in it are removed.
  private static func page(_ folder: String, _ keeps: Bool) -> String {
    keeps ? "\(folder)/page.html" : "\(folder).html"
  }

  private func readSteps(in samples: String) throws -> [String] {
    let file = file ?? "\(samples)/events/tour.txt"
    return try ToolFailure.naming(
      file,
      hint: Bilingual(
        ru: "запустите tour в папке проекта", en: "run the tour in the project's folder")
    ) {
      () throws(SystemError) in try LineInput.lines(of: file, limit: 1 << 16)
    }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Runs one step. Refused commands and malformed input are part of a tour; other failures end it.
  private func run(
    _ line: String, in folder: String, _ samples: String, page: String,
    _ terminal: inout Terminal
  ) throws {
    if line.isEmpty { return }
    let text = String(line.dropFirst().drop { $0 == " " })
    if line.hasPrefix("#") {
      let languages = text.divided(at: "|").map { Bilingual(ru: $0.after, en: $0.before) }
      let heading = languages?[common.locale].trimmed ?? text
      try terminal.print("")
      return try terminal.print(wrapping: terminal.styled(heading, .bold))
    }
    if line.hasPrefix(">") {
      let next = Bilingual(ru: "дальше", en: "next")[common.locale]
      let command = keeps ? "\(text) --journal \(folder.shellWord)" : text
      return try terminal.print("\(next): \(terminal.styled(command, .cyan))")
    }
    var words = line.split(separator: " ").map { $0 == "PAGE" ? page : String($0) }
    let most = words.first.flatMap { Int($0) }
    if most != nil { words.removeFirst() }
    let step = words.joined(separator: " ")
    try terminal.print(lines: "\n\(terminal.styled("$ \(common.tool.name) \(step)", .cyan))")
    let located = words.map { $0.hasPrefix("events/") && samples != "." ? "\(samples)/\($0)" : $0 }
    let options =
      ["--journal", folder, "--locale", common.locale.rawValue]
      + future.arguments(for: words.first ?? "")
    let status = try print(atMost: most, &terminal) { terminal in
      common.tool.run(located + options, &terminal)
    }
    guard status <= .malformedInput else {
      throw ToolFailure(
        status,
        ru: "tour остановился на: \(common.tool.name) \(step)",
        en: "the tour stopped at: \(common.tool.name) \(step)")
    }
  }

  /// Prints the first `count` lines of the output of `body`, and the number of further lines.
  private func print(
    atMost count: Int?, _ terminal: inout Terminal, _ body: (inout Terminal) -> ExitStatus
  ) throws -> ExitStatus {
    guard let count else { return body(&terminal) }
    var output = TextOutput.captured(width: terminal.output.width)
    swap(&terminal.output, &output)
    let status = body(&terminal)
    swap(&terminal.output, &output)
    let lines = output.bytes.split(separator: 0x0a, omittingEmptySubsequences: false).dropLast()
    for line in lines.prefix(count) { try terminal.output.writeLine(Array(line)) }
    if lines.count > count {
      let rest = lines.count - count
      let text = Bilingual(ru: "ещё строк: \(rest.russian)", en: rest.counted("more line"))
      try terminal.print(terminal.styled("… \(text[common.locale])", .dim))
    }
    return status
  }
}

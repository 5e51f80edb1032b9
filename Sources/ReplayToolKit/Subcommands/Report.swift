import EventEngine

/// Writes one page about a journal.
struct Report: Subcommand {
  static let name = "report"
  static let summary = "write one HTML page about the journal, to open, send or attach"
  static let usage = "--html FILE"
  static let options =
    [
      OptionSpec("--html", "FILE", "the page to write; - for standard output"),
      OptionSpec("--title", "TEXT", "the page's title"),
      OptionSpec(
        "--model", "MODEL", "a read model with its parameters, such as '\(sampleModel)'; repeatable"
      ),
      OptionSpec(
        "--story", "TAG",
        "the story of a tag, such as \(Sample.own?.tag ?? "order:9421"); repeatable"),
      OptionSpec("--with-personal", nil, "include personal data, which is otherwise left out"),
    ] + AsOf.options + EventSelection.options.filter { $0.name != "--reverse" }
  static let examples: [(command: String, does: String)] = [
    ("\(toolName) report --html journal.html", "a page to open in any browser"),
    (
      "\(toolName) report --html page.html --model '\(sampleModel)'",
      "with the answers of this read model"
    ),
    (
      "\(toolName) report --html page.html --since yesterday --title Incident",
      "about the events since yesterday"
    ),
  ]
  private static var sampleModel: String { Sample.own?.show ?? "nft.cart user=anna" }

  static let details = """
    The page holds everything in one file: it loads nothing, works without a network and from a file,
    and is at most 5 MB. It shows findings, the events over time, the types, read models at every
    position with a slider, the events that made a value, stories, causes, a process map and the
    integrity. Without scripts it shows the journal as of its last position.

    The filters choose the events that are shown; answers follow from all events. Without --model the
    page has the read models that need no parameters and the keys with the most events; without
    --story the tags with the most events. It says what it leaves out.

    Texts with personal data are replaced by \(PersonalTexts.mark), unless --with-personal is given. The same
    journal and options give the same bytes.
    Exit status: 0 written; 1 a name that no event has, or there has never been such an answer;
    64 an unknown read model or parameter; 66 no journal; 73 the file exists or cannot be created.
    """

  private let common: CommonOptions
  private let arguments: Arguments
  private let past: Past
  private var selection: EventSelection
  private let path: String
  private let stories: [Tag]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    self.arguments = arguments
    past = Past(arguments, in: common.locale)
    selection = try EventSelection(arguments)
    guard let path = arguments.value("--html"), !path.isEmpty else {
      throw UsageError("report needs --html FILE, or --html - for standard output")
    }
    self.path = path
    stories = arguments.values("--story").map(Tag.init(rawValue:))
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    let chosen = try arguments.values("--model").map { try question($0) }
    let selection = selection
    let page = try reader.undisturbed(wait: common.wait) { reader in
      let (last, moment) = try past.history(in: &reader)
      var maker = PageMaker(
        common, arguments, selection, through: last, as: moment, questions: chosen,
        stories: stories)
      return try maker.page(&reader, &terminal)
    }
    terminal.clearProgress()
    try write(page.bytes, &terminal)
    return .success
  }

  /// Reads `MODEL parameter=value …`.
  private func question(_ text: String) throws -> AnswerQuestion {
    let words = text.split(separator: " ").map(String.init)
    guard let name = words.first else {
      throw UsageError("--model takes a read model: '\(Self.sampleModel)'")
    }
    let model = try common.readModel(named: name)
    return AnswerQuestion(
      model, try CommandLineFields(Array(words.dropFirst()), of: model.name, model.fields).members,
      locale: common.locale)
  }

  private func write(_ page: [UInt8], _ terminal: inout Terminal) throws {
    guard path != "-" else {
      terminal.output.bytes += page
      return try terminal.flush()
    }
    var file = try OutputFile.create(path)
    do {
      try file.append { $0 += page }
      try file.finish()
    } catch {
      try ToolFailure.naming(path) { () throws(SystemError) in try file.discard() }
      guard let error = error as? SystemError else { throw error }
      throw ToolFailure(
        .inputOutput, "writing \(path): \(error)", hint: "the incomplete file was removed")
    }
    if common.json {
      var json = JSONWriter()
      json.beginObject()
      json.literalKey("file")
      json.string(path)
      json.literalKey("bytes")
      json.int(page.count)
      json.endObject()
      try terminal.print(json.bytes)
    } else {
      let text = Bilingual(
        ru: "страница в \(path): байт \(page.count.grouped)",
        en: "the page is in \(path): \(page.count.grouped) bytes")
      try terminal.print(text[common.locale])
    }
  }
}

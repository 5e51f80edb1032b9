import EventChecking
import EventEngine

/// A command line for any list of domains, with help, completion and JSON: every verb of
/// `replay-tool` but `tour` and `bench`, and `erase` only if a domain records personal data.
///
///     @main struct LibraryTool {
///       static func main() { ReplayTool.main(named: "library-tool", domains: [.library]) }
///     }
public struct ReplayTool: Sendable {
  /// The version of the engine.
  package static let version = "0.9.0"

  /// The verbs that need no other files. A new verb is a file in `Subcommands` and an entry here.
  private static let commonVerbs: [any Verb.Type] = [
    Issue.self, Show.self, ReplayCommand.self, Audit.self, Timeline.self, Why.self,
    WhenCommand.self, Diff.self, TraceCommand.self, Report.self, Tail.self, Consumers.self,
    Verify.self,
    Import.self, Export.self, Backup.self, Restore.self, Recover.self, Erase.self,
    SnapshotCommand.self, CheckCommand.self, Stats.self, MachineSession.self, Catalog.self,
    Journals.self, Completions.self, Man.self,
  ]
  /// The verbs that need other files: the benchmark's executable, the tour's sample data.
  package static let verbsWithFiles: [any Verb.Type] = [Bench.self, Tour.self]

  /// The verbs that the running tool has the files for.
  private static var present: [any Verb.Type] {
    commonVerbs + (current?.ownVerbs ?? verbsWithFiles)
  }
  /// The verbs that the running tool offers: those whose feature it uses.
  static var offered: [any Verb.Type] { present.filter { uses($0.feature) } }

  /// The verb of this name; nil if the running tool does not offer it.
  static func verb(named name: String) -> (any Verb.Type)? {
    present.first { $0.name == name && uses($0.feature) }
  }

  /// The tool's name in help and errors.
  let name: String
  /// The tool's own version; nil if it has none.
  var ownVersion: String?
  let domains: [DomainDefinition]
  /// The domains with the stories and laws of `check`.
  let checks: [CheckedDomain]
  /// The verb of an executable that has just one, whose name is not typed; nil for any other.
  var verb: (any Verb.Type)?
  /// The words of the tool's own sample data; nil to make them from its domains.
  var sample: Sample?
  /// The verbs of ``verbsWithFiles`` that the tool has the files for.
  var ownVerbs: [any Verb.Type] = []

  /// The first line of the tool without a verb, and the output of `--version`.
  var title: String { "\(name) \(ownVersion ?? "(engine \(Self.version))")" }

  /// Runs the command line of this process and exits with its status.
  ///
  /// - Parameters:
  ///   - name: the name of the executable, such as `library-tool`.
  ///   - version: the tool's own version, for `--version` and the manual page.
  ///   - domains: the domains; `check` tests them with random values of each field's kind.
  public static func main(
    named name: String, version: String? = nil, domains: [DomainDefinition]
  ) -> Never {
    main(named: name, version: version, domains: domains.map { CheckedDomain($0) })
  }

  /// Runs the command line of this process and exits with its status.
  ///
  /// - Parameters:
  ///   - name: the name of the executable, such as `library-tool`.
  ///   - version: the tool's own version, for `--version` and the manual page.
  ///   - domains: the domains, with the stories and laws that `check` tests them with.
  public static func main(
    named name: String, version: String? = nil, domains: [CheckedDomain]
  ) -> Never {
    main(named: name, version: version, domains: domains, sample: nil, ownVerbs: [])
  }

  /// Runs a tool that has sample data, which its help uses, and files for further verbs.
  package static func main(
    named name: String, version: String?, domains: [CheckedDomain], sample: Sample?,
    ownVerbs: [any Verb.Type]
  ) -> Never {
    precondition(!domains.isEmpty, "A tool needs a domain.")
    let definitions = domains.map(\.definition)
    definitions.requireNames()
    ReplayTool(
      name: name, ownVersion: version, domains: definitions, checks: domains,
      sample: sample, ownVerbs: ownVerbs
    ).main()
  }

  /// Runs an executable with a single verb, whose name is not typed.
  package static func main(
    named name: String, verb: any Verb.Type, domains: [DomainDefinition]
  ) -> Never {
    ReplayTool(name: name, domains: domains, checks: [], verb: verb).main()
  }

  private func main() -> Never {
    ProcessEnvironment.reserveStandardStreams()
    ProcessEnvironment.ignoreClosedPipes()
    ProcessEnvironment.ignoreFileSizeLimits()
    HeldSignals.endOnQuit()
    Self.current = self
    var terminal = Terminal()
    guard ProcessEnvironment.hasWords else {
      terminal.note(.unreadableArguments, in: Self.language(of: []))
      ProcessEnvironment.exit(ExitStatus.inputOutput.rawValue)
    }
    let status: ExitStatus
    do throws(InvalidUTF8) {
      status = run(try ProcessEnvironment.words(), &terminal, pages: true)
    } catch {
      let words = ProcessEnvironment.hasWord("--json") ? ["--json"] : []
      status = refuse(UsageError(error), words, &terminal)
    }
    ProcessEnvironment.exit(status.rawValue)
  }

  /// - Parameter pages: whether long output may go through a pager.
  func run(_ words: [String], _ terminal: inout Terminal, pages: Bool = false) -> ExitStatus {
    if pages && mayPage(words) { terminal.output.page(in: Self.language(of: words)) }
    let status = execute(words, &terminal)
    if pages { terminal.output.endPager() }
    return status
  }

  /// Whether a pager may show the output: the verb allows it, and no option turns the pager off,
  /// follows new events or runs a command for each event.
  private func mayPage(_ words: [String]) -> Bool {
    let options = words.prefix { $0 != "--" }
    let live = ["--no-pager", "-f", "--follow", "--run"]
    let isLive = options.contains { live.contains($0) || $0.hasPrefix("--run=") }
    guard verb == nil, !isLive else { return false }
    guard let name = typedVerb(in: words), !options.contains("--help") else { return true }
    return name == "help" || Self.verb(named: name)?.isPaged == true
  }

  private func execute(_ words: [String], _ terminal: inout Terminal) -> ExitStatus {
    terminal.recorded = nil
    do {
      let status = try dispatch(words, &terminal)
      try terminal.flush()
      return status
    } catch let error as InvalidUTF8 {
      return refuse(UsageError(error), words, &terminal)
    } catch let error as UsageError {
      return refuse(error, words, &terminal)
    } catch let error as ToolFailure {
      return fail(error, words, &terminal)
    } catch let problem as CommandResult.Problem {
      let advice = advice(on: problem, words, in: Self.language(of: words))
      return fail(ToolFailure(problem), words, &terminal, then: advice)
    } catch let error as JournalError {
      let journal = JournalAddress.option(Arguments.value(of: "--journal", in: words))
      return fail(ToolFailure(error, at: journal), words, &terminal)
    } catch let error as SystemError {
      // A closed pipe is not a failure: its reader needs no more.
      if error == .closedPipe { return .success }
      return fail(
        ToolFailure(.inputOutput, .unwritable(error, recorded: terminal.recorded?())), words,
        &terminal)
    } catch {
      return fail(ToolFailure(.inputOutput, untranslated: "\(error)"), words, &terminal)
    }
  }

  private func refuse(
    _ error: UsageError, _ words: [String], _ terminal: inout Terminal
  ) -> ExitStatus {
    let verb = typedVerb(in: words).flatMap(Self.verb).map { "\($0.name) " } ?? ""
    let help = "\(name) \(verb)--help"
    return fail(
      ToolFailure(.usage, error.text), words, &terminal, then: HelpTexts.advice(help))
  }

  /// Prints the failure on standard error, and as JSON on standard output if the words ask for it.
  private func fail(
    _ failure: ToolFailure, _ words: [String], _ terminal: inout Terminal,
    then advice: Bilingual? = nil
  ) -> ExitStatus {
    let language = failure.language(Self.language(of: words))
    do throws(SystemError) {
      if asksForJSON(words) {
        let answer = failure.answer ?? JSONWriter.failure(failure.code, failure.text[language])
        try terminal.print(answer)
      }
      try terminal.flush()
    } catch {
      let text = Bilingual.unwritable(error, recorded: terminal.recorded?())
      // `failure` may already report the same error.
      if text != failure.text { terminal.note("\(name): \(text[Self.language(of: words)])") }
    }
    terminal.output.endPager()
    terminal.note(failure, in: language)
    if let advice { terminal.note(advice[language]) }
    return failure.status
  }

  /// Returns the language that the words or the environment ask for; English if it is invalid.
  private static func language(of words: [String]) -> Language {
    if let given = Arguments.value(of: "--locale", in: words) {
      return Language(rawValue: given) ?? .en
    }
    do throws(UsageError) { return try .fromEnvironment() } catch { return .en }
  }

  private func dispatch(
    _ words: [String], _ terminal: inout Terminal
  ) throws -> ExitStatus {
    if let verb { return try verb.run(words, of: self, &terminal) }
    guard let place = verbPlace(in: words) else { return try runAlone(words, &terminal) }
    let first = words[place]
    var rest = words
    rest.remove(at: place)
    if first == "help" {
      let arguments = try Arguments(rest, of: self, options: CommonOptions.specs)
      try arguments.refuseJSON(of: first)
      try arguments.refuseSecond(of: first)
      try Help(self, arguments).print(&terminal)
      return .success
    }
    guard let subcommand = Self.verb(named: first) else {
      // Otherwise the value of a misspelled option would be taken for the verb.
      try Arguments.requireKnown(words[..<place], in: Self.present.flatMap { $0.allOptions })
      throw UsageError.unknown(
        .subcommand, first, among: Self.offered.map { $0.name }, otherwise: advice(on: first))
    }
    return try subcommand.run(rest, of: self, &terminal)
  }

  /// The call that an unknown name probably stands for.
  func advice(on word: String) -> Bilingual? {
    if word == "version" {
      return Bilingual(
        ru: "версию выводит \(name) --version", en: "\(name) --version prints the version")
    }
    let named = CatalogDomain.all(of: domains).compactMap { $0.only(word) }
    if named.contains(where: { $0.name != word && !$0.commands.isEmpty }) {
      return Bilingual(
        ru: "это команда: \(name) issue \(word)", en: "it is a command: \(name) issue \(word)")
    }
    guard named.contains(where: { $0.name != word && !$0.models.isEmpty }) else { return nil }
    return Bilingual(
      ru: "это модель для чтения: \(name) show \(word)",
      en: "it is a read model: \(name) show \(word)")
  }

  /// Runs the tool without a verb: `--version`, `--help`, or nothing.
  private func runAlone(_ words: [String], _ terminal: inout Terminal) throws -> ExitStatus {
    let version = OptionSpec("--version", ru: "вывести версию", en: "print the version")
    let arguments = try Arguments(words, of: self, options: CommonOptions.specs + [version])
    if arguments.has(version.name) {
      try arguments.refuseJSON(of: version.name)
      try terminal.print(title)
      return .success
    }
    if arguments.has("--help") {
      try Help(self, arguments).print(&terminal)
      return .success
    }
    let common = try CommonOptions(arguments)
    if common.json || !arguments.positionals.isEmpty {
      throw UsageError(
        ru: "нужна подкоманда",
        en: "a subcommand is missing")
    }
    return try Overview(common).print(&terminal)
  }

  func typedVerb(in words: [String]) -> String? { verbPlace(in: words).map { words[$0] } }

  /// Returns the index of the verb: the first word that is neither an option nor its value.
  private func verbPlace(in words: [String]) -> Int? {
    let takers = Set(
      Self.present.flatMap { $0.allOptions }.filter { $0.value != nil }.map(\.name))
    var index = 0
    while index < words.count {
      let word = words[index]
      if word == "--" { return nil }
      if !word.hasPrefix("-") || word == "-" { return index }
      index += takers.contains(word) ? 2 : 1
    }
    return nil
  }

  /// Whether a program reads the output.
  private func asksForJSON(_ words: [String]) -> Bool {
    let options = words.prefix { $0 != "--" }
    // The format of an import is that of its input.
    let formats = typedVerb(in: words) == Import.name ? [] : ["json", "jsonl"]
    return options.contains("--json") || formats.contains { options.contains("--format=\($0)") }
      || zip(options, options.dropFirst()).contains { $0 == "--format" && formats.contains($1) }
  }
}

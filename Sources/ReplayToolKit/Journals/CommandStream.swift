import EventEngine

extension CommandInput {
  /// Returns nil for a blank line.
  package init?(_ line: LineInput.Line) {
    if line.isTooLong {
      let limit = Limits.commandBytes
      self.init(.failure(JSONSyntaxError(.tooLarge(limit: limit), at: limit)), line: line.number)
    } else if line.isBlank {
      return nil
    } else {
      self.init(line: line.bytes, number: line.number)
    }
  }

  /// The reason why the line is not valid JSON; nil if it is valid.
  var syntaxError: JSONSyntaxError? {
    if case .failure(let error) = json { error } else { nil }
  }

  /// Whether the command takes its time from the clock.
  var takesTheClock: Bool {
    if case .success(.object(let members)) = json { members["at"] == nil } else { false }
  }
}

extension LineInput.Line {
  /// Whether the line has only white space; the carriage return of a CRLF is white space, too.
  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0d } }
}

/// Carries out commands as they arrive, and prints their results.
///
/// Without a journal, commands are carried out on a trial journal in memory. The first command that
/// would record something creates the journal, and is carried out on it.
struct CommandStream: ~Copyable {
  private let common: CommonOptions
  private let creation: JournalCreation
  private let domains: [DomainCommands]
  private let future: FutureTimes
  private let cachesStatesAfter: Int
  private let locale: Language
  private var engine: CommandHandler<JournalWriter>
  /// Whether the engine's journal is in memory.
  private var isTrial: Bool
  /// The folders of a journal that this stream has created.
  private var created: NewFolders?
  private var status = ExitStatus.success
  private var repairs = RepairNotes()
  private var clockNote: ClockNote
  /// The text for people that replaces the message about a missing actor; nil to keep the message.
  private var actorQuestion: String?

  /// - Parameters:
  ///   - locale: the language of commands that name none.
  ///   - cachesStatesAfter: passed to `CommandHandler`.
  init(
    _ common: CommonOptions, _ creation: JournalCreation, _ domains: [DomainCommands],
    _ future: FutureTimes, locale: Language, cachesStatesAfter: Int
  ) throws {
    let isTrial = try !creation.hasJournal(in: common.directory, wait: common.wait)
    let writer =
      try isTrial ? creation.trial() : JournalWriter.open(common.directory, wait: common.wait)
    self.common = common
    self.creation = creation
    self.domains = domains
    self.future = future
    self.cachesStatesAfter = cachesStatesAfter
    self.locale = locale
    self.isTrial = isTrial
    clockNote = ClockNote(writer, common.directory)
    engine = CommandHandler(
      consume writer, domains, locale: locale, cachesStatesAfter: cachesStatesAfter,
      allowsFuture: future.areAllowed)
  }

  /// Carries out the commands of the input. After the journal exists, another thread reads and
  /// parses lines while earlier commands are carried out.
  mutating func run(
    _ input: consuming LineInput, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    defer { created?.removeJournal(common.directory, wait: common.wait) }
    while isTrial {
      let lines = try input.nextBatch(of: .commands)
      if lines.isEmpty { return status }
      try execute(lines.compactMap { CommandInput($0) }, &terminal)
    }
    let batches = ReadAhead<[ParsedCommand]>(from: input) { [parser = engine.parser] input, give in
      while true {
        let lines = try input.nextBatch(of: .commands)
        let commands = lines.compactMap { CommandInput($0).map(parser.read) }
        if lines.isEmpty || !give(commands) { return }
      }
    }
    while let commands = try batches.next() { try execute(commands, &terminal) }
    // All results are printed by now, so nothing is lost if the indexing is interrupted.
    terminal.showIndexing { engine.completeIndex($0) }
    return status
  }

  /// Carries out one command from the command line.
  ///
  /// - Parameter actorQuestion: the text for people if the actor is missing; nil if there is one.
  mutating func execute(
    _ command: JSONObject, actorQuestion: String?, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    self.actorQuestion = actorQuestion
    defer { created?.removeJournal(common.directory, wait: common.wait) }
    try execute([CommandInput(.object(command))], &terminal)
    terminal.showIndexing { engine.completeIndex($0) }
    return status
  }

  /// Carries out commands: on the trial journal until one of them would record an event, then on
  /// the real one.
  private mutating func execute(
    _ commands: [CommandInput], _ terminal: inout Terminal
  ) throws {
    var rest = commands[...]
    // Another process may have created the journal.
    if isTrial, try creation.hasJournal(in: common.directory, wait: common.wait) { try begin() }
    while isTrial, let command = rest.first {
      let parsed = engine.parser.read(command)
      let results = engine.execute(parsed: [parsed])
      if results.allSatisfy(\.events.isEmpty) {
        try print(results, of: [parsed], &terminal)
        rest = rest.dropFirst()
      } else {
        try begin()
      }
    }
    try execute(rest.map(engine.parser.read), &terminal)
  }

  /// Creates the journal and switches to it.
  private mutating func begin() throws {
    created = try creation.createIfMissing(common.directory, wait: common.wait)
    engine = CommandHandler(
      try JournalWriter.open(common.directory, wait: common.wait), domains, locale: locale,
      cachesStatesAfter: cachesStatesAfter, allowsFuture: future.areAllowed)
    isTrial = false
  }

  private mutating func execute(
    _ commands: [ParsedCommand], _ terminal: inout Terminal
  ) throws {
    repairs.print(engine.journal.repaired, &terminal)
    if commands.contains(where: { $0.at == nil }) { clockNote.print(&terminal) }
    let results = engine.execute(parsed: commands)
    repairs.print(engine.journal.repaired, &terminal)
    try print(results, of: commands, &terminal)
  }

  private mutating func print(
    _ results: [CommandResult], of commands: [ParsedCommand], _ terminal: inout Terminal
  ) throws {
    terminal.recorded = { .events(at: results.flatMap(\.events).map(\.position)) }
    for (command, result) in zip(commands, results) {
      let line = ResultLine(
        result: result, language: command.locale, number: command.line,
        missingField: actorQuestion)
      if common.json {
        try line.printJSON(isAlone: command.line == nil, &terminal)
      } else {
        try terminal.print(wrapping: line.text(terminal), hanging: 2)
      }
      if let problem = result.problem { status = max(status, problem.status) }
    }
    try terminal.flush()
    terminal.recorded = nil
    let isForProgram = common.json && commands.contains { $0.line != nil }
    if !isForProgram, let hint = hint(on: results) {
      terminal.note(hint: hint[common.locale], in: common.locale)
    }
  }

  /// The advice on the first problem that an option of the command line can help with, or else on
  /// deleted data that a tick has found.
  private func hint(on results: [CommandResult]) -> Bilingual? {
    for case let problem? in results.map(\.problem) {
      if problem.code == FailureCode.timeInFuture.rawValue { return FutureTimes.otherwise }
      if case .outcomeUnknown? = problem.cause {
        return problem.cause?.advice(common.journalOption)
      }
    }
    guard results.contains(where: Tick.findsErasures) else { return nil }
    let erase = "\(toolName) erase --due\(common.journalOption)"
    return Bilingual(
      ru: "навсегда удалить эти данные из журнала: \(erase)",
      en: "erase these data from the journal for good: \(erase)")
  }
}

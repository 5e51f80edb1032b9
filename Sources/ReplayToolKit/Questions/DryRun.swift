import EventEngine

/// Decides commands now or as of the past, and records nothing.
struct DryRun {
  private let common: CommonOptions
  private let creation: JournalCreation
  private let future: FutureTimes
  private let past: Past

  /// Nil without `--dry-run`.
  ///
  /// - Throws: `UsageError` if a past is given without it.
  init?(
    _ arguments: Arguments, _ common: CommonOptions, _ creation: JournalCreation,
    _ future: FutureTimes
  ) throws(UsageError) {
    guard arguments.has("--dry-run") else {
      for name in ["--as-of", "--position"] where arguments.isGiven(name) {
        throw UsageError(
          ru: "\(name) требует --dry-run: в прошлое ничего нельзя записать",
          en: "\(name) needs --dry-run: nothing can be recorded in the past")
      }
      return nil
    }
    self.common = common
    self.creation = creation
    self.future = future
    past = Past(arguments, in: common.locale)
  }

  /// Decides a stream of commands, each without the events of the commands before it.
  func run(_ input: consuming LineInput, _ terminal: inout Terminal) throws -> ExitStatus {
    var status = ExitStatus.success
    while true {
      let lines = try input.nextBatch(of: .commands)
      if lines.isEmpty { return status }
      let commands = lines.compactMap { CommandInput($0) }
      status = max(status, try run(commands, in: common.streamLocale, &terminal))
      try terminal.flush()
    }
  }

  /// - Parameters:
  ///   - locale: the language of commands that name none.
  ///   - actorQuestion: the question for people if the actor is missing; nil if it is given or may be
  ///     left out.
  func run(
    _ commands: [CommandInput], in locale: Language, actorQuestion: String? = nil,
    _ terminal: inout Terminal
  ) throws -> ExitStatus {
    var reader: JournalReader
    if try creation.hasJournal(in: common.directory, wait: common.wait) {
      reader = try common.reader()
    } else {
      reader = try JournalReader.open(creation.trial().reader.directory)
    }
    let (through, moment) = try past.resolve(in: &reader)
    let rehearsal = Rehearsal(
      common.tool.domains.commands, for: &reader, locale: locale,
      allowsFuture: future.areAllowed)
    var status = ExitStatus.success
    for command in commands {
      let parsed = rehearsal.parser.read(command)
      let result = try reader.undisturbed(wait: common.wait) { reader in
        try rehearsal.result(parsed: parsed, in: &reader, through: through, clock: moment.time)
      }
      let line = ResultLine(
        result: result, language: parsed.locale, number: parsed.line, missingField: actorQuestion)
      if common.json {
        try line.printJSON(isAlone: parsed.line == nil, &terminal)
      } else {
        try print(line, &terminal)
      }
      if let problem = result.problem { status = max(status, problem.status) }
    }
    return status
  }

  private func print(_ line: ResultLine, _ terminal: inout Terminal) throws(SystemError) {
    let title = Bilingual(ru: "пробный прогон", en: "dry run")[line.language]
    try terminal.print(wrapping: "\(title): \(line.text(terminal))", hanging: 2)
    for event in line.result.rehearsed ?? [] {
      let data = String(decoding: event.event.data, as: UTF8.self)
      let tags = event.event.tags.map(\.rawValue).joined(separator: " ")
      let text = "\(event.position) \(event.event.type) \(tags) \(data)"
      try terminal.print("  ", wrapping: text.printable, hanging: 4)
    }
  }
}

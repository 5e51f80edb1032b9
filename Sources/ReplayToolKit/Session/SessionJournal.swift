import EventEngine

/// The journal of a session. It is opened on demand, and again after a failure. A session that has
/// used a journal never answers from another one at the same path.
struct SessionJournal: ~Copyable {
  /// The directory, with its folder held open once there is a journal.
  private var directory: JournalDirectory
  /// The last event that the session has seen.
  private var point: JournalPoint?
  let wait: Int
  let locale: Language
  private let domains: [DomainDefinition]
  private let future: FutureTimes
  private var engine: CommandHandler<JournalWriter>?
  var reader: JournalReader?
  /// The states of read models that answers depend on, for the reader that is open.
  private var live = LiveReadModels(for: .globalQueries)
  var follows: [SessionFollow] = []
  private var repairs = RepairNotes()
  /// Nil before the engine is opened for the first time.
  private var clockNote: ClockNote?
  /// The exit status of the session: success unless the journal has failed, or a command for another
  /// reason than a refusal.
  var status = ExitStatus.success

  init(_ common: CommonOptions, _ future: FutureTimes) {
    self.future = future
    directory = common.directory
    wait = common.wait
    locale = common.streamLocale
    domains = common.tool.domains
  }

  /// Answers requests that arrived together, in order. If the journal fails, later requests that
  /// need it are not tried and get the same answer.
  ///
  /// - Parameter reason: the failure of the journal, if it is known already.
  mutating func answer(
    _ requests: [SessionRequest], failing reason: JournalError? = nil, _ terminal: inout Terminal
  ) throws(SystemError) {
    var failure = reason
    var rest = requests[...]
    while let kind = rest.first?.kind {
      let run = rest.prefix { $0.kind == kind }
      rest = rest.dropFirst(run.count)
      switch kind {
      case .command: try execute(run, &failure, &terminal)
      case .append: try append(run, &failure, &terminal)
      case .reading: try read(run, &failure, &terminal)
      case .alone:
        for request in run {
          if case .unfollow = request.body { try deliver(&terminal, isLast: true) }
          try terminal.print(answerAlone(request), ref: request.ref)
        }
      }
    }
    if let reached = engine?.journal.reader.point { point = reached }
    note(failure)
    if let repaired = engine?.journal.repaired { repairs.print(repaired, &terminal) }
  }

  private mutating func note(_ failure: JournalError?) {
    if let failure { status = max(status, ToolFailure(failure).status) }
  }

  /// Answers a request that needs no journal.
  private mutating func answerAlone(_ request: SessionRequest) -> [UInt8] {
    switch request.body {
    case .malformed(let problem): return CommandResult(problem).json
    case .catalog(let language):
      return JSONWriter.answer(
        value: Catalog.json(CatalogDomain.all(of: domains), in: language))
    case .unfollow:
      follows = []
      return Array(#"{"ok":true}"#.utf8)
    case .command, .append, .show, .read, .explain, .follow, .session, .stats:
      preconditionFailure("This request needs the journal.")
    }
  }

  func answer(_ failure: JournalError, isQuestion: Bool = false) -> [UInt8] {
    CommandResult(problem(failure, isQuestion: isQuestion)).json
  }

  private func problem(
    _ failure: JournalError, isQuestion: Bool = false
  ) -> CommandResult.Problem {
    let problem = CommandResult.Problem.failure(failure, in: locale, isQuestion: isQuestion)
    guard case .missing = failure, failure.danglingLink == nil else { return problem }
    let advice = Bilingual(
      ru: "; создать его: \(toolName) session --create",
      en: "; to create it: \(toolName) session --create")
    return .init(
      .failure, code: problem.code, message: problem.message + advice[locale], cause: failure)
  }

  private func answer(_ failure: JournalError, to command: CommandInput) -> [UInt8] {
    guard case .success(let json) = command.json else { return answer(failure) }
    return CommandResult(problem(failure), to: json).json
  }

  private mutating func openEngine() throws(JournalError) {
    guard engine == nil else { return }
    repairs = RepairNotes()
    var writer: JournalWriter
    do throws(JournalError) { writer = try JournalWriter.open(directory, wait: wait) } catch {
      throw failure(ofOpening: error)
    }
    try bind(to: &writer.reader)
    clockNote = clockNote ?? ClockNote(writer, directory)
    engine = CommandHandler(
      consume writer, domains.commands, locale: locale, cachesStatesAfter: 1,
      allowsFuture: future.areAllowed)
  }

  /// A journal that this session has used and that is missing now was removed.
  private func failure(ofOpening error: JournalError) -> JournalError {
    if point != nil, case .missing(let path) = error { return .replaced(path: path) }
    return error
  }

  private mutating func bind(to reader: inout JournalReader) throws(JournalError) {
    if let point { try reader.requireContinuation(of: point) }
    directory = reader.directory
    point = reader.point
  }

  private mutating func execute(
    _ run: ArraySlice<SessionRequest>, _ failure: inout JournalError?, _ terminal: inout Terminal
  ) throws(SystemError) {
    var commands: [CommandInput] = []
    for case .command(let command) in run.map(\.body) { commands.append(command) }
    if failure == nil {
      do throws(JournalError) { try openEngine() } catch { failure = error }
    }
    if let failure {
      for (request, command) in zip(run, commands) {
        try terminal.print(answer(failure, to: command), ref: request.ref)
      }
      return
    }
    if commands.contains(where: \.takesTheClock) { clockNote?.print(&terminal) }
    let results = engine?.execute(commands) ?? []
    for (request, result) in zip(run, results) {
      try terminal.print(result.json, ref: request.ref)
      if let problem = result.problem, problem.kind == .failure { note(problem.cause) }
    }
    failure = engine?.failure
  }

  private mutating func append(
    _ run: ArraySlice<SessionRequest>, _ failure: inout JournalError?, _ terminal: inout Terminal
  ) throws(SystemError) {
    var rest = run
    if failure == nil {
      do throws(JournalError) {
        try openEngine()
        clockNote?.print(&terminal)
      } catch { failure = error }
    }
    while failure == nil, !rest.isEmpty {
      var appends: [DirectAppend] = []
      for case .append(let request) in rest.map(\.body) {
        appends.append(DirectAppend(request.events, if: request.condition, locale: locale))
      }
      for outcome in engine?.append(appends) ?? [] {
        let ref = rest.removeFirst().ref
        switch outcome {
        case .success(let positions): try terminal.print(Self.answer(positions), ref: ref)
        case .failure(let problem):
          try terminal.print(CommandResult(problem).json, ref: ref)
        }
      }
      failure = engine?.failure
    }
    engine?.finishAnswered()
    guard let failure else { return }
    for request in rest { try terminal.print(answer(failure), ref: request.ref) }
  }

  private mutating func read(
    _ run: ArraySlice<SessionRequest>, _ failure: inout JournalError?, _ terminal: inout Terminal
  ) throws(SystemError) {
    if failure == nil {
      do throws(JournalError) { try refreshReader(wait: wait) } catch { failure = error }
    }
    for request in run {
      var line: [UInt8]? = []
      if failure == nil {
        do throws(JournalError) { line = try look(request) } catch { failure = error }
      }
      if let failure { line = answer(failure, isQuestion: true) }
      if let line { try terminal.print(line, ref: request.ref) }
    }
  }

  /// Reads the journal's new end. A reader of a journal that is busy stays open.
  mutating func refreshReader(wait: Int) throws(JournalError) {
    guard var open = reader.take() else {
      var open: JournalReader
      do throws(JournalError) { open = try JournalReader.open(directory, wait: wait) } catch {
        throw failure(ofOpening: error)
      }
      try bind(to: &open)
      live = LiveReadModels(for: .globalQueries)
      reader = consume open
      return
    }
    try open.requireInPlace()
    do throws(JournalError) { try open.refresh(wait: wait) } catch {
      if error.isPassing { reader = consume open }
      throw error
    }
    point = open.point
    reader = consume open
  }

  /// Returns the answer; nil for a request whose answers come later. A reader that has failed is
  /// not used again.
  private mutating func look(_ request: SessionRequest) throws(JournalError) -> [UInt8]? {
    guard var open = reader.take() else { throw .missing(path: directory.path) }
    let line: [UInt8]?
    switch request.body {
    case .read(let request): line = try request.answer(from: &open)
    case .show(let request):
      line = try Self.line(from: &open, wait: wait) { reader in
        JSONWriter.answer(value: try request.answer(from: &reader, &live, domains))
      }
    case .explain(let request):
      line = try Self.line(from: &open, wait: wait) { reader in
        try request.answer(from: &reader, domains, allowsFuture: future.areAllowed)
      }
    case .stats: line = JSONWriter.answer(value: try JournalStatistics(&open).json)
    case .session: line = Self.greeting(open)
    case .follow(let followRequest):
      line = follow(followRequest, ref: request.ref, from: open.head)
    case .command, .append, .unfollow, .catalog, .malformed:
      preconditionFailure("This is no question.")
    }
    reader = consume open
    return line
  }

  private static func greeting(_ reader: borrowing JournalReader) -> [UInt8] {
    let (journal, head) = (reader.manifest.journal, reader.head)
    return JSONWriter.answer(
      value: JSONWriter.object { json in
        json.string("version", ReplayTool.version)
        json.string("journal", "\(journal)")
        json.int("head", head.rawValue)
      })
  }

  private static func line(
    from reader: inout JournalReader, wait: Int, _ body: (inout JournalReader) throws -> [UInt8]
  ) throws(JournalError) -> [UInt8] {
    do {
      return try reader.undisturbed(wait: wait, body)
    } catch let error as JournalError {
      throw error
    } catch let problem as CommandResult.Problem {
      return CommandResult(problem).json
    } catch {
      return CommandResult(.init(.failure, code: "storageFailed", message: "\(error)")).json
    }
  }

  private static func answer(_ positions: [Position]) -> [UInt8] {
    JSONWriter.object { json in
      json.bool("ok", true)
      json.array("positions", positions) { $0.int($1.rawValue) }
    }
  }
}

import EventEngine

/// The machine interface: one JSON request per line in, one JSON answer per line out.
struct MachineSession: Subcommand {
  static let name = "session"
  static let summary = "answer JSON requests, one per line, for programs"
  static let usage = ""
  static let options =
    [
      OptionSpec("--create", nil, "create the journal at once unless it exists"),
      FutureTimes.option,
    ] + JournalCreation.options

  static let examples: [(command: String, does: String)] = [
    (
      "echo '\(Sample.own?.question ?? #"{"show":"courier.orders","locale":"en"}"#)' | \(toolName) session",
      "answers one question and ends with its input"
    ),
    (
      "\(toolName) session < requests.jsonl > answers.jsonl",
      "answers many; requests that arrive together share a sync"
    ),
  ]

  private static let requests =
    Sample.own.map { "\($0.request)\n  \($0.question)" }
      ?? #"""
      {"command":"courier.acceptOrder","actor":"ivanov","id":"c-17","data":{"order":"9421"}}
        {"show":"courier.order","parameters":{"order":"9421"},"asOf":"2026-05-08T12:00:00Z"}
        {"show":"courier.orders","position":12,"locale":"en"}
      """#

  static let details = #"""
    A request is one of these, on one line:
      \#(requests)
      {"append":[{"type":"StudentJoined","tags":["student:1"],"data":{"name":"Ann"}}],
       "condition":{"failIfEventsMatch":{"items":[{"tags":["student:1"]}]},"after":0}}
      {"read":{"items":[{"types":["StudentJoined"],"tags":["student:1"]}]},"after":0,"limit":10}
      {"session":1}  {"stats":true}  {"catalog":true}
      {"follow":{"items":[{"types":["StudentJoined"]}]},"after":0}  {"unfollow":true}
    Any request may carry ref, a text or a number, which its answers repeat. A follow has one answer
    {"event":{…}} for each event, from the journal's end or from after on, until unfollow; other
    requests are answered in between.

    A show takes asOf or position; a read takes after, limit and backwards. An append's events may
    have a UUID as id; an append that is retried with the same ids is recorded once.

    Answers come in the order of the requests and are flushed before waiting for more input. If the
    journal fails, the answer's code is storageFailed (nothing was recorded), outcomeUnknown (retry
    with the same id), journalBusy, journalMoved (its path has another journal, or none),
    journalDamaged or journalForked (its server has lost acknowledged events). Later requests of the same batch are not tried and get the same code.

    On a terminal, a session has a prompt, and takes words of the command line as well as JSON:
    show MODEL, tail -n 3, exit. It keeps no history.

    A missing journal is created with --create only; without it, every request gets storageFailed.
    Exit status: 0 at the end of the input, even if requests were refused or malformed; 1, 66, 74 or
    75 if the journal was damaged, missing, failed or busy for some request.
    """#

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
      throw UsageError("session takes no arguments (found \"\(word)\"); requests come in on stdin")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    if creates {
      try creation.createIfMissing(common.directory, wait: common.wait)
    } else {
      _ = try creation.agrees(with: common.directory)
    }
    var input = LineInput(limit: Limits.commandBytes)
    var journal = SessionJournal(common, future)
    let isInteractive = input.isTerminal && terminal.output.isTerminal
    while true {
      if isInteractive {
        terminal.output.bytes += InteractiveLine.prompt.utf8
        try terminal.flush()
      }
      guard try waitForInput(input, &journal, &terminal) else { return journal.status }
      let lines: [LineInput.Line]
      do throws(SystemError) { lines = try input.nextBatch() } catch {
        throw ToolFailure(.inputOutput, "cannot read standard input: \(error)")
      }
      if lines.isEmpty {
        try journal.deliver(&terminal)
        if isInteractive { try terminal.print("") }
        return journal.status
      }
      if isInteractive {
        for line in lines where try !answer(typed: line, &journal, &terminal) {
          return journal.status
        }
      } else {
        let requests = lines.compactMap { SessionRequest($0, locale: common.streamLocale) }
        try journal.answer(requests, &terminal)
      }
      try journal.deliver(&terminal)
      try terminal.flush()
    }
  }

  /// Prints the events that are followed until there is input.
  ///
  /// - Returns: false if the reader of the output is gone.
  private func waitForInput(
    _ input: borrowing LineInput, _ journal: inout SessionJournal, _ terminal: inout Terminal
  ) throws(SystemError) -> Bool {
    while journal.isFollowing && !input.isReady(within: 20) {
      try journal.deliver(&terminal)
      try terminal.flush()
      if terminal.output.isAbandoned { return false }
    }
    return true
  }

  /// Answers a line that a person typed: JSON, or words of the command line.
  ///
  /// - Returns: false if the session is to end.
  private func answer(
    typed line: LineInput.Line, _ journal: inout SessionJournal, _ terminal: inout Terminal
  ) throws(SystemError) -> Bool {
    switch InteractiveLine(line) {
    case .exit: return false
    case .unclosed: terminal.note("\(toolName): a quotation mark is not closed")
    case .request:
      if let request = SessionRequest(line, locale: common.locale) {
        try journal.answer([request], &terminal)
      }
    case .words(let words) where words.first == Self.name:
      terminal.note("\(toolName): this is a session already; exit ends it")
    case .words(let words):
      // The session's own options come first, so that those of the line take precedence.
      let options = common.address.words + ["--locale", common.locale.rawValue]
      _ = common.tool.run(options + words, &terminal)
    }
    return true
  }
}

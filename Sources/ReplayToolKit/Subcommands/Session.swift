import EventEngine

/// The machine interface: one JSON request per line in, one JSON answer per line out.
struct MachineSession: Subcommand {
  static let name = "session"
  static let summary = "answer JSON requests, one per line, for programs"
  static let usage = ""
  static let options =
    [
      OptionSpec("--create", nil, "make the journal, at once, unless there is one"),
      FutureTimes.option,
    ] + JournalCreation.options

  static let examples: [(command: String, does: String)] = [
    (
      "echo '\(Sample.own?.question ?? #"{"show":"courier.orders","locale":"en"}"#)' | \(toolName) session",
      "answers one question and ends with its input"
    ),
    (
      "\(toolName) session < requests.jsonl > answers.jsonl",
      "answers many; what stands together shares a sync"
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
    A request is one of
      \#(requests)
      {"append":[{"type":"StudentJoined","tags":["student:1"],"data":{"name":"Ann"}}],
       "condition":{"failIfEventsMatch":{"items":[{"tags":["student:1"]}]},"after":0}}
      {"read":{"items":[{"types":["StudentJoined"],"tags":["student:1"]}]},"after":0,"limit":10}
    (each on one line). A show may have asOf or position; an append's events may have a UUID as id,
    and the same append under the same ids is recorded once; a read may have after, limit and
    backwards.

    Answers come in the order of the requests, and all are flushed before more input is waited
    for. When the journal fails, the answer's code is storageFailed (surely nothing recorded),
    outcomeUnknown (send again with the same id), journalBusy, journalMoved (another one lies at its
    path, or none) or journalDamaged, and what arrived together with it after it gets the same code
    untried.

    A missing journal is made with --create only; without it every request to it is answered with
    storageFailed. Exit status: 0 at the end of the input, whatever was refused or malformed; 1, 66,
    74 or 75 when the journal was damaged, missing, failed or busy for some request.
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
    while true {
      let lines = try input.nextBatch()
      if lines.isEmpty { return journal.status }
      let requests = lines.compactMap { SessionRequest($0, locale: common.locale) }
      try journal.answer(requests, &terminal)
      try terminal.flush()
    }
  }
}
